// The first picture: the stage that comes in the page itself, before Streamlit is there. It only shows. When the live
// stage is drawn at the same place it takes this one away (main.js); should there be none, this one goes by itself.
import { Stage } from "./stage.js";

const LOOK_EVERY = 200; // milliseconds
const STAYS_AT_MOST = 20_000; // milliseconds, once Streamlit's front end is there
const INSTEAD = "[data-testid=stAlertContainer], [data-testid=stDialog], .st-key-view_bar";
const THEMES = { '"Light"': "light", '"Dark"': "dark" }; // what Streamlit keeps for a page; else the system's

export default function first(host, data) {
  if (!host.shadowRoot) return host.remove(); // a browser older than declarative shadow roots
  const { pathname } = location;
  const stage = new Stage(host.shadowRoot.querySelector(".specviz-stage"), () => {});
  let until = Infinity;
  const look = setInterval(() => {
    if (until === Infinity && document.querySelector("[data-testid=stApp]")) until = Date.now() + STAYS_AT_MOST;
    if (location.pathname !== pathname || Date.now() > until || document.querySelector(INSTEAD)) host.remove();
    if (host.isConnected) return;
    clearInterval(look);
    stage.destroy();
  }, LOOK_EVERY);
  host.hidden = false;
  try {
    host.style.colorScheme = THEMES[localStorage.getItem(`stActiveTheme-${pathname}-v2`)] ?? "light dark";
    stage.load(data.payload, data.at);
  } catch (error) {
    host.remove(); // an empty sheet over the page would be worse than nothing
    throw error;
  }
}

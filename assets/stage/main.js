// What Streamlit calls: once per mount and again for new data or theme, always on the same element.
import { placed } from "./address.js";
import { Stage } from "./stage.js";

const live = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  const host = parentElement.querySelector(".specviz-stage");
  let one = live.get(parentElement);
  if (!one) {
    one = { stage: new Stage(host, (place) => one.send(place)), content: "" };
    live.set(parentElement, one);
    if (data.tell) requestAnimationFrame(() => setTimeout(() => setStateValue("painted", true)));
  }
  one.send = (place) => {
    const search = placed(location.search, place);
    if (search) history.replaceState(history.state, "", search + location.hash);
    setStateValue("position", place);
  };
  host.classList.toggle("room", Boolean(data.room));
  const asked = JSON.stringify(data.at);
  const content = [
    data.payload.rev,
    data.payload.lang,
    data.payload.questions.length,
    data.payload.plain?.length,
  ].join();
  if (one.content !== content) one.stage.load(data.payload, data.at);
  else if (one.asked !== asked) one.stage.goTo(data.at);
  replace(document.getElementById("specviz-first"), host);
  Object.assign(one, { content, asked });
  return () => {
    one.stage.destroy();
    live.delete(parentElement);
  };
}

/** Takes away the picture that came with the page (first.js), in which what moves here has moved already. */
function replace(picture, host) {
  if (!picture) return;
  for (const moving of host.getAnimations({ subtree: true })) moving.finish();
  picture.remove();
}

// The numbers of a chip, on hover or focus; a click leads to the step where the token was decided.
import { PROMPT, facts } from "./chips.js";
import { el, isolated, put } from "./dom.js";

/** The tooltip of the chips inside `area`. */
export function tipFor(area, stage) {
  const node = el("div", { class: "tip", role: "tooltip", hidden: true });
  const placeOf = (target) => target.closest?.("[data-place]");
  const show = ({ target }) => {
    const button = placeOf(target);
    if (!button) return;
    const [text, ...lines] = facts(stage.payload, stage.say, button.dataset.place.split(",").map(Number));
    put(node, isolated(text, { class: "tok" }), ...lines.filter(Boolean).map((line) => el("span", {}, line)));
    node.hidden = false;
    place(node, button, stage.root);
  };
  const hide = () => {
    node.hidden = true;
  };
  area.addEventListener("pointerover", show);
  area.addEventListener("focusin", show);
  area.addEventListener("pointerout", hide);
  area.addEventListener("focusout", hide);
  area.addEventListener("click", ({ target }) => {
    const button = placeOf(target);
    if (button) stage.visit(decidedAt(stage.payload, ...button.dataset.place.split(",").map(Number)));
  });
  return { node, hide };
}

/** The chip before or after `chip` (by = ∓1) in reading order; from the text as a whole, its last one. */
export function neighbour(from, by) {
  const area = from.closest(".stream");
  const all = [...area.querySelectorAll("[data-place]")];
  return from === area ? all.at(-1) : all[all.indexOf(from) + by];
}

/** Index of the step where candidate `i` of round `r` (or, beyond the last, the target's own token) was decided. */
function decidedAt({ steps, rounds }, r, i) {
  if (r === PROMPT) return 0;
  const kind = i >= rounds[r].cands.length ? "emit" : "judge";
  const found = steps.findIndex((s) => s[0] === r && s[1] === kind && (kind === "emit" || s[2] === i));
  return found >= 0 ? found : steps.findIndex((s) => s[0] === r && s[1] === "commit");
}

/** Under the chip, inside the stage, whatever the page's zoom. */
function place(node, button, root) {
  const [box, here] = [root.getBoundingClientRect(), button.getBoundingClientRect()];
  const zoom = box.width / root.offsetWidth;
  const left = Math.min((here.left - box.left) / zoom, root.offsetWidth - node.offsetWidth - 4);
  node.style.left = `${Math.max(4, left)}px`;
  node.style.top = `${(here.bottom - box.top) / zoom + 6}px`;
}

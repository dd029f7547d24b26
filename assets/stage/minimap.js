// A long round in small: every column as a tick in the colour of its fate, and a frame around those that are shown.
import { patch, svg } from "./dom.js";
import { ownKind } from "./scene.js";

const WIDTH = 150;
const HEIGHT = 14;

/** The map; `update(scene, layout)` hides it when all columns fit. */
export function minimap(stage) {
  const node = svg("svg", { class: "picture minimap", role: "img", width: WIDTH, height: HEIGHT });
  return {
    node,
    update(scene, layout) {
      const all = scene.plan?.columns ?? 0;
      const part = layout && layout.to - layout.from < all;
      node.style.display = part ? "" : "none";
      if (!part) return;
      node.setAttribute("aria-label", stage.say("stage.minimap", { from: layout.from + 1, to: layout.to, all }));
      patch(node, ...ticks(scene, WIDTH / all, layout));
    },
  };
}

function ticks(scene, step, layout) {
  const width = Math.max(1, step * 0.8);
  const tick = (col, y, height, cls) =>
    svg("rect", { x: (col + 0.1) * step, y, width, height, class: `tick ${cls}` });
  const shown = (layout.to - layout.from) * step;
  return [
    ...scene.fates.map((fate, i) => tick(i + 1, 4, 6, fate)),
    scene.own ? tick(scene.plan.ownColumn, 0.5, 2.5, ownKind(scene.r)) : null,
    svg("rect", { x: layout.from * step + 0.75, y: 2, width: shown - 1.5, height: 10, rx: 2.5, class: "frame" }),
  ];
}

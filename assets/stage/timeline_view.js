// The timeline: every step of every round on one line, with a mark below for a rejection and above for a bonus.
import { el, put, svg } from "./dom.js";
import { stops } from "./navigation.js";

const HEIGHT = 34;

export function timelineView(stage) {
  const picture = svg("svg", { class: "picture timeline-picture", height: HEIGHT, "aria-hidden": "true" });
  const node = el("div", { class: "timeline", role: "slider", tabindex: "0", "aria-label": stage.say("stage.timeline"), "aria-valuemin": "1" }, picture);
  const hand = svg("path", { class: "hand" });
  let drawn = "";

  const at = (event) => {
    const box = node.getBoundingClientRect();
    return Math.floor(((event.clientX - box.left) / box.width) * stage.payload.steps.length);
  };
  const drag = (event) => { if (node.hasPointerCapture(event.pointerId)) stage.scrub(nearest(stage, at(event))); };
  node.onpointerdown = (event) => { if (event.button !== 0) return; node.setPointerCapture(event.pointerId); stage.scrub(nearest(stage, at(event))); };
  node.onpointermove = drag;
  node.onpointerup = () => stage.report();
  node.onpointercancel = () => stage.report();

  return {
    node,
    update(scene) {
      const width = stage.widths.timeline;
      const count = stage.payload.steps.length;
      const key = `${width},${count},${stage.payload.rev}`;
      if (key !== drawn) {
        drawn = key;
        picture.setAttribute("width", width);
        picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
        put(picture, ...track(stage.payload, width), hand);
        node.setAttribute("aria-valuemax", Math.max(1, count));
      }
      const x = count ? ((scene.at + 0.5) / count) * width : 0;
      hand.setAttribute("d", `M${x},5 v24 M${x - 5},1 h10 l-5,6 z`);
      node.setAttribute("aria-valuenow", count ? scene.at + 1 : 1);
      node.setAttribute("aria-valuetext", scene.sentence);
    },
  };
}

/** The stop of the grain in use that is nearest to an index. */
function nearest(stage, wanted) {
  const { steps } = stage.payload;
  const at = Math.min(Math.max(0, wanted), steps.length - 1);
  for (let d = 0; d < steps.length; d += 1)
    for (const i of [at + d, at - d]) if (i >= 0 && i < steps.length && stops(steps[i], stage.grain)) return i;
  return at;
}

function track(payload, width) {
  const { steps, rounds } = payload;
  const x = (i) => (i / steps.length) * width;
  const out = [];
  let first = 0;
  rounds.forEach((round, r) => {
    let last = first;
    while (last < steps.length && steps[last][0] === r) last += 1;
    out.push(...bars(steps, round, first, last, x), mark(round, x(first), x(last)));
    first = last;
  });
  return out;
}

function bars(steps, round, first, last, x) {
  const gap = x(last) - x(first) > 6 ? 1.5 : 0.4;
  const whole = (cls, a, b) => svg("rect", { x: x(a) + gap / 2, y: 13, width: Math.max(0.5, x(b) - x(a) - gap), height: 9, class: cls });
  if (x(1) < 2.2) return [whole("span-round", first, last)];
  return Array.from({ length: last - first }, (_, n) => {
    const [, kind, index] = steps[first + n];
    const cls = kind === "judge" ? round.cands[index].fate : kind === "emit" ? (round.own?.kind ?? "") : kind;
    return svg("rect", { x: x(first + n) + 0.4, y: 13, width: Math.max(0.5, x(1) - (n === last - first - 1 ? 2.4 : 0.8)), height: 9, class: `span-${cls}` });
  });
}

function mark(round, from, to) {
  const middle = Math.min((from + to) / 2, to - 2);
  if (round.cands.some((c) => c.fate === "rejected")) return svg("path", { d: `M${middle},25 l-3,6 h6 z`, class: "mark-rejected" });
  if (round.own?.kind === "bonus" && round.cands.length) return svg("path", { d: `M${middle},2.5 l3,3.5 l-3,3.5 l-3,-3.5 z`, class: "mark-bonus" });
  return null;
}

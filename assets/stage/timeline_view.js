// The timeline: every step of every round on one line, with a mark below for a rejection and above for a bonus.
import { el, put, svg } from "./dom.js";
import { stops } from "./navigation.js";
import { ownKind } from "./scene.js";

const HEIGHT = 34;

export function timelineView(stage) {
  const picture = svg("svg", { class: "picture timeline-picture", height: HEIGHT, "aria-hidden": "true" });
  const node = el(
    "div",
    {
      class: "timeline",
      role: "slider",
      tabindex: "0",
      "aria-label": stage.say("stage.timeline"),
      "aria-valuemin": "1",
    },
    picture,
  );
  const hand = svg("path", { class: "hand" });
  const ahead = svg("rect", { class: "ahead", y: 0, height: HEIGHT });
  let drawn = "";

  const at = (event) => {
    const box = node.getBoundingClientRect();
    return Math.floor(((event.clientX - box.left) / box.width) * stage.payload.steps.length);
  };
  const drag = (event) => {
    if (node.hasPointerCapture(event.pointerId)) stage.scrub(nearest(stage, at(event)));
  };
  node.onpointerdown = (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    stage.scrub(nearest(stage, at(event)));
  };
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
        put(picture, ...track(stage.payload, width), ahead, hand);
        node.setAttribute("aria-valuemax", Math.max(1, count));
      }
      const x = count ? ((scene.at + 0.5) / count) * width : 0;
      ahead.setAttribute("x", x);
      ahead.setAttribute("width", Math.max(0, width - x));
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

/** Steps of one kind in a row make one bar; rounds are set apart. */
function bars(steps, round, first, last, x) {
  const kinds = steps
    .slice(first, last)
    .map(([, kind, index]) => (kind === "judge" ? round.cands[index].fate : kind === "emit" ? ownKind(round) : kind));
  const gap = Math.min(2, (x(last) - x(first)) / 6);
  const out = [];
  for (let n = 0, from = 0; n < kinds.length; n += 1) {
    if (kinds[n] === kinds[n + 1]) continue;
    const end = x(first + n + 1) - (n === kinds.length - 1 ? gap : 0);
    out.push(
      svg("rect", {
        x: x(first + from),
        y: 13,
        width: Math.max(0.4, end - x(first + from)),
        height: 9,
        class: `span-${kinds[n]}`,
      }),
    );
    from = n + 1;
  }
  return out;
}

function mark(round, from, to) {
  const middle = Math.min((from + to) / 2, to - 2);
  if (round.cands.some((c) => c.fate === "rejected"))
    return svg("path", { d: `M${middle},25 l-3,6 h6 z`, class: "mark-rejected" });
  if (round.own?.kind === "bonus" && round.cands.length)
    return svg("path", { d: `M${middle},2.5 l3,3.5 l-3,3.5 l-3,-3.5 z`, class: "mark-bonus" });
  return null;
}

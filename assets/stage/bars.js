// Probabilities as bars over the top entries and "all others", and the same entries as pieces of a cumulative line.
import { el, isolated } from "./dom.js";
import { prob } from "./format.js";

/** Paired bars over the top entries and the rest; with `residual` the excess (p − q)+ is marked and grows to scale 1. */
export function bars(top, stage, { marks = {}, only = null, residual = false } = {}) {
  const q = only !== "p" && top.q;
  const all = [
    ...top.p,
    top.p_rest ?? 0,
    ...(q ? [...top.q, top.q_rest ?? 0] : []),
    ...(residual ? [...top.residual, top.residual_rest ?? 0] : []),
  ];
  const most = Math.max(...all, 1e-9);
  const bar = (v, cls) => el("span", { class: `bar ${cls}`, style: `width:${((100 * v) / most).toFixed(2)}%` });
  const rows = [
    ...top.ids.map((id, n) => [
      stage.payload.texts[id],
      id,
      top.p[n],
      q ? top.q[n] : null,
      residual ? top.residual[n] : null,
    ]),
    [
      stage.say("stage.micro.rest"),
      null,
      top.p_rest ?? 0,
      q ? (top.q_rest ?? 0) : null,
      residual ? (top.residual_rest ?? 0) : null,
    ],
  ];
  return el(
    "div",
    { class: `bars ${residual ? "three" : q ? "two" : "one"}` },
    ...rows.flatMap(([text, id, p, qx, r]) => {
      const mark = id === null ? "rest" : (marks[id] ?? "");
      const tags = mark === "both" ? ["candidate", "own"] : mark === "candidate" || mark === "own" ? [mark] : [];
      return [
        el(
          "span",
          { class: `name ${mark}` },
          ...tags.map((tag) => el("i", { "aria-hidden": "true" }, tag === "own" ? "↺" : "▸")),
          isolated(text),
        ),
        el(
          "span",
          { class: "stack", "aria-hidden": "true" },
          bar(p, residual ? "p under" : "p"),
          qx !== null ? bar(qx, "q") : null,
          r !== null ? bar(r, "r") : null,
        ),
        el(
          "span",
          { class: "values" },
          el("b", { class: "target" }, prob(p)),
          qx !== null ? el("b", { class: "draft" }, prob(qx)) : null,
          r !== null ? el("b", { class: "res" }, prob(r)) : null,
        ),
      ];
    }),
  );
}

/** What the bars mean. */
export function legend(stage, names) {
  return el(
    "p",
    { class: "legend" },
    ...names.map((name) =>
      el("span", {}, el("i", { class: `swatch ${name}`, "aria-hidden": "true" }), stage.say(`stage.micro.${name}`)),
    ),
  );
}

/** Pieces of a cumulative line from a top list. */
export function pieces(top, law, hit, stage) {
  return top.ids.map((id, n) => ({
    start: top.starts[n],
    mass: top[law][n],
    text: stage.payload.texts[id],
    hit: id === hit,
  }));
}

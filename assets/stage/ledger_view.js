// The ledger: both caches as cells, their four lengths in the round, and the model calls that wrote them.
import { el, isolated, patch, svg, write } from "./dom.js";
import { cache, cellLayout, moment, sum } from "./ledger.js";

const MODELS = ["target", "draft"];
const MOMENTS = ["start", "drafted", "verified", "repaired"];
const LINE = 20;

export function ledgerView(stage) {
  const lanes = MODELS.map((model) => ({
    model,
    cells: el("div", { class: "cells" }),
    sum: el("div", { class: "length" }),
    lengths: MOMENTS.map(() => el("td", {})),
  }));
  const lengths = el(
    "table",
    { class: "lengths" },
    el("thead", {}, el("tr", {}, ...MOMENTS.map((m) => el("th", { scope: "col" }, stage.say(`stage.ledger.${m}`))))),
    el("tbody", {}, ...lanes.map((lane) => el("tr", {}, ...lane.lengths))),
  );
  const calls = el("ol", { class: "calls", tabindex: "0", "aria-label": stage.say("stage.ledger.calls") });
  const node = el(
    "section",
    { class: "panel ledger" },
    el("h3", {}, stage.say("stage.ledger")),
    el(
      "div",
      { class: "lanes" },
      el(
        "div",
        { class: "caches" },
        ...lanes.flatMap(({ model, cells, sum: words }) => [
          el("div", { class: `who ${model}` }, stage.say(`stage.ledger.${model}`)),
          cells,
          words,
        ]),
      ),
      lengths,
    ),
    calls,
  );
  const drawn = {};
  let round = -1;
  return {
    node,
    width: () => lanes[0].cells.clientWidth,
    update(scene) {
      if (!scene.r) return null;
      const now = moment(scene.r, scene.step);
      for (const { model, cells, sum: words, lengths: tds } of lanes) {
        const state = cache(scene.r, scene.step, model);
        const real = scene.r.cache[model].some(Boolean);
        const key = JSON.stringify([real, state, stage.widths.cells]);
        if (drawn[model] !== key) patch(cells, real ? draw(state, stage, model) : null);
        drawn[model] = key;
        const length = real
          ? sum(scene.r, scene.step, model, stage.say("stage.pending"))
          : stage.say("stage.ledger.none");
        write(words, length);
        tds.forEach((td, n) => {
          const reached = now >= 0 ? n <= now : n === 0;
          write(td, reached ? String(scene.r.cache[model][n]) : "·");
          td.className = n === now ? "now" : "";
        });
      }
      if (round !== scene.R || scene.fresh) {
        round = scene.R;
        patch(calls, ...lines(scene, stage));
      }
      const made = scene.step[6];
      [...calls.children].forEach((li, n) => {
        li.className = n === made - 1 ? "now" : n >= made ? "later" : "";
      });
      return () => {
        calls.scrollTop = Math.max(0, made - 2) * LINE;
      };
    },
  };
}

function draw(state, stage, model) {
  const room = stage.widths.cells;
  const waiting = Math.max(0, state.pending - state.gone);
  const fresh = state.written + state.repair + state.provisional + state.gone + waiting;
  const { width, old, skipped } = cellLayout(room - 34, state.kept, fresh);
  const kinds = [
    ...Array(old).fill("kept"),
    ...Array(state.written).fill("written"),
    ...Array(state.provisional).fill("provisional"),
    ...Array(state.repair).fill("repair"),
    ...Array(state.gone).fill("dropped"),
    ...Array(waiting).fill("pending"),
  ];
  const alt = stage.say("stage.ledger.alt", {
    model: stage.say(`stage.ledger.${model}`),
    length: state.length,
    committed: state.kept + state.written,
    provisional: state.provisional,
    dropped: state.dropped,
    written: state.repair,
  });
  const box = Math.max(0.6, width - (width > 6 ? 2 : 1));
  return svg(
    "svg",
    {
      class: `picture cache ${model}`,
      role: "img",
      "aria-label": alt,
      width: room,
      height: 22,
      viewBox: `0 0 ${room} 22`,
    },
    skipped ? svg("text", { x: 0, y: 15, class: "under start" }, `…${skipped}`) : null,
    ...kinds.map((kind, n) => cell(kind, (skipped ? 34 : 0) + n * width, box)),
  );
}

function cell(kind, x, w) {
  const rect = svg("rect", { x: x + 0.75, y: 3, width: w, height: 16, rx: 2, class: `cell ${kind}` });
  const mid = x + 0.75 + w / 2;
  if (w < 6) return rect;
  if (kind === "dropped")
    return svg("g", {}, rect, svg("path", { d: `M${mid - 3},8 l6,6 m0,-6 l-6,6`, class: "cross" }));
  if (kind === "pending") return svg("circle", { cx: mid, cy: 11, r: Math.min(4, w / 2), class: "cell pending" });
  if (kind === "repair") return svg("g", {}, rect, svg("path", { d: `M${mid - 3},11 h6 m-3,-3 v6`, class: "plus" }));
  return rect;
}

/** One line per model call: stage, model, positions, tokens (the last ones of many). */
function lines(scene, stage) {
  return scene.r.calls.map(([model, name, start, n, ids]) => {
    const span = n > 1 ? `${start}–${start + n - 1}` : String(start);
    const fed = ids.map((id) => isolated(stage.payload.texts[id], { class: "tok" }));
    return el(
      "li",
      {},
      el("span", { class: `who ${model}` }, stage.say(`stage.ledger.${model}`)),
      el("span", { class: "what" }, stage.say(`stage.call.${name}`)),
      el("span", { class: "where" }, stage.say("stage.call.at", { span })),
      el("span", { class: "fed" }, n > ids.length ? "…" : null, ...fed),
    );
  });
}

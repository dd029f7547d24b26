// Where the time went: the round split by stage; with a measured one-by-one run of the same text, both on one axis.
import { el, patch, write } from "./dom.js";
import { duration } from "./format.js";

const STAGES = ["draft", "verify", "judge", "repair", "other"];

export function clockView(stage) {
  const plain = stage.payload.plain;
  const total = stage.payload.rounds.reduce((sum, r) => sum + spent(r), 0);
  const longest = Math.max(total, plain?.reduce((sum, s) => sum + s, 0) ?? 0);
  const bar = el("div", { class: "clock-bar", "aria-hidden": "true" });
  const words = el("span", { class: "clock-words" });
  const title = el(
    "h3",
    {},
    stage.say(plain ? "stage.clock.lanes" : "stage.clock"),
    " ",
    el("span", { class: "origin" }, stage.say("stage.measured")),
  );
  const node = el("section", { class: `clock ${plain ? "lanes-two" : ""}` }, title, bar, words);
  let shown = -1;
  return {
    node,
    update(scene) {
      if (!scene.r || (shown === scene.R && !scene.fresh)) return;
      shown = scene.R;
      if (plain) lanes(bar, words, plain, longest, scene.R, stage);
      else one(bar, words, scene.r, stage);
    },
  };
}

function spent(round) {
  return STAGES.reduce((sum, s) => sum + (round.times[s] ?? 0), 0);
}

function one(bar, words, round, stage) {
  const total = spent(round);
  const parts = STAGES.filter((s) => round.times[s]);
  patch(
    bar,
    ...parts.map((s) => slice(s, round.times[s] / total, round.times[s] / total > 0.09 ? name(s, stage) : "")),
  );
  const told = [
    stage.say("stage.clock.total", { time: duration(total), n: round.n }),
    ...parts.map((s) => `${name(s, stage)} ${duration(round.times[s])}`),
  ];
  write(words, total ? told.join(" · ") : stage.say("stage.clock.none"));
}

function slice(cls, share, text = "") {
  return el("span", { class: `slice ${cls}`, style: `width:${(100 * share).toFixed(3)}%` }, text);
}

/** Both runs as lanes of passes; the present round stands out. */
function lanes(bar, words, plain, longest, now, stage) {
  const { rounds } = stage.payload;
  const ours = rounds.map((r, n) =>
    el(
      "span",
      {
        class: `lap ${n === now ? "now" : n < now ? "" : "later"}`,
        style: `width:${((100 * spent(r)) / longest).toFixed(3)}%`,
      },
      ...STAGES.filter((s) => r.times[s]).map((s) => slice(s, r.times[s] / spent(r))),
    ),
  );
  patch(
    bar,
    el("div", { class: "lane-bar" }, ...ours),
    el(
      "div",
      { class: "lane-bar" },
      ...plain.map((s) => el("span", { class: "lap plain", style: `width:${((100 * s) / longest).toFixed(3)}%` })),
    ),
  );
  const passes = rounds.reduce(
    (sum, r) => sum + r.calls.filter((c) => c[0] === "target" && c[1] !== "prefill").length,
    0,
  );
  const sum = (values) => duration(values.reduce((a, b) => a + b, 0));
  patch(
    words,
    el("span", {}, stage.say("stage.clock.ours", { time: sum(rounds.map(spent)), passes })),
    el("span", {}, stage.say("stage.clock.plain", { time: sum(plain), passes: plain.length })),
  );
}

function name(s, stage) {
  return stage.say(s === "judge" || s === "other" ? `stage.clock.${s}` : `stage.call.${s}`);
}

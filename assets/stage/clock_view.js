// Where the time of the round went: one bar split by stage, measured on the machine that made the trace.
import { el, put } from "./dom.js";
import { duration } from "./format.js";

const STAGES = ["draft", "verify", "judge", "repair", "other"];

export function clockView(stage) {
  const bar = el("div", { class: "clock-bar", "aria-hidden": "true" });
  const words = el("span", { class: "clock-words" });
  const node = el("section", { class: "clock" }, el("h3", {}, stage.say("stage.clock"), " ", el("span", { class: "origin" }, stage.say("stage.measured"))), bar, words);
  let shown = -1;
  return {
    node,
    update(scene) {
      if (!scene.r || (shown === scene.R && !scene.fresh)) return;
      shown = scene.R;
      const times = scene.r.times;
      const total = STAGES.reduce((sum, s) => sum + (times[s] ?? 0), 0);
      const parts = STAGES.filter((s) => times[s]).map((s) => ({ s, share: (100 * times[s]) / total, label: name(s, stage) }));
      put(bar, ...parts.map(({ s, share, label }) => el("span", { class: `slice ${s}`, style: `width:${share.toFixed(2)}%` }, share > 9 ? label : "")));
      put(words, total
        ? el("span", {}, stage.say("stage.clock.total", { time: duration(total), n: scene.r.n }), " · ", parts.map(({ s, label }) => `${label} ${duration(times[s])}`).join(" · "))
        : el("span", {}, stage.say("stage.clock.none")));
    },
  };
}

function name(s, stage) {
  return stage.say(s === "judge" || s === "other" ? `stage.clock.${s}` : `stage.call.${s}`);
}

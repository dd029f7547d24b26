// The text so far: a stream with a seam after each round, or one row per round. Finished rounds are built once.
import { GLYPH, PROMPT, chip } from "./chips.js";
import { el, patch, put, write } from "./dom.js";
import { ownKind } from "./scene.js";

export function textView(stage) {
  const round = el("span", { class: "aside" });
  const modes = ["stream", "rounds"].map((mode) =>
    el("button", { type: "button", onclick: () => stage.set({ mode }) }, stage.say(`stage.as.${mode}`)),
  );
  const head = el("span", { class: "pair", role: "group", "aria-label": stage.say("stage.as") }, ...modes);
  const predicted = el("span", { class: "score" });
  const settings = el(
    "span",
    { class: "settings" },
    ...stage.payload.head.map((item) => el("span", {}, item)),
    stage.payload.simulated ? el("span", { class: "origin" }, stage.say("stage.simulated")) : null,
  );
  const box = el("div", { class: "stream", tabindex: "0", role: "group", "aria-label": stage.say("stage.text") });
  const live = el("span", { class: "block now" });
  const node = el(
    "section",
    { class: "panel text" },
    el("h3", {}, el("span", {}, stage.say("stage.text"), " ", round), predicted, settings, head),
    box,
  );
  let built = [];
  let mode = null;
  let shown = "";

  function restart() {
    built = [];
    shown = "";
    box.className = `stream as-${mode}`;
    const prompt = stage.payload.stream.slice(0, stage.payload.prompt).map((text, i) => chip(text, "prompt", stage.say, [PROMPT, i]));
    put(box, el("span", { class: "block prompt-block" }, ...prompt), live);
  }

  function finished(r) {
    const one = stage.payload.rounds[r];
    const upTo = mode === "stream" ? one.m : one.cands.length;
    const chips = one.cands.slice(0, upTo).map((c, i) => chip(c.x, c.fate, stage.say, [r, i]));
    const own = one.own ? chip(one.own.x, ownKind(one), stage.say, [r, one.cands.length]) : null;
    const at = mode === "stream" ? chips.length : one.m + (one.own?.kind === "replacement" ? 1 : 0);
    if (own) chips.splice(at, 0, own);
    return el(
      "span",
      { class: "block" },
      tally(r, false),
      ...chips,
      el("span", { class: "seam", "aria-hidden": "true" }),
    );
  }

  function tally(r, open) {
    if (mode === "stream") return null;
    return el("span", { class: "tally" }, el("b", {}, String(r + 1)), ` ${score(stage.payload.rounds[r], open)}`);
  }

  return {
    node,
    update(scene) {
      if (mode !== stage.mode || scene.fresh) {
        mode = stage.mode;
        restart();
      }
      modes.forEach((b, n) => b.setAttribute("aria-pressed", String(["stream", "rounds"][n] === mode)));
      const all = stage.payload.rounds.length;
      write(round, scene.r ? stage.say("stage.round", { round: scene.R + 1, rounds: all }) : "");
      const { asked, right } = stage.predictions.score();
      write(predicted, asked ? stage.say("stage.predict.score", { right, asked }) : "");
      if (!scene.r) return null;
      while (built.length > scene.R) built.pop().remove();
      while (built.length < scene.R) {
        const b = finished(built.length);
        live.before(b);
        built.push(b);
      }
      const key = [scene.R, scene.own, scene.decided, ...scene.fates].join();
      if (key === shown) return null;
      shown = key;
      const chips = scene.fates
        .map((f, i) => (f === "waiting" ? null : chip(scene.r.cands[i].x, f, stage.say, [scene.R, i], true)))
        .filter(Boolean);
      if (scene.own)
        chips.splice(
          scene.r.m + (scene.r.own.kind === "replacement" ? 1 : 0),
          0,
          chip(scene.r.own.x, ownKind(scene.r), stage.say, [scene.R, scene.plan.n], true),
        );
      patch(live, tally(scene.R, !scene.decided), ...chips);
      return () => {
        box.scrollTop = 1e7;
      };
    },
  };
}

/** "3/4 + ↺"; dots while the round is not decided. */
function score(round, open) {
  if (open) return `·/${round.cands.length}`;
  return `${round.m}/${round.cands.length}${round.own ? ` + ${GLYPH[ownKind(round)] || "1"}` : ""}`;
}

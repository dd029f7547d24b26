// The microscope: one verdict or one draw with every number in it; the table of candidates at the other steps.
import { GLYPH } from "./chips.js";
import { bars, legend, pieces } from "./bars.js";
import { el, isolated, patch, write } from "./dom.js";
import { apart, prob, ratio } from "./format.js";
import { roundTable } from "./round_table.js";
import { line, ruler } from "./ruler.js";
import { ownKind } from "./scene.js";

const MOVING = ".marker, .bar.r"; // come in with a movement, at every step

export function microView(stage) {
  const title = el("span", {});
  const body = el("div", { class: "micro-body", tabindex: "0", role: "group" });
  const node = el("section", { class: "panel micro" }, el("h3", {}, title), body);
  let shown = -1;
  return {
    node,
    update(scene) {
      const [words, ...content] = scene.r ? look(scene, stage) : [""];
      write(title, words);
      body.setAttribute("aria-label", words);
      patch(body, ...content);
      if (shown !== scene.at)
        for (const moving of body.querySelectorAll(MOVING)) moving.replaceWith(moving.cloneNode(true));
      shown = scene.at;
      const mark = scene.plan?.n > 9 ? body.querySelector("tr.here") : null;
      return (
        mark &&
        (() => {
          body.scrollTop = Math.max(0, mark.rowIndex * 27 - 120);
        })
      );
    },
  };
}

function look(scene, stage) {
  if (scene.kind === "judge") return judged(scene, stage);
  if (scene.kind === "emit") return drawn(scene, stage);
  return [stage.say("stage.micro.table"), roundTable(scene, stage)];
}

function judged(scene, stage) {
  const c = scene.r.cands[scene.index];
  const title = stage.say("stage.micro.judge", { i: scene.index + 1 });
  if (c.own !== null && c.own !== undefined) return [title, ...ownSample(c, scene, stage)];
  const limit = c.p / c.q;
  const accepted = c.fate === "accepted";
  const width = stage.widths.micro;
  const [u, right] = limit < 1 ? apart(c.u, limit) : [prob(c.u), "1"];
  const words = {
    alt: scene.sentence,
    accept: stage.say("stage.micro.accept"),
    reject: stage.say("stage.micro.reject"),
  };
  return [
    title,
    c.top ? bars(c.top, stage, { marks: { [c.id]: "candidate" } }) : missing(stage),
    legend(stage, ["p", "q"]),
    el(
      "p",
      { class: "sum" },
      "min(1, ",
      el("b", { class: "target" }, `p ${prob(c.p)}`),
      " ÷ ",
      el("b", { class: "draft" }, `q ${prob(c.q)}`),
      `) = ${limit >= 1 ? `min(1, ${ratio(limit)}) = 1` : ratio(limit)}`,
    ),
    ruler(width, c.u, limit, accepted, words),
    el(
      "p",
      { class: `verdict-line ${c.fate}` },
      `u = ${u} ${accepted ? "<" : "≥"} ${right}  →  ${GLYPH[c.fate]} ${stage.say(`stage.fate.${c.fate}`)}`,
    ),
    c.overlap !== null && c.overlap !== undefined
      ? el("p", { class: "note" }, stage.say("stage.micro.overlap", { overlap: prob(c.overlap) }))
      : null,
  ];
}

function ownSample(c, scene, stage) {
  const same = c.own === c.id;
  const text = same ? c.x : stage.payload.texts[c.own];
  const marks = same ? { [c.id]: "both" } : { [c.id]: "candidate", [c.own]: "own" };
  const fell = c.top?.starts && c.u !== null && c.u !== undefined && !stage.greedy;
  return [
    c.top ? bars(c.top, stage, { marks, only: "p" }) : missing(stage),
    legend(stage, ["p"]),
    fell ? line(stage.widths.micro, c.u, pieces(c.top, "p", c.own, stage), scene.sentence) : null,
    el(
      "p",
      { class: `verdict-line ${c.fate}` },
      isolated(stage.say(`stage.micro.${same ? "same" : "different"}`, { own: text, i: scene.index + 1 })),
      `  →  ${GLYPH[c.fate]} ${stage.say(`stage.fate.${c.fate}`)}`,
    ),
    el("p", { class: "note" }, stage.say(stage.greedy ? "stage.micro.greedy" : "stage.micro.onehot")),
  ];
}

function drawn(scene, stage) {
  const own = scene.r.own;
  const kind = ownKind(scene.r);
  const law = own.law;
  const top = own.top ?? (kind === "replacement" ? scene.r.cands[scene.r.m]?.top : null);
  const rejected = kind === "replacement" ? scene.r.cands[scene.r.m] : null;
  const marks = { [own.id]: "own", ...(rejected ? { [rejected.id]: "candidate" } : {}) };
  const lawWord = stage.say(`stage.micro.law.${law}`);
  const lined = top?.starts && !stage.greedy;
  return [
    stage.say(`stage.micro.${kind}`),
    top
      ? bars(top, stage, { marks, only: law === "residual" ? null : "p", residual: law === "residual" })
      : missing(stage),
    legend(stage, law === "residual" ? ["p", "q", "residual"] : ["p"]),
    lined ? el("p", { class: "note" }, stage.say("stage.micro.line", { law: lawWord })) : null,
    lined ? line(stage.widths.micro, own.u, pieces(top, law, own.id, stage), scene.sentence) : null,
    el("p", { class: `verdict-line ${kind}` }, isolated(own.x), ` ${GLYPH[kind]} ${stage.say(`stage.fate.${kind}`)}`),
    el(
      "p",
      { class: "note" },
      stage.greedy
        ? stage.say("stage.micro.greedy")
        : stage.say("stage.micro.fell", { u: prob(own.u), low: prob(own.low), high: prob(own.high) }),
    ),
  ];
}

function missing(stage) {
  return el("p", { class: "note" }, stage.say("stage.micro.norecord"));
}

// The microscope: one verdict or one draw with every number in it; the table of candidates at the other steps.
import { GLYPH, ownKind } from "./chips.js";
import { el, isolated, put } from "./dom.js";
import { apart, prob, ratio } from "./format.js";
import { line, ruler } from "./ruler.js";
import { rowName } from "./scene.js";

export function microView(stage) {
  const title = el("span", {});
  const body = el("div", { class: "micro-body", tabindex: "0", role: "group" });
  const node = el("section", { class: "panel micro" }, el("h3", {}, title), body);
  return {
    node,
    update(scene) {
      const [words, ...content] = scene.r ? look(scene, stage) : [""];
      title.textContent = words;
      body.setAttribute("aria-label", words);
      put(body, ...content);
      const mark = scene.plan?.n > 9 ? body.querySelector("tr.here") : null;
      return mark && (() => { body.scrollTop = Math.max(0, mark.rowIndex * 27 - 120); });
    },
  };
}

function look(scene, stage) {
  if (scene.kind === "judge") return judged(scene, stage);
  if (scene.kind === "emit") return drawn(scene, stage);
  return [stage.say("stage.micro.table"), table(scene, stage)];
}

function judged(scene, stage) {
  const c = scene.r.cands[scene.index];
  const title = stage.say("stage.micro.judge", { i: scene.index + 1 });
  if (c.own !== null && c.own !== undefined) return [title, ...ownSample(c, scene, stage)];
  const limit = c.p / c.q;
  const accepted = c.fate === "accepted";
  const width = stage.widths.micro;
  const [u, right] = limit < 1 ? apart(c.u, limit) : [prob(c.u), "1"];
  const words = { alt: scene.sentence, accept: stage.say("stage.micro.accept"), reject: stage.say("stage.micro.reject") };
  return [
    title,
    c.top ? bars(c.top, stage, { marks: { [c.id]: "candidate" } }) : missing(stage),
    legend(stage, ["p", "q"]),
    el("p", { class: "sum" }, "min(1, ", el("b", { class: "target" }, `p ${prob(c.p)}`), " ÷ ", el("b", { class: "draft" }, `q ${prob(c.q)}`), `) = ${limit >= 1 ? `min(1, ${ratio(limit)}) = 1` : ratio(limit)}`),
    ruler(width, c.u, limit, accepted, words),
    el("p", { class: `verdict-line ${c.fate}` }, `u = ${u} ${accepted ? "<" : "≥"} ${right}  →  ${GLYPH[c.fate]} ${stage.say(`stage.fate.${c.fate}`)}`),
    c.overlap !== null && c.overlap !== undefined ? el("p", { class: "note" }, stage.say("stage.micro.overlap", { overlap: prob(c.overlap) })) : null,
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
    el("p", { class: `verdict-line ${c.fate}` }, isolated(stage.say(`stage.micro.${same ? "same" : "different"}`, { own: text, i: scene.index + 1 })), `  →  ${GLYPH[c.fate]} ${stage.say(`stage.fate.${c.fate}`)}`),
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
    top ? bars(top, stage, { marks, only: law === "residual" ? null : "p", residual: law === "residual" }) : missing(stage),
    legend(stage, law === "residual" ? ["p", "q", "residual"] : ["p"]),
    lined ? el("p", { class: "note" }, stage.say("stage.micro.line", { law: lawWord })) : null,
    lined ? line(stage.widths.micro, own.u, pieces(top, law, own.id, stage), scene.sentence) : null,
    el("p", { class: `verdict-line ${kind}` }, isolated(own.x), ` ${GLYPH[kind]} ${stage.say(`stage.fate.${kind}`)}`),
    el("p", { class: "note" }, stage.greedy ? stage.say("stage.micro.greedy") : stage.say("stage.micro.fell", { u: prob(own.u), low: prob(own.low), high: prob(own.high) })),
  ];
}

function missing(stage) {
  return el("p", { class: "note" }, stage.say("stage.micro.norecord"));
}

/** Pieces of a cumulative line from a top list. */
function pieces(top, law, hit, stage) {
  return top.ids.map((id, n) => ({ start: top.starts[n], mass: top[law][n], text: stage.payload.texts[id], hit: id === hit }));
}

/** Paired bars over the top entries and the rest; with `residual` the excess (p − q)+ is marked and grows to scale 1. */
function bars(top, stage, { marks = {}, only = null, residual = false } = {}) {
  const q = only !== "p" && top.q;
  const all = [...top.p, top.p_rest ?? 0, ...(q ? [...top.q, top.q_rest ?? 0] : []), ...(residual ? [...top.residual, top.residual_rest ?? 0] : [])];
  const most = Math.max(...all, 1e-9);
  const bar = (v, cls) => el("span", { class: `bar ${cls}`, style: `width:${(100 * v / most).toFixed(2)}%` });
  const rows = [...top.ids.map((id, n) => [stage.payload.texts[id], id, top.p[n], q ? top.q[n] : null, residual ? top.residual[n] : null]),
    [stage.say("stage.micro.rest"), null, top.p_rest ?? 0, q ? top.q_rest ?? 0 : null, residual ? top.residual_rest ?? 0 : null]];
  return el("div", { class: `bars ${residual ? "three" : q ? "two" : "one"}` }, ...rows.flatMap(([text, id, p, qx, r]) => {
    const mark = id === null ? "rest" : marks[id] ?? "";
    const tags = mark === "both" ? ["candidate", "own"] : mark === "candidate" || mark === "own" ? [mark] : [];
    return [
      el("span", { class: `name ${mark}` }, ...tags.map((tag) => el("i", { "aria-hidden": "true" }, tag === "own" ? "↺" : "▸")), isolated(text)),
      el("span", { class: "stack", "aria-hidden": "true" }, bar(p, residual ? "p under" : "p"), qx !== null ? bar(qx, "q") : null, r !== null ? bar(r, "r") : null),
      el("span", { class: "values" }, el("b", { class: "target" }, prob(p)), qx !== null ? el("b", { class: "draft" }, prob(qx)) : null, r !== null ? el("b", { class: "res" }, prob(r)) : null),
    ];
  }));
}

function legend(stage, names) {
  return el("p", { class: "legend" }, ...names.map((name) => el("span", {}, el("i", { class: `swatch ${name}`, "aria-hidden": "true" }), stage.say(`stage.micro.${name}`))));
}

function table(scene, stage) {
  const decided = scene.kind === "commit" || scene.kind === "repair";
  const head = ["", stage.say("stage.table.candidate"), stage.say("stage.table.row"), "q", "p", "u", stage.say("stage.table.fate")];
  const rows = scene.r.cands.map((c, i) => {
    const fate = scene.fates[i];
    const known = fate !== "waiting";
    const full = decided && c.fate !== "unjudged";
    return tr(`${fate} ${scene.kind === "draft" && i === scene.index ? "here" : ""}`, [
      `d${i + 1}`, known ? isolated(c.x) : "", full ? rowName(c.row) : "", known ? prob(c.q) : "", full ? prob(c.p) : "",
      full && c.u !== null && c.u !== undefined ? prob(c.u) : "", known ? `${GLYPH[fate]} ${stage.say(`stage.fate.${fate}`)}`.trim() : ""]);
  });
  if (decided && scene.r.own) {
    const kind = ownKind(scene.r);
    rows.splice(scene.r.m + (kind === "replacement" ? 1 : 0), 0, tr(kind, ["", isolated(scene.r.own.x), rowName(scene.r.own.row), "", "", prob(scene.r.own.u), `${GLYPH[kind]} ${stage.say(`stage.fate.${kind}`)}`.trim()]));
  }
  return el("table", {}, el("thead", {}, el("tr", {}, ...head.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, ...rows));
}

function tr(cls, entries) {
  return el("tr", { class: cls }, ...entries.map((entry) => el("td", {}, entry)));
}

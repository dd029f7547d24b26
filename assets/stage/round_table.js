// The candidates of a round as a table that fills as they become known; the target's own token joins at the end.
import { GLYPH } from "./chips.js";
import { el, isolated } from "./dom.js";
import { prob } from "./format.js";
import { ownKind, rowName } from "./scene.js";

export function roundTable(scene, stage) {
  const decided = scene.kind === "commit" || scene.kind === "repair";
  const head = [
    "",
    stage.say("stage.table.candidate"),
    stage.say("stage.table.row"),
    "q",
    "p",
    "u",
    stage.say("stage.table.fate"),
  ];
  const rows = scene.r.cands.map((c, i) => {
    const fate = scene.fates[i];
    const known = fate !== "waiting";
    const full = decided && c.fate !== "unjudged";
    return tr(`${fate} ${scene.kind === "draft" && i === scene.index ? "here" : ""}`, [
      `d${i + 1}`,
      known ? isolated(c.x) : "",
      full ? rowName(c.row) : "",
      known ? prob(c.q) : "",
      full ? prob(c.p) : "",
      full && c.u !== null && c.u !== undefined ? prob(c.u) : "",
      known ? verdict(fate, stage) : "",
    ]);
  });
  if (decided && scene.r.own) {
    const kind = ownKind(scene.r);
    rows.splice(
      scene.r.m + (kind === "replacement" ? 1 : 0),
      0,
      tr(kind, [
        "",
        isolated(scene.r.own.x),
        rowName(scene.r.own.row),
        "",
        "",
        prob(scene.r.own.u),
        verdict(kind, stage),
      ]),
    );
  }
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...head.map((h) => el("th", { scope: "col" }, h)))),
    el("tbody", {}, ...rows),
  );
}

/** Glyph and word; where there is little room the glyph alone is seen. */
function verdict(fate, stage) {
  const word = stage.say(`stage.fate.${fate}`);
  return el("span", {}, GLYPH[fate], el("span", { class: "word" }, GLYPH[fate] ? ` ${word}` : word));
}

function tr(cls, entries) {
  return el("tr", { class: cls }, ...entries.map((entry) => el("td", {}, entry)));
}

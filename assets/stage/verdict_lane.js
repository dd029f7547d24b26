// The upper half of the rows picture: verdicts, the target's own token, and the arrows that lead to them.
import { GLYPH } from "./chips.js";
import { svg } from "./dom.js";
import { cells, cut } from "./format.js";
import { Y } from "./rows_layout.js";
import { ownKind } from "./scene.js";

/** Everything above the rows that is inside the page shown. */
export function verdictLane(scene, layout, stage) {
  const inside = scene.fates.map((fate, i) => [i, fate]).filter(([i]) => layout.inside(i + 1));
  // the arrows last: the boxes then keep their places among their siblings from step to step
  const out = [
    ...inside.map(([i, fate]) => verdict(i, fate, scene, layout, stage)),
    ...inside.map(([i, fate]) => judged(i, fate, scene, layout)),
  ];
  const last = scene.plan.n + 1;
  if (scene.own && layout.inside(scene.plan.ownColumn)) out.push(...own(scene, layout, stage));
  else if (!scene.own && !scene.fates.includes("rejected") && layout.inside(last))
    out.push(placeholder(last, layout));
  return out;
}

/** From a row, by its number, up to the verdict in column `to`; nothing if the row is not on the page. */
function arrow(row, to, scene, layout, cls) {
  const from = scene.plan.rows.find((r) => r.row === row);
  if (!from || !layout.inside(from.col)) return null;
  const a = layout.x(from.col);
  const b = layout.x(to);
  const end = Y.verdict + Y.verdictH;
  const middle = (Y.rows + end) / 2;
  return svg(
    "g",
    { class: `judge-arrow ${cls}` },
    svg("path", { d: `M${a},${Y.rows - 1} C${a},${middle} ${b},${middle} ${b},${end + 8}`, class: "shaft" }),
    svg("path", { d: `M${b},${end + 2} l-4.5,8 h9 z`, class: "point" }),
  );
}

/** The class of what is about the candidate judged at this step. */
function liveness(i, scene) {
  return scene.kind === "judge" && scene.index === i ? "live" : "";
}

/** The arrow to the verdict on a candidate that has been judged. */
function judged(i, fate, scene, layout) {
  if (fate !== "accepted" && fate !== "rejected") return null;
  return arrow(scene.r.cands[i].row, i + 1, scene, layout, `${fate} ${liveness(i, scene)}`);
}

function verdict(i, fate, scene, layout, stage) {
  const x = layout.x(i + 1);
  const text = fate === "waiting" ? "" : cut(scene.r.cands[i].x, layout.chars);
  const below = fate === "waiting" || fate === "proposed" ? `d${i + 1}` : fateWords(fate, layout, stage);
  return svg(
    "g",
    { class: `verdict ${fate} ${liveness(i, scene)}` },
    svg("rect", { x: x - layout.box / 2, y: Y.verdict, width: layout.box, height: Y.verdictH, rx: 7 }),
    svg("text", { x, y: Y.verdict + 16, class: "tok" }, text),
    svg("text", { x, y: Y.verdict + 31, class: "fate" }, below),
  );
}

/** Glyph and word of a fate, or the glyph alone where the word has no room. */
function fateWords(fate, layout, stage) {
  const words = `${GLYPH[fate]} ${stage.say(`stage.fate.${fate}`)}`.trim();
  return 6 * cells(words) <= layout.box ? words : GLYPH[fate] || cut(words, Math.floor(layout.box / 6));
}

/** Where the target's own token will stand if every candidate does. */
function placeholder(col, layout) {
  return svg("rect", {
    x: layout.x(col) - layout.box / 2,
    y: Y.verdict,
    width: layout.box,
    height: Y.verdictH,
    rx: 3,
    class: "own-place",
  });
}

/** The target's own token: a replacement stands above the candidate it replaces, a bonus in a column of its own. */
function own(scene, layout, stage) {
  const { row, x: text } = scene.r.own;
  const col = scene.plan.ownColumn;
  const kind = ownKind(scene.r);
  const x = layout.x(col);
  const left = x - layout.box / 2;
  const live = scene.kind === "emit" || scene.kind === "judge" ? "live" : "";
  const box = (y, height) => [
    svg("rect", { x: left, y, width: layout.box, height, rx: 3 }),
    svg("line", { x1: left, x2: left + layout.box, y1: y + height, y2: y + height, class: "underline" }),
  ];
  if (kind === "replacement")
    return [
      svg(
        "g",
        { class: `own ${kind} ${live}` },
        ...box(Y.own, Y.ownH),
        svg("text", { x, y: Y.own + 16, class: "tok" }, `${GLYPH[kind]} ${cut(text, layout.chars - 2)}`),
      ),
    ];
  return [
    arrow(row, col, scene, layout, `${kind} ${live}`),
    svg(
      "g",
      { class: `own ${kind} ${live}` },
      ...box(Y.verdict, Y.verdictH),
      svg("text", { x, y: Y.verdict + 16, class: "tok" }, cut(text, layout.chars)),
      svg("text", { x, y: Y.verdict + 31, class: "fate" }, fateWords(kind, layout, stage)),
    ),
  ];
}

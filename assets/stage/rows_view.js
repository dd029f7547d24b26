// The verify pass: inputs below, rows of logits above them, an arrow from each judge row to what it judges.
// One inline SVG in real pixels; everything of the round has its place from the first step on and is dim until known.
import { GLYPH, ownKind } from "./chips.js";
import { el, put, svg } from "./dom.js";
import { cells, cut } from "./format.js";
import { SAVED_NEXT, rowName, rowsLayout } from "./scene.js";

const Y = { own: 0, ownH: 24, verdict: 29, verdictH: 39, rows: 106, rowsH: 24, pass: 138, passH: 25, input: 171, inputH: 26, label: 210 };
const HEIGHT = 215;
const MINI = { width: 150, height: 14 };

export function rowsView(stage) {
  const title = el("span", {}, stage.say("stage.rows"));
  const mask = el("button", { type: "button", onclick: () => stage.setMask(!stage.mask) }, stage.say("stage.mask"));
  const map = svg("svg", { class: "picture minimap", role: "img", width: MINI.width, height: MINI.height });
  const picture = svg("svg", { class: "picture rows", role: "img", height: HEIGHT });
  const node = el("section", { class: "panel rows-panel" }, el("h3", {}, title, map, el("span", { class: "pair" }, mask)), picture);
  return {
    node,
    picture,
    update(scene) {
      mask.setAttribute("aria-pressed", String(stage.mask));
      const width = stage.widths.rows;
      picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
      picture.setAttribute("width", width);
      picture.setAttribute("aria-label", `${stage.say("stage.rows.alt")} ${scene.sentence}`);
      const layout = scene.r ? rowsLayout(width, scene.plan.columns, scene.focus) : null;
      put(picture, ...(layout ? draw(scene, layout, stage) : []));
      const part = layout && layout.to - layout.from < scene.plan.columns;
      map.style.display = part ? "" : "none";
      if (part) map.setAttribute("aria-label", stage.say("stage.minimap", { from: layout.from + 1, to: layout.to, all: scene.plan.columns }));
      put(map, ...(part ? minimap(scene, layout) : []));
    },
  };
}

function draw(scene, layout, stage) {
  const inside = (col) => col >= layout.from && col < layout.to;
  const room = Math.floor((layout.box - 6) / 7.3);
  const passed = !["start", "draft"].includes(scene.kind);
  const out = [...lanes(layout, stage), ...passBar(scene, layout, passed, stage)];
  for (const input of columnsOfInput(scene)) if (inside(input.col)) out.push(inputBox(input, scene, layout, room, stage));
  for (const row of scene.plan.rows) if (inside(row.col)) out.push(rowBox(row, scene, layout, passed, stage));
  if (stage.mask && passed) out.push(...sight(scene, layout, inside));
  scene.fates.forEach((fate, i) => { if (inside(i + 1)) out.push(...verdict(i, fate, scene, layout, room, stage)); });
  if (scene.own && inside(scene.plan.ownColumn)) out.push(...own(scene, layout, room, stage));
  else if (!scene.own && !scene.fates.includes("rejected") && inside(scene.plan.n + 1)) out.push(placeholder(layout.x(scene.plan.n + 1), layout));
  return out;
}

function lanes(layout, stage) {
  if (!layout.label) return [];
  const label = (y, name, cls) => svg("text", { x: 0, y, class: `lane ${cls}` }, stage.say(`stage.lane.${name}`));
  return [label(Y.verdict + 23, "verdict", ""), label(Y.rows + 16, "rows", "target"), label(Y.pass + 17, "pass", "target"), label(Y.input + 17, "input", "draft")];
}

/** Every column's input: what the pass reads, candidates not yet drafted, and the newest token if it is cached already. */
function columnsOfInput(scene) {
  const read = scene.plan.inputs;
  const out = read.map((input) => ({ ...input, read: true }));
  const have = new Set(read.map((input) => input.col));
  if (!have.has(0)) out.push({ col: 0, pos: scene.r.t - 1, text: scene.plan.newest, read: false });
  scene.r.cands.forEach((c, i) => { if (!have.has(i + 1)) out.push({ col: i + 1, pos: scene.r.t + i, text: c.x, read: false }); });
  return out;
}

function passBar(scene, layout, passed, stage) {
  const { inputs } = scene.plan;
  if (!inputs.length) return [svg("text", { x: layout.x(1) - layout.box / 2, y: Y.pass + 17, class: "note" }, stage.say("stage.rows.none"))];
  const first = Math.max(layout.from, Math.min(...inputs.map((i) => i.col)));
  const last = Math.min(layout.to - 1, Math.max(...inputs.map((i) => i.col)));
  if (last < first) return [];
  const x = layout.x(first) - layout.box / 2;
  const width = layout.x(last) + layout.box / 2 - x;
  const words = stage.say("stage.pass", { n: inputs.length });
  return [
    svg("rect", { x, y: Y.pass, width, height: Y.passH, rx: 7, class: `pass ${passed ? "" : "dim"} ${scene.kind === "verify" ? "active" : ""}` }),
    stage.mask && passed ? null : svg("text", { x: x + width / 2, y: Y.pass + 17, class: `pass-words ${passed ? "" : "dim"}` }, cut(words, Math.floor(width / 6.4))),
  ];
}

function inputBox({ col, pos, text, read }, scene, layout, room, stage) {
  const i = pos - scene.r.t;
  const known = i < 0 || scene.fates[i] !== "waiting";
  const active = scene.kind === "draft" && i === scene.index;
  const x = layout.x(col);
  const kind = i < 0 ? "newest" : "candidate";
  const label = i >= 0 ? `d${i + 1}` : read ? stage.say("stage.pending") : i === -1 ? stage.say("stage.cached") : String(pos);
  return svg("g", { class: `input ${kind} ${known ? "" : "unknown"} ${active ? "active" : ""} ${read ? "" : "outside"}` },
    read ? svg("line", { x1: x, x2: x, y1: Y.pass + Y.passH, y2: Y.input, class: "wire" }) : null,
    svg("rect", { x: x - layout.box / 2, y: Y.input, width: layout.box, height: Y.inputH, rx: 6 }),
    svg("text", { x, y: Y.input + 17.5, class: "tok" }, known ? cut(text, room) : ""),
    svg("text", { x, y: Y.label, class: "under" }, cut(label, Math.floor(layout.step / 6))));
}

function rowBox({ row, col }, scene, layout, passed, stage) {
  const x = layout.x(col);
  const saved = row === SAVED_NEXT;
  const ready = passed || saved;
  const unused = scene.decided && !scene.plan.used.has(row);
  const active = scene.activeRow === row;
  const name = 7.6 * rowName(row).length <= layout.box ? rowName(row) : saved ? "saved" : `[${row}]`;
  return svg("g", { class: `row ${ready ? "" : "dim"} ${unused ? "unused" : ""} ${active ? "active" : ""} ${saved ? "saved" : ""}` },
    saved ? null : svg("line", { x1: x, x2: x, y1: Y.rows + Y.rowsH, y2: Y.pass, class: "wire target" }),
    svg("rect", { x: x - layout.box / 2, y: Y.rows, width: layout.box, height: Y.rowsH, rx: 6 }),
    svg("text", { x, y: Y.rows + 16.5, class: "tok" }, name),
    unused ? svg("text", { x, y: Y.rows - 6, class: "under" }, cut(stage.say("stage.unused"), Math.floor(layout.step / 5.6))) : null,
    saved ? svg("text", { x, y: Y.pass + 17, class: "under" }, cut(stage.say("stage.kept"), Math.floor(layout.step / 5.6))) : null);
}

function arrow(fromCol, toCol, toY, layout, cls) {
  const a = layout.x(fromCol);
  const b = layout.x(toCol);
  const middle = (Y.rows + toY) / 2;
  return svg("g", { class: `judge-arrow ${cls}` },
    svg("path", { d: `M${a},${Y.rows - 1} C${a},${middle} ${b},${middle} ${b},${toY + 8}`, class: "shaft" }),
    svg("path", { d: `M${b},${toY + 2} l-4.5,8 h9 z`, class: "point" }));
}

function verdict(i, fate, scene, layout, room, stage) {
  const c = scene.r.cands[i];
  const judged = fate === "accepted" || fate === "rejected";
  const live = scene.kind === "judge" && scene.index === i;
  const x = layout.x(i + 1);
  const from = judged ? scene.plan.rows.find((r) => r.row === c.row) : null;
  const words = fateWords(fate, layout, stage);
  return [
    from && from.col >= layout.from ? arrow(from.col, i + 1, Y.verdict + Y.verdictH, layout, `${fate} ${live ? "live" : ""}`) : null,
    svg("g", { class: `verdict ${fate} ${live ? "live" : ""}` },
      svg("rect", { x: x - layout.box / 2, y: Y.verdict, width: layout.box, height: Y.verdictH, rx: 7 }),
      svg("text", { x, y: Y.verdict + 16, class: "tok" }, fate === "waiting" ? "" : cut(c.x, room)),
      svg("text", { x, y: Y.verdict + 31, class: "fate" }, fate === "waiting" || fate === "proposed" ? `d${i + 1}` : words)),
  ];
}

/** Glyph and word of a fate, or the glyph alone where the word has no room. */
function fateWords(fate, layout, stage) {
  const words = `${GLYPH[fate]} ${stage.say(`stage.fate.${fate}`)}`.trim();
  return 6 * cells(words) <= layout.box ? words : GLYPH[fate] || cut(words, Math.floor(layout.box / 6));
}

/** Where the target's own token will stand if every candidate does. */
function placeholder(x, layout) {
  return svg("rect", { x: x - layout.box / 2, y: Y.verdict, width: layout.box, height: Y.verdictH, rx: 3, class: "own-place" });
}

/** The target's own token: a replacement stands above the candidate it replaces, a bonus in a column of its own. */
function own(scene, layout, room, stage) {
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
    return [svg("g", { class: `own ${kind} ${live}` }, ...box(Y.own, Y.ownH),
      svg("text", { x, y: Y.own + 16, class: "tok" }, `${GLYPH[kind]} ${cut(text, room - 2)}`))];
  const from = scene.plan.rows.find((r) => r.row === row);
  return [
    from && from.col >= layout.from ? arrow(from.col, col, Y.verdict + Y.verdictH, layout, `${kind} ${live}`) : null,
    svg("g", { class: `own ${kind} ${live}` }, ...box(Y.verdict, Y.verdictH),
      svg("text", { x, y: Y.verdict + 16, class: "tok" }, cut(text, room)),
      svg("text", { x, y: Y.verdict + 31, class: "fate" }, fateWords(kind, layout, stage))),
  ];
}

/** The causal mask as lines of sight: from a row down to every input it may read. */
function sight(scene, layout, inside) {
  const { inputs } = scene.plan;
  const rows = scene.activeRow !== null && scene.activeRow >= 0 ? [scene.activeRow] : inputs.map((_, row) => row);
  return rows.flatMap((row) => inputs.flatMap((input, j) => {
    const seen = j <= row;
    if (!inside(input.col) || !inside(inputs[row]?.col ?? -1) || (!seen && rows.length > 1)) return [];
    const x = layout.x(input.col);
    return [seen
      ? svg("line", { x1: layout.x(inputs[row].col), y1: Y.rows + Y.rowsH, x2: x, y2: Y.input, class: `sight ${rows.length > 1 ? "faint" : ""}` })
      : svg("text", { x, y: Y.input - 6, class: "blocked" }, "×")];
  }));
}

/** All columns of a long round in small, and which of them are shown. */
function minimap(scene, layout) {
  const step = MINI.width / scene.plan.columns;
  const tick = (col, y, height, cls) => svg("rect", { x: col * step + step * 0.1, y, width: Math.max(1, step * 0.8), height, class: `tick ${cls}` });
  return [
    ...scene.fates.map((fate, i) => tick(i + 1, 4, 6, fate)),
    scene.own ? tick(scene.plan.ownColumn, 0.5, 2.5, ownKind(scene.r)) : null,
    svg("rect", { x: layout.from * step + 0.75, y: 2, width: (layout.to - layout.from) * step - 1.5, height: 10, rx: 2.5, class: "frame" }),
  ];
}

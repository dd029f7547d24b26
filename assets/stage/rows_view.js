// The verify pass: inputs below, rows of logits above them, an arrow from each judge row to what it judges.
// One inline SVG in real pixels; everything of the round has its place from the first step on and is dim until known.
import { el, patch, svg } from "./dom.js";
import { cells, cut } from "./format.js";
import { minimap } from "./minimap.js";
import { HEIGHT, Y, rowsLayout } from "./rows_layout.js";
import { SAVED_NEXT, rowName } from "./scene.js";
import { verdictLane } from "./verdict_lane.js";

export function rowsView(stage) {
  const mask = el(
    "button",
    { type: "button", onclick: () => stage.set({ mask: !stage.mask }) },
    stage.say("stage.mask"),
  );
  const map = minimap(stage);
  const picture = svg("svg", { class: "picture rows", role: "img", height: HEIGHT });
  const title = el("h3", {}, el("span", {}, stage.say("stage.rows")), map.node, el("span", { class: "pair" }, mask));
  return {
    node: el("section", { class: "panel rows-panel" }, title, picture),
    picture,
    update(scene) {
      mask.setAttribute("aria-pressed", String(stage.mask));
      const width = stage.widths.rows;
      picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
      picture.setAttribute("width", width);
      picture.setAttribute("aria-label", `${stage.say("stage.rows.alt")} ${scene.sentence}`);
      const layout = scene.r ? rowsLayout(width, scene.plan.columns, scene.focus) : null;
      patch(picture, ...(layout ? draw(scene, layout, stage) : []));
      map.update(scene, layout);
    },
  };
}

function draw(scene, layout, stage) {
  const passed = scene.kind !== "start" && scene.kind !== "draft";
  return [
    ...lanes(layout, stage),
    ...passBar(scene, layout, passed, stage),
    ...columnsOfInput(scene)
      .filter((input) => layout.inside(input.col))
      .map((input) => inputBox(input, scene, layout, stage)),
    ...scene.plan.rows
      .filter((row) => layout.inside(row.col))
      .map((row) => rowBox(row, scene, layout, passed, stage)),
    ...(stage.mask && passed ? sight(scene, layout) : []),
    ...verdictLane(scene, layout, stage),
    scene.r.simulated ? svg("text", { x: 0, y: Y.own + 14, class: "lane" }, stage.say("stage.simulated")) : null,
  ];
}

function lanes(layout, stage) {
  if (!layout.label) return [];
  const label = (y, name, cls) => svg("text", { x: 0, y, class: `lane ${cls}` }, stage.say(`stage.lane.${name}`));
  return [
    label(Y.verdict + 23, "verdict", ""),
    label(Y.rows + 16, "rows", "target"),
    label(Y.pass + 17, "pass", "target"),
    label(Y.input + 17, "input", "draft"),
  ];
}

/** Every column's input: what the pass reads, candidates not yet drafted, and the newest token if it is cached already. */
function columnsOfInput(scene) {
  const read = scene.plan.inputs;
  const out = read.map((input) => ({ ...input, read: true }));
  const have = new Set(read.map((input) => input.col));
  if (!have.has(0)) out.push({ col: 0, pos: scene.r.t - 1, text: scene.plan.newest, read: false });
  scene.r.cands.forEach((c, i) => {
    if (!have.has(i + 1)) out.push({ col: i + 1, pos: scene.r.t + i, text: c.x, read: false });
  });
  return out;
}

function passBar(scene, layout, passed, stage) {
  const { inputs } = scene.plan;
  if (!inputs.length)
    return [
      svg("text", { x: layout.x(1) - layout.box / 2, y: Y.pass + 17, class: "note" }, stage.say("stage.rows.none")),
    ];
  const first = Math.max(layout.from, Math.min(...inputs.map((i) => i.col)));
  const last = Math.min(layout.to - 1, Math.max(...inputs.map((i) => i.col)));
  if (last < first) return [];
  const x = layout.x(first) - layout.box / 2;
  const width = layout.x(last) + layout.box / 2 - x;
  const chars = Math.floor(width / 6.4);
  const pass = stage.say("stage.pass", { n: inputs.length });
  const whole = scene.plan.n ? `${pass} · ${stage.say(`stage.pass.${scene.r.repair}`)}` : pass;
  return [
    svg("rect", {
      x,
      y: Y.pass,
      width,
      height: Y.passH,
      rx: 7,
      class: `pass ${passed ? "" : "dim"} ${scene.kind === "verify" ? "active" : ""}`,
    }),
    stage.mask && passed
      ? null
      : svg(
          "text",
          { x: x + width / 2, y: Y.pass + 17, class: `pass-words ${passed ? "" : "dim"}` },
          cells(whole) <= chars ? whole : cut(pass, chars),
        ),
  ];
}

function inputBox({ col, pos, text, read }, scene, layout, stage) {
  const i = pos - scene.r.t;
  const known = i < 0 || scene.fates[i] !== "waiting";
  const active = scene.kind === "draft" && i === scene.index;
  const x = layout.x(col);
  const kind = i < 0 ? "newest" : "candidate";
  const label =
    i >= 0 ? `d${i + 1}` : read ? stage.say("stage.pending") : i === -1 ? stage.say("stage.cached") : String(pos);
  return svg(
    "g",
    { class: `input ${kind} ${known ? "" : "unknown"} ${active ? "active" : ""} ${read ? "" : "outside"}` },
    read ? svg("line", { x1: x, x2: x, y1: Y.pass + Y.passH, y2: Y.input, class: "wire" }) : null,
    svg("rect", { x: x - layout.box / 2, y: Y.input, width: layout.box, height: Y.inputH, rx: 6 }),
    svg("text", { x, y: Y.input + 17.5, class: "tok" }, known ? cut(text, layout.chars) : ""),
    svg("text", { x, y: Y.label, class: "under" }, cut(label, Math.floor(layout.step / 6))),
  );
}

function rowBox({ row, col }, scene, layout, passed, stage) {
  const x = layout.x(col);
  const saved = row === SAVED_NEXT;
  const ready = passed || saved;
  const unused = scene.decided && !scene.plan.used.has(row);
  const active = scene.activeRow === row;
  const name = 7.6 * rowName(row).length <= layout.box ? rowName(row) : saved ? "saved" : `[${row}]`;
  return svg(
    "g",
    {
      class: `row ${ready ? "" : "dim"} ${unused ? "unused" : ""} ${active ? "active" : ""} ${saved ? "saved" : ""}`,
    },
    saved ? null : svg("line", { x1: x, x2: x, y1: Y.rows + Y.rowsH, y2: Y.pass, class: "wire target" }),
    svg("rect", { x: x - layout.box / 2, y: Y.rows, width: layout.box, height: Y.rowsH, rx: 6 }),
    svg("text", { x, y: Y.rows + 16.5, class: "tok" }, name),
    unused
      ? svg(
          "text",
          { x, y: Y.rows - 6, class: "under" },
          cut(stage.say("stage.unused"), Math.floor(layout.step / 5.6)),
        )
      : null,
    saved
      ? svg(
          "text",
          { x, y: Y.pass + 17, class: "under" },
          cut(stage.say("stage.kept"), Math.floor(layout.step / 5.6)),
        )
      : null,
  );
}

/** The causal mask as lines of sight: from a row down to every input it may read. */
function sight(scene, layout) {
  const { inputs } = scene.plan;
  const rows = scene.activeRow !== null && scene.activeRow >= 0 ? [scene.activeRow] : inputs.map((_, row) => row);
  return rows.flatMap((row) =>
    inputs.flatMap((input, j) => {
      const seen = j <= row;
      if (!layout.inside(input.col) || !layout.inside(inputs[row]?.col ?? -1) || (!seen && rows.length > 1))
        return [];
      const x = layout.x(input.col);
      return [
        seen
          ? svg("line", {
              x1: layout.x(inputs[row].col),
              y1: Y.rows + Y.rowsH,
              x2: x,
              y2: Y.input,
              class: `sight ${rows.length > 1 ? "faint" : ""}`,
            })
          : svg("text", { x, y: Y.input - 6, class: "blocked" }, "×"),
      ];
    }),
  );
}

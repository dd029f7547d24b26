// One round as geometry in columns, and what is known of it at a step. Pure.
// Column c belongs to sequence position t − 1 + c: column 0 is the newest committed token, column i candidate d_i.
// A row sits above the input it follows, a verdict sits in the column of its candidate: one column further right.
// That step to the right is the off-by-one.

export const SAVED_NEXT = -1;

export function rowName(row) {
  return row === SAVED_NEXT ? "saved_next" : `rows[${row}]`;
}

/** Inputs, rows and verdict columns of a round. `stream` holds the texts of all final positions. */
export function plan(round, stream) {
  const n = round.cands.length;
  const column = (pos) => pos - round.t + 1;
  const text = (pos) => (pos < round.t ? stream[pos] : round.cands[pos - round.t]?.x ?? "");
  const [start, count] = round.pass ?? [round.t, 0];
  const inputs = Array.from({ length: count }, (_, j) => ({ col: column(start + j), pos: start + j, text: text(start + j) }));
  const rows = inputs.map(({ col }, row) => ({ row, col }));
  if (round.repair === "eager") rows.unshift({ row: SAVED_NEXT, col: 0 });
  const used = new Set(round.cands.filter((c) => c.fate !== "unjudged").map((c) => c.row));
  if (round.own) used.add(round.own.row);
  return { n, inputs, rows, used, columns: n + 2, newest: text(round.t - 1), ownColumn: round.own ? round.m + 1 : null };
}

/** Fate of every candidate as known at a step: waiting, proposed, accepted, rejected or unjudged. */
export function fates(round, kind, index) {
  return round.cands.map((c, i) => {
    if (kind === "start") return "waiting";
    if (kind === "draft") return i <= index ? "proposed" : "waiting";
    if (kind === "verify") return "proposed";
    if (kind !== "judge") return c.fate;
    if (i <= index) return c.fate;
    return round.cands[index].fate === "rejected" ? "unjudged" : "proposed";
  });
}

/** Is the target's own token known at a step? */
export function ownKnown(round, kind, index) {
  if (!round.own) return false;
  if (kind === "emit" || kind === "commit" || kind === "repair") return true;
  return kind === "judge" && round.rule === "own_sample" && round.cands[index].fate === "rejected";
}

/** The column a step is about. */
export function focus(round, kind, index) {
  if (kind === "draft" || kind === "judge") return index + 1;
  if (kind === "start") return 0;
  if (kind === "verify") return 0;
  return round.own ? round.m + 1 : Math.max(0, round.m);
}

/** The row a step reads: the judge row of its candidate, or the row the target's own token comes from. */
export function activeRow(round, kind, index) {
  if (kind === "judge") return round.cands[index].row;
  return kind === "emit" && round.own ? round.own.row : null;
}

/**
 * The part [from, to) of `count` columns to show when there is room for `room`, so that `focus` and its left
 * neighbour are in it. Windows are pages that overlap by three, so the picture stays put within a page.
 */
export function pageAround(count, room, focus) {
  if (count <= room) return [0, count];
  const stride = Math.max(1, room - 3);
  const from = Math.min(Math.floor(Math.max(0, focus - 1) / stride) * stride, count - room);
  return [from, from + room];
}

/** Pixel layout of the rows picture for a width: label column, column width, the page shown. */
export function rowsLayout(width, columns, focused) {
  const label = width >= 460 ? 74 : 0;
  const room = Math.max(4, Math.floor((width - label) / (width >= 460 ? 51 : 54)));
  const [from, to] = pageAround(columns, room, focused);
  const step = Math.min(104, (width - label) / (to - from));
  return { label, from, to, step, box: Math.max(20, step - Math.max(5, Math.min(12, step * 0.1))), x: (col) => label + (col - from + 0.5) * step };
}

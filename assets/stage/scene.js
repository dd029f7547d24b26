// One round as geometry in columns, and what is known of it at a step. Pure.
// Column c belongs to sequence position t − 1 + c: column 0 is the newest committed token, column i candidate d_i.
// A row sits above the input it follows, a verdict sits in the column of its candidate: one column further right.
// That step to the right is the off-by-one.

import { parts } from "./format.js";

export const SAVED_NEXT = -1;

export function rowName(row) {
  return row === SAVED_NEXT ? "saved_next" : `rows[${row}]`;
}

/** Inputs, rows and verdict columns of a round. `stream` holds the texts of all final positions. */
export function plan(round, stream) {
  const n = round.cands.length;
  const column = (pos) => pos - round.t + 1;
  const text = (pos) => (pos < round.t ? stream[pos] : (round.cands[pos - round.t]?.x ?? ""));
  const [start, count] = round.pass ?? [round.t, 0];
  const inputs = Array.from({ length: count }, (_, j) => ({
    col: column(start + j),
    pos: start + j,
    text: text(start + j),
  }));
  const rows = inputs.map(({ col }, row) => ({ row, col }));
  if (round.repair === "eager") rows.unshift({ row: SAVED_NEXT, col: 0 });
  const used = new Set(round.cands.filter((c) => c.fate !== "unjudged").map((c) => c.row));
  if (round.own) used.add(round.own.row);
  return {
    n,
    inputs,
    rows,
    used,
    columns: n + 2,
    newest: text(round.t - 1),
    ownColumn: round.own ? round.m + 1 : null,
  };
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

/** What the target's own token is called: a plain step (k = 0) has neither replacement nor bonus. */
export function ownKind(round) {
  return round.cands.length ? round.own.kind : "plain";
}

/**
 * All that the views draw from at step `at`. Behind an open question stands the step before; after an answer its
 * explanation takes the place of the sentence. `plans` keeps what was worked out per round.
 */
export function sceneAt(payload, at, predictions, plans) {
  const { steps, rounds, stream, words } = payload;
  if (!steps.length) return said({ at: 0, r: null, fate: "", fates: [] }, words["stage.empty"], {});
  const question = predictions.pending(at);
  const answered = predictions.answered(at);
  const step = steps[question ? at - 1 : at];
  const [R, kind, index, , key, args] = step;
  const r = rounds[R];
  if (!plans.has(R)) plans.set(R, plan(r, stream));
  const scene = {
    at,
    step,
    R,
    r,
    kind,
    index,
    question,
    plan: plans.get(R),
    fates: fates(r, kind, index),
    own: ownKnown(r, kind, index),
    focus: focus(r, kind, index),
    activeRow: activeRow(r, kind, index),
    decided: kind === "emit" || kind === "commit" || kind === "repair",
    fate: kind === "judge" ? r.cands[index].fate : kind === "emit" ? ownKind(r) : kind,
    right: answered && answered.chosen === answered.answer,
  };
  if (question) return said(scene, words[question.key], question.args);
  return answered ? said(scene, words[answered.why], answered.args) : said(scene, words[key], args);
}

function said(scene, template, args) {
  const words = parts(template, args);
  return { ...scene, parts: words, sentence: words.map((part) => part.text).join("") };
}

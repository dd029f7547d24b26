// What both caches hold at a step, cell by cell. Pure.

const MOMENTS = { start: 0, draft: 1, verify: 2, judge: 2, emit: 2, commit: 2, repair: 3 };

/** Which of the four recorded lengths a step belongs to; -1 while drafting is under way. */
export function moment(round, step) {
  const [, kind, index] = step;
  return kind === "draft" && index < round.cands.length - 1 ? -1 : MOMENTS[kind];
}

/**
 * One model's cache at a step: `kept` cells from before the round, then runs of new cells.
 *   written      a committed token whose K/V came in this round (the pending token among them)
 *   provisional  a candidate, not judged or not yet cleaned up
 *   repair       written by the repair itself
 *   dropped      was there, is gone
 *   pending      committed, K/V not written: no cell, only its place
 */
export function cache(round, step, model) {
  const [, kind, , , , , made, target, draft] = step;
  const lengths = round.cache[model];
  const before = lengths[0];
  const now = model === "target" ? target : draft;
  const over = kind === "repair";
  const repaired = round.calls.slice(0, made).filter((c) => c[0] === model && c[1] === "repair");
  const rewritten = over && repaired.length ? Math.min(...repaired.map((c) => c[2])) : now;
  const final = over ? round.t + round.n : round.t;
  const kept = Math.min(before, now);
  const written = Math.max(0, Math.min(now, final, rewritten) - kept);
  const repair = Math.max(0, now - Math.max(kept, rewritten));
  const provisional = Math.max(0, now - kept - written - repair);
  const peak = over ? Math.max(now, lengths[2]) : now;
  const dropped = over ? lengths[2] - Math.min(rewritten, now, lengths[2]) : 0;
  const gone = peak - now;
  const pending = Math.max(0, final - now);
  return { length: now, kept, written, repair, provisional, dropped, gone, pending };
}

/** The length as arithmetic: "42 + pending + 4" while the round is on, "47 − 2 + 1" once it is repaired. */
export function sum(round, step, model, pendingWord) {
  const c = cache(round, step, model);
  if (step[1] === "repair") {
    const parts = [round.cache[model][2]];
    if (c.dropped) parts.push(`− ${c.dropped}`);
    if (c.repair) parts.push(`+ ${c.repair}`);
    return parts.join(" ");
  }
  const parts = [c.kept];
  if (c.written === 1) parts.push(pendingWord);
  else if (c.written > 1) parts.push(c.written);
  if (c.provisional) parts.push(c.provisional);
  return parts.join(" + ");
}

/** Width of a cell, how many old ones to draw and how many to leave out, in `room` pixels for `fresh` new ones. */
export function cellLayout(room, kept, fresh) {
  const width = Math.max(1, Math.min(13, Math.floor((2 * room) / (fresh + 6)) / 2));
  const fits = Math.max(0, Math.floor(room / width) - fresh);
  return { width, old: Math.min(kept, fits), skipped: Math.max(0, kept - fits) };
}

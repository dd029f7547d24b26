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
  const pending = Math.max(0, (over ? round.t + round.n : round.t) - now);
  return { length: now, kept, written, repair, provisional, dropped, gone, pending };
}

/** The length in words of arithmetic: "42 + pending + 4", "45 − 2". */
export function sum(round, step, model, pendingWord) {
  const c = cache(round, step, model);
  if (step[1] === "repair") {
    const back = c.dropped ? ` (−${c.dropped}${c.repair ? `, +${c.repair}` : ""})` : c.repair ? ` (+${c.repair})` : "";
    return `${c.length}${back}`;
  }
  const parts = [String(c.kept)];
  if (c.written === 1) parts.push(pendingWord);
  else if (c.written > 1) parts.push(String(c.written));
  if (c.provisional) parts.push(String(c.provisional));
  return parts.join(" + ");
}

/** How many old cells to draw and how wide each is, in `room` pixels for `fresh` new cells. */
export function cellLayout(room, kept, fresh) {
  const width = fresh > 40 ? 6 : fresh > 18 ? 9 : 13;
  const fits = Math.max(0, Math.floor(room / width) - fresh);
  return { width, old: Math.min(kept, fits), skipped: Math.max(0, kept - fits) };
}

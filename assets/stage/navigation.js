// Where the reader stands: one index into the list of steps, and how the keys move it. Pure.
// A step is [round, kind, index, grains, key, args, calls, target, draft]; grains is a bit mask over GRAINS.

export const GRAINS = ["token", "pass", "verdict", "commit", "round"];

/** Does this grain stop at this step? */
export function stops(step, grain) {
  return ((step[3] >> GRAINS.indexOf(grain)) & 1) === 1;
}

/** The next stop of `grain` in direction `by` (±1); the end of the list where there is none. */
export function move(steps, at, grain, by) {
  for (let i = at + by; i >= 0 && i < steps.length; i += by) if (stops(steps[i], grain)) return i;
  return by > 0 ? Math.max(0, steps.length - 1) : 0;
}

/** The first stop of `grain` in the round `by` rounds away; the ends of the list beyond the ends. */
export function moveRound(steps, at, grain, by) {
  if (!steps.length) return 0;
  const round = steps[at][0] + by;
  if (round < steps[0][0]) return 0;
  const found = steps.findIndex((s) => s[0] === round && stops(s, grain));
  return found < 0 ? steps.length - 1 : found;
}

/** Index of the first step of each round. */
export function firsts(steps) {
  const out = [];
  steps.forEach((s, i) => {
    if (out[s[0]] === undefined) out[s[0]] = i;
  });
  return out;
}

/** Where an index is, as a link stores it: the step, and its round for the reader of the link. */
export function place(steps, at) {
  return steps.length ? { round: steps[at][0], step: at } : { round: 0, step: 0 };
}

/** The index a link means: its step, or the first step of its round if it names only that. Kept inside the list. */
export function indexOf(steps, { round = 0, step = 0 }) {
  if (!steps.length) return 0;
  if (step > 0) return Math.min(step, steps.length - 1);
  const first = firsts(steps);
  return first[Math.min(Math.max(0, round), first.length - 1)];
}

/** Where to stand when `fresh` replaces `old`: the same place, or the first step of a round that has just come. */
export function arrive(old, at, fresh, wanted) {
  if (old && old.rev === fresh.rev) return at;
  if (old && old.run === fresh.run && fresh.rounds.length === old.rounds.length + 1)
    return indexOf(fresh.steps, { round: old.rounds.length });
  return indexOf(fresh.steps, wanted);
}

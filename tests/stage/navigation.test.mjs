// Where the keys lead, for every grain, on the steps of a small trace: two rounds, the second without candidates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAINS, arrive, firsts, indexOf, move, moveRound, place, stops } from "../../assets/stage/navigation.js";

const bits = (...names) => names.reduce((mask, name) => mask | (1 << GRAINS.indexOf(name)), 0);
const every = bits(...GRAINS);
const step = (round, kind, index, mask) => [round, kind, index, mask, `step.${kind}`, {}, 0, 0, 0];
const STEPS = [
  step(0, "start", 0, every),
  step(0, "draft", 0, bits("token")),
  step(0, "draft", 1, bits("token", "verdict", "pass")),
  step(0, "verify", 0, bits("token", "verdict", "pass")),
  step(0, "judge", 0, bits("token", "verdict")),
  step(0, "commit", 0, bits("token", "verdict", "commit")),
  step(0, "repair", 0, every),
  step(1, "start", 0, bits("token")),
  step(1, "verify", 0, bits("token", "verdict", "pass")),
  step(1, "commit", 0, bits("token", "verdict", "commit")),
  step(1, "repair", 0, every),
];

const walk = (grain) => {
  const seen = [0];
  while (seen.at(-1) < STEPS.length - 1) seen.push(move(STEPS, seen.at(-1), grain, 1));
  return seen;
};

test("each grain stops where it should, and all reach the end", () => {
  assert.deepEqual(
    walk("token"),
    STEPS.map((_, i) => i),
  );
  assert.deepEqual(walk("verdict"), [0, 2, 3, 4, 5, 6, 8, 9, 10]);
  assert.deepEqual(walk("pass"), [0, 2, 3, 6, 8, 10]);
  assert.deepEqual(walk("commit"), [0, 5, 6, 9, 10]);
  assert.deepEqual(walk("round"), [0, 6, 10]);
});

test("stepping back retraces the way", () => {
  for (const grain of GRAINS) {
    const way = walk(grain);
    for (let n = way.length - 1; n > 0; n -= 1) assert.equal(move(STEPS, way[n], grain, -1), way[n - 1], grain);
  }
});

test("nothing happens beyond the ends", () => {
  assert.equal(move(STEPS, 0, "token", -1), 0);
  assert.equal(move(STEPS, 10, "round", 1), 10);
  assert.equal(move([], 0, "token", 1), 0);
  assert.equal(moveRound([], 0, "token", 1), 0);
});

test("a round at a time lands on the first stop of the grain", () => {
  assert.equal(moveRound(STEPS, 4, "token", 1), 7);
  assert.equal(moveRound(STEPS, 4, "verdict", 1), 8);
  assert.equal(moveRound(STEPS, 9, "token", -1), 0);
  assert.equal(moveRound(STEPS, 3, "token", -1), 0);
  assert.equal(moveRound(STEPS, 9, "token", 1), 10);
});

test("a link finds its place again, or the nearest there is", () => {
  STEPS.forEach((_, i) => assert.equal(indexOf(STEPS, place(STEPS, i)), i));
  assert.equal(indexOf(STEPS, { round: 1, step: 0 }), 7);
  assert.equal(indexOf(STEPS, { round: 99, step: 0 }), 7);
  assert.equal(indexOf(STEPS, { round: 0, step: 9999 }), 10);
  assert.equal(indexOf([], { round: 3, step: 3 }), 0);
  assert.deepEqual(firsts(STEPS), [0, 7]);
  assert.ok(stops(STEPS[0], "round"));
});

test("the same trace keeps the place, a grown one opens its new round, another one goes where it is told", () => {
  const one = { rev: "a", run: "r", rounds: [{}], steps: STEPS.slice(0, 7) };
  const grown = { rev: "b", run: "r", rounds: [{}, {}], steps: STEPS };
  assert.equal(arrive(one, 4, { ...one, lang: "zh" }, { round: 0, step: 2 }), 4);
  assert.equal(arrive(one, 4, grown, { round: 0, step: 2 }), 7);
  assert.equal(arrive(one, 4, { ...grown, run: "other" }, { round: 0, step: 2 }), 2);
  assert.equal(arrive(null, 0, grown, { round: 0, step: 3 }), 3);
});

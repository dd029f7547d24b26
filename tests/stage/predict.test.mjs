// Predict first: a step is hidden until its question is answered; the first answer counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Predictions } from "../../assets/stage/predict.js";

const QUESTIONS = [
  { step: 4, options: ["a", "b"], answer: 1 },
  { step: 9, options: ["1", "2", "3"], answer: 0 },
];

test("a question hides its step until it is answered", () => {
  const p = new Predictions(QUESTIONS);
  assert.equal(p.pending(4).answer, 1);
  assert.equal(p.pending(5), null);
  assert.equal(p.answered(4), null);
  p.answer(4, 1);
  assert.equal(p.pending(4), null);
  assert.equal(p.answered(4).chosen, 1);
});

test("answers are graded and the first one counts", () => {
  const p = new Predictions(QUESTIONS);
  assert.equal(p.answer(4, 0), false);
  assert.equal(p.answer(4, 1), false);
  assert.equal(p.answer(9, 0), true);
  assert.deepEqual(p.score(), { asked: 2, right: 1 });
});

test("a choice that is not offered changes nothing", () => {
  const p = new Predictions(QUESTIONS);
  p.answer(4, 7);
  p.answer(5, 0);
  assert.deepEqual(p.score(), { asked: 0, right: 0 });
});

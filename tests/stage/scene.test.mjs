// The geometry of a round: the diagonal of both conventions, what is known when, and windows over long rounds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pageAround, rowsLayout } from "../../assets/stage/rows_layout.js";
import { SAVED_NEXT, activeRow, fates, focus, ownKnown, plan, rowName, sceneAt } from "../../assets/stage/scene.js";
import { Predictions } from "../../assets/stage/predict.js";

const cand = (x, fate, row) => ({ x, fate, row });
const round = (repair) => {
  const shift = repair === "lazy" ? 0 : -1;
  return {
    t: 10,
    repair,
    rule: "full_q",
    m: 1,
    cands: [cand("a", "accepted", shift), cand("b", "rejected", 1 + shift), cand("c", "unjudged")],
    own: { x: "z", kind: "replacement", row: 1 + shift },
    pass: repair === "lazy" ? [9, 4] : [10, 3],
  };
};
const stream = "0123456789".split("");

for (const repair of ["lazy", "eager"])
  test(`${repair}: every judge row stands one column left of its candidate`, () => {
    const r = round(repair);
    const { rows, inputs, used, newest, ownColumn, columns } = plan(r, stream);
    const column = new Map(rows.map(({ row, col }) => [row, col]));
    r.cands.forEach((c, i) => {
      if (c.row !== undefined) assert.equal(column.get(c.row), i);
    });
    assert.equal(column.get(r.own.row) + 1, ownColumn);
    assert.equal(newest, "9");
    assert.equal(columns, 5);
    assert.deepEqual([...used].sort(), repair === "lazy" ? [0, 1] : [SAVED_NEXT, 0]);
    assert.deepEqual(
      inputs.map((i) => i.text),
      repair === "lazy" ? ["9", "a", "b", "c"] : ["a", "b", "c"],
    );
    assert.equal(rows.length, 4);
  });

test("a wrong judge row is drawn where it is, not where it should be", () => {
  const r = round("lazy");
  r.cands[0].row = 1;
  const { rows } = plan(r, stream);
  assert.equal(rows.find((x) => x.row === r.cands[0].row).col, 1);
});

test("fates come to light one by one; after a rejection the rest is unjudged at once", () => {
  const r = round("lazy");
  assert.deepEqual(fates(r, "start", 0), ["waiting", "waiting", "waiting"]);
  assert.deepEqual(fates(r, "draft", 1), ["proposed", "proposed", "waiting"]);
  assert.deepEqual(fates(r, "verify", 0), ["proposed", "proposed", "proposed"]);
  assert.deepEqual(fates(r, "judge", 0), ["accepted", "proposed", "proposed"]);
  assert.deepEqual(fates(r, "judge", 1), ["accepted", "rejected", "unjudged"]);
  assert.deepEqual(fates(r, "repair", 1), ["accepted", "rejected", "unjudged"]);
});

test("the target's own token is known with its draw; under the own-sample rule with the rejection", () => {
  const r = round("lazy");
  assert.equal(ownKnown(r, "judge", 1), false);
  assert.equal(ownKnown(r, "emit", 1), true);
  assert.equal(ownKnown({ ...r, rule: "own_sample" }, "judge", 1), true);
  assert.equal(ownKnown({ ...r, own: null }, "commit", 1), false);
  assert.equal(activeRow(r, "judge", 1), 1);
  assert.equal(activeRow(r, "commit", 1), null);
  assert.equal(rowName(SAVED_NEXT), "saved_next");
  assert.equal(rowName(3), "rows[3]");
});

test("a window always holds its focus and the column of its judge row, and moves by pages", () => {
  const starts = new Set();
  for (let at = 0; at < 66; at += 1) {
    const [from, to] = pageAround(66, 11, at);
    assert.ok(from >= 0 && to <= 66 && to - from === 11);
    assert.ok(at >= from && at < to, `column ${at} in ${from}–${to}`);
    assert.ok(Math.max(0, at - 1) >= from, `judge row of ${at} in ${from}–${to}`);
    starts.add(from);
  }
  assert.ok(starts.size <= 9, "few pages, so the picture stays put");
  assert.deepEqual(pageAround(6, 11, 3), [0, 6]);
});

test("columns stay inside the picture at every width", () => {
  for (const width of [300, 346, 480, 690, 900])
    for (const columns of [2, 6, 10, 66]) {
      const layout = rowsLayout(width, columns, Math.min(columns - 1, 5));
      assert.ok(layout.x(layout.from) - layout.box / 2 >= layout.label, `${width}, ${columns}`);
      assert.ok(layout.x(layout.to - 1) + layout.box / 2 <= width, `${width}, ${columns}`);
      assert.ok(layout.box <= layout.step);
    }
});

test("the focus follows what a step is about", () => {
  const r = round("lazy");
  assert.equal(focus(r, "draft", 2), 3);
  assert.equal(focus(r, "judge", 1), 2);
  assert.equal(focus(r, "emit", 1), 2);
  assert.equal(focus({ ...r, own: null }, "commit", 1), 1);
});

const payload = () => ({
  rounds: [round("lazy")],
  stream,
  steps: [
    [0, "start", 0, 31, "s", {}, 0, 9, 9],
    [0, "judge", 1, 5, "j", { i: 2 }, 0, 13, 12],
  ],
  words: { s: "start", j: "judge d{i}", q: "what of d{i}?", w: "because", "stage.empty": "nothing" },
});

test("a scene carries what is known at its step and the sentence in parts", () => {
  const scene = sceneAt(payload(), 1, new Predictions([]), new Map());
  assert.equal(scene.sentence, "judge d2");
  assert.equal(scene.fate, "rejected");
  assert.equal(scene.activeRow, 1);
  assert.deepEqual(scene.fates, ["accepted", "rejected", "unjudged"]);
});

test("behind an open question stands the step before; the answer brings its explanation", () => {
  const asked = new Predictions([{ step: 1, key: "q", why: "w", args: { i: 2 }, options: ["a", "b"], answer: 0 }]);
  const before = sceneAt(payload(), 1, asked, new Map());
  assert.equal(before.kind, "start");
  assert.equal(before.sentence, "what of d2?");
  assert.deepEqual(before.fates, ["waiting", "waiting", "waiting"]);
  asked.answer(1, 1);
  const after = sceneAt(payload(), 1, asked, new Map());
  assert.equal(after.sentence, "because");
  assert.equal(after.right, false);
  assert.equal(after.kind, "judge");
});

test("a trace without steps has a scene that says so", () => {
  const scene = sceneAt({ ...payload(), steps: [], rounds: [] }, 0, new Predictions([]), new Map());
  assert.equal(scene.r, null);
  assert.equal(scene.sentence, "nothing");
});

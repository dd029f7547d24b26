// Both caches cell by cell, at every moment of a lazy and an eager round.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cache, cellLayout, moment, sum } from "../../assets/stage/ledger.js";

// [round, kind, index, grains, key, args, calls, target, draft]
const step = (kind, index, calls, target, draft) => [0, kind, index, 0, "", {}, calls, target, draft];
const lazy = {
  t: 43,
  n: 3,
  cands: [{}, {}, {}, {}],
  cache: { target: [42, 42, 47, 45], draft: [42, 46, 46, 45] },
  calls: [
    ["draft", "draft", 42, 1],
    ["draft", "draft", 43, 1],
    ["draft", "draft", 44, 1],
    ["draft", "draft", 45, 1],
    ["target", "verify", 42, 5],
  ],
};
const full = {
  t: 35,
  n: 5,
  cands: [{}, {}, {}, {}],
  cache: { target: [34, 34, 39, 39], draft: [33, 38, 38, 38] },
  calls: [
    ["draft", "draft", 33, 2],
    ["draft", "draft", 35, 1],
    ["draft", "draft", 36, 1],
    ["draft", "draft", 37, 1],
    ["target", "verify", 34, 5],
  ],
};
const eager = {
  t: 13,
  n: 1,
  cands: [{}, {}, {}, {}],
  cache: { target: [13, 13, 17, 14], draft: [13, 16, 16, 14] },
  calls: [
    ["target", "verify", 13, 4],
    ["target", "repair", 13, 1],
    ["draft", "repair", 13, 1],
  ],
};

test("lazy: the pending token is told apart from the candidates", () => {
  const start = step("start", 0, 0, 42, 42);
  assert.deepEqual(cache(lazy, start, "target"), {
    length: 42,
    kept: 42,
    written: 0,
    repair: 0,
    provisional: 0,
    dropped: 0,
    gone: 0,
    pending: 1,
  });
  const verified = step("judge", 0, 5, 47, 46);
  assert.equal(sum(lazy, verified, "target", "pending"), "42 + pending + 4");
  assert.equal(sum(lazy, verified, "draft", "pending"), "42 + pending + 3");
});

test("lazy: what did not stand is dropped, the new token is pending", () => {
  const done = step("repair", 2, 5, 45, 45);
  const { written, dropped, gone, pending, repair } = cache(lazy, done, "target");
  assert.deepEqual(
    { written, dropped, gone, pending, repair },
    { written: 3, dropped: 2, gone: 2, pending: 1, repair: 0 },
  );
  assert.equal(sum(lazy, done, "target", "pending"), "47 − 2");
  assert.equal(sum(lazy, done, "draft", "pending"), "46 − 1");
});

test("after a full accept the draft lacks its last candidate and the pending token", () => {
  assert.equal(cache(full, step("start", 0, 0, 34, 33), "draft").pending, 2);
  assert.equal(sum(full, step("judge", 0, 5, 39, 38), "draft", "pending"), "33 + 2 + 3");
  const done = step("repair", 4, 5, 39, 38);
  const { repair, dropped, pending } = cache(full, done, "draft");
  assert.deepEqual({ repair, dropped, pending }, { repair: 0, dropped: 0, pending: 2 });
  assert.equal(cache(full, done, "target").pending, 1);
  assert.equal(sum(full, done, "draft", "pending"), "38");
  assert.equal(sum(full, done, "target", "pending"), "39");
});

test("eager: cut, then the replacement written over a dropped place", () => {
  assert.equal(sum(eager, step("judge", 0, 1, 17, 16), "target", "pending"), "13 + 4");
  const done = step("repair", 0, 3, 14, 14);
  const { kept, repair, dropped, gone } = cache(eager, done, "target");
  assert.deepEqual({ kept, repair, dropped, gone }, { kept: 13, repair: 1, dropped: 4, gone: 3 });
  assert.equal(sum(eager, done, "target", "pending"), "17 − 4 + 1");
});

test("the cells of a model always add up to its length", () => {
  for (const [r, steps] of [
    [
      lazy,
      [
        step("start", 0, 0, 42, 42),
        step("draft", 1, 2, 42, 44),
        step("verify", 0, 5, 47, 46),
        step("repair", 2, 5, 45, 45),
      ],
    ],
    [eager, [step("start", 0, 0, 13, 13), step("repair", 0, 3, 14, 14)]],
  ])
    for (const s of steps)
      for (const model of ["target", "draft"]) {
        const c = cache(r, s, model);
        assert.equal(c.kept + c.written + c.repair + c.provisional, c.length);
      }
});

test("a step belongs to one of four moments, or to none while drafting", () => {
  assert.equal(moment(lazy, step("draft", 1, 2, 42, 44)), -1);
  assert.equal(moment(lazy, step("draft", 3, 4, 42, 46)), 1);
  assert.equal(moment(lazy, step("repair", 0, 5, 45, 45)), 3);
});

test("cells fit the room there is", () => {
  for (const fresh of [1, 9, 65])
    for (const room of [90, 260, 400]) {
      const { width, old, skipped } = cellLayout(room, 500, fresh);
      assert.ok(width * (old + fresh) <= room + 1, `${fresh} in ${room}`);
      assert.equal(old + skipped, 500);
    }
});

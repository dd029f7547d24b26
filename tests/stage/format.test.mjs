// Numbers and words: the same table of cases holds the Python twin (tests/figures/test_numbers.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { apart, cells, cut, duration, fill, parts, prob, ratio } from "../../assets/stage/format.js";

const cases = JSON.parse(readFileSync(new URL("../figures/numbers.json", import.meta.url), "utf8"));

for (const [name, format] of Object.entries({ prob, ratio, duration }))
  test(`${name} prints as in Python`, () => {
    for (const [x, text] of cases[name]) assert.equal(format(x), text, `${name}(${x})`);
  });

test("a draw and its limit are told apart", () => {
  for (const [[a, b], texts] of cases.apart) assert.deepEqual(apart(a, b), texts);
});

test("a template is filled once: a value with braces is not read as a template", () => {
  assert.equal(fill("d{i} = {token}", { i: 3, token: "{i}" }), "d3 = {i}");
  assert.deepEqual(parts("{a}b", { a: "<b>" }), [{ name: "a", text: "<b>" }, { text: "b" }]);
});

test("a missing value is an error, not an empty word", () => {
  assert.throws(() => fill("{nothing}"), /nothing/);
});

test("wide characters count two, joiners and marks none", () => {
  assert.equal(cells("abc"), 3);
  assert.equal(cells("中文"), 4);
  assert.equal(cells("é"), 1);
});

test("a text is cut between characters", () => {
  assert.equal(cut("rainbow", 7), "rainbow");
  assert.equal(cut("rainbow", 5), "rain…");
  assert.ok(!cut("ab👩‍👩‍👧cd", 4).includes("\ud83d\u200d"));
});

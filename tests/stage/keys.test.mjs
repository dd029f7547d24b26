// Keys act on the stage and on nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf, nextGrain } from "../../assets/stage/keys.js";

function stage(overrides = {}) {
  const calls = [];
  const log =
    (name) =>
    (...args) =>
      calls.push([name, ...args]);
  const names = ["go", "goRound", "goEnd", "toggleHelp", "setGrain", "play", "answer"];
  return {
    calls,
    grain: "verdict",
    help: { hidden: true },
    asking: () => false,
    ...Object.fromEntries(names.map((n) => [n, log(n)])),
    ...overrides,
  };
}

const press = (s, key, more = {}) => {
  const act = actionOf({ key, target: { tagName: "DIV" }, ...more }, s);
  act?.();
  return act !== null;
};

test("up and down go from chip to chip in the text and are the browser's elsewhere", () => {
  const walked = [];
  const s = stage({ walk: (from, by) => walked.push(by) });
  const chip = { tagName: "BUTTON", closest: (what) => what === ".stream" };
  assert.ok(press(s, "ArrowUp", { target: chip }));
  assert.ok(press(s, "ArrowDown", { target: chip }));
  assert.deepEqual(walked, [-1, 1]);
  assert.equal(press(s, "ArrowDown"), false);
});

test("the keys of the stage", () => {
  const s = stage();
  for (const [key, more] of [
    ["ArrowRight"],
    ["ArrowLeft"],
    ["ArrowRight", { shiftKey: true }],
    ["Home"],
    ["End"],
    [" "],
    ["?"],
    ["+"],
  ])
    assert.ok(press(s, key, more), key);
  assert.deepEqual(s.calls, [
    ["go", 1],
    ["go", -1],
    ["goRound", 1],
    ["goEnd", false],
    ["goEnd", true],
    ["play"],
    ["toggleHelp"],
    ["setGrain", "pass"],
  ]);
});

test("the browser, buttons and menus keep their own keys", () => {
  const s = stage();
  assert.equal(press(s, "ArrowRight", { altKey: true }), false);
  assert.equal(press(s, "End", { ctrlKey: true }), false);
  assert.equal(press(s, " ", { target: { tagName: "BUTTON" } }), false);
  assert.equal(press(s, "ArrowLeft", { target: { tagName: "SELECT" } }), false);
  for (const key of ["Tab", "Enter", "Escape", "a", "1"]) assert.equal(press(s, key), false, key);
  assert.deepEqual(s.calls, []);
});

test("numbers answer an open question, Escape closes the list of keys", () => {
  const s = stage({ asking: () => true, help: { hidden: false } });
  assert.ok(press(s, "2"));
  assert.ok(press(s, "Escape"));
  assert.deepEqual(s.calls, [["answer", 1], ["toggleHelp"]]);
});

test("grains go from fine to coarse and end there", () => {
  assert.equal(nextGrain("token", -1), "token");
  assert.equal(nextGrain("token", 1), "verdict");
  assert.equal(nextGrain("round", 1), "round");
});

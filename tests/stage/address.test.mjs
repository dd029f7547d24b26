// The place in the address: changed where it stands, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placed } from "../../assets/stage/address.js";

const PLACE = { round: 3, step: 41, grain: "pass" };

test("only the place changes, in its own spelling", () => {
  assert.equal(
    placed("?v=1&prompt=a+%26+step%3D9&round=0&step=0&grain=verdict&versus=%5B%22k%3D8%22%5D", PLACE),
    "?v=1&prompt=a+%26+step%3D9&round=3&step=41&grain=pass&versus=%5B%22k%3D8%22%5D",
  );
});

test("an address without a place stays as it is, and so does one that is right", () => {
  assert.equal(placed("", PLACE), null);
  assert.equal(placed("?lang=zh&last_step=4", PLACE), null);
  assert.equal(placed("?round=3&step=41&grain=pass", PLACE), null);
});

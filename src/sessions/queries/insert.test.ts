import assert from "node:assert/strict";
import { test } from "node:test";
import { newSession } from "../../../test/support/new-session.ts";
import { sessionLine } from "./insert.ts";

const session = newSession({
  metadata: { order: "a\x1eb\x1f" },
  clientReferenceId: "order 7",
  customerEmail: "ann@example.com",
});

test("a session's line is one row with all its columns, with or without a key and a clock", () => {
  assert.equal(sessionLine(session, null, null).split("\x1f").length, 11);
  assert.equal(sessionLine(session, "key", "\\x00").split("\x1f").length, 13);
  assert.equal(sessionLine({ ...session, clockId: "clk_1" }, null, null).split("\x1f").length, 14);
});

test("a text with a row or column separator is never sent to the database", () => {
  for (const bad of ["\x1e", "\x1f", "a\x1e2\x1fcs_live_1\x1flive"]) {
    for (const broken of [{ clientReferenceId: bad }, { customerEmail: bad }, { clockId: bad }]) {
      assert.throws(() => sessionLine({ ...session, ...broken }, null, null), { name: "AssertionFailed" });
      assert.throws(() => sessionLine({ ...session, ...broken }, "key", "\\x00"), {
        name: "AssertionFailed",
      });
    }
    assert.throws(() => sessionLine(session, bad, "\\x00"), { name: "AssertionFailed" });
  }
});

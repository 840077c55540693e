import assert from "node:assert/strict";
import { test } from "node:test";
import { looseKeyring } from "../../test/support/keyring.ts";
import { makeFormToken, verifyFormToken } from "./form-token.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const issuedMs = Date.UTC(2026, 10, 22, 12);
const keyring = looseKeyring();
const token = makeFormToken(keyring, "cs_sandbox_1", issuedMs);
const isTaken = (nowMs: number, text: unknown = token, session = "cs_sandbox_1") =>
  verifyFormToken(keyring, session, text, nowMs);

test("a form can be sent for a day after its page was rendered, and not a moment longer", () => {
  assert.ok(isTaken(issuedMs));
  assert.ok(isTaken(issuedMs + dayMs - 1));
  assert.ok(!isTaken(issuedMs + dayMs));
  assert.ok(!isTaken(issuedMs + 30 * dayMs));
});

test("another process's clock may be a minute behind, and no more", () => {
  assert.ok(isTaken(issuedMs - minuteMs));
  assert.ok(!isTaken(issuedMs - minuteMs - 1));
});

test("a token with another time, session or signature, and what is no token, is refused", () => {
  const later = `${(issuedMs + dayMs).toString(36)}.${token.split(".")[1]}`;
  assert.ok(!isTaken(issuedMs + dayMs, later), "its age can't be changed");
  assert.ok(!isTaken(issuedMs, token, "cs_sandbox_2"));
  for (const text of [null, "", ".", "x", `${token}x`, token.slice(0, -1), [token]])
    assert.ok(!isTaken(issuedMs, text), String(text));
});

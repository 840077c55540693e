import assert from "node:assert/strict";
import { test } from "node:test";
import { standaloneKeyring } from "../../test/support/keyring.ts";
import { makeFormToken, verifyFormToken } from "./form-token.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const issuedMs = Date.UTC(2026, 10, 22, 12);
const keyring = standaloneKeyring();
const token = makeFormToken(keyring, "cs_sandbox_1", issuedMs);
const isAccepted = (nowMs: number, text: unknown = token, session = "cs_sandbox_1") =>
  verifyFormToken(keyring, session, text, nowMs);

test("a form token is valid for one day after the page was rendered", () => {
  assert.ok(isAccepted(issuedMs));
  assert.ok(isAccepted(issuedMs + dayMs - 1));
  assert.ok(!isAccepted(issuedMs + dayMs));
  assert.ok(!isAccepted(issuedMs + 30 * dayMs));
});

test("the clock of another process may be up to a minute behind", () => {
  assert.ok(isAccepted(issuedMs - minuteMs));
  assert.ok(!isAccepted(issuedMs - minuteMs - 1));
});

test("refuses a malformed token, and one with another time, session or signature", () => {
  const later = `${(issuedMs + dayMs).toString(36)}.${token.split(".")[1]}`;
  assert.ok(!isAccepted(issuedMs + dayMs, later), "the signature covers the time");
  assert.ok(!isAccepted(issuedMs, token, "cs_sandbox_2"));
  for (const text of [null, "", ".", "x", `${token}x`, token.slice(0, -1), [token]])
    assert.ok(!isAccepted(issuedMs, text), String(text));
});

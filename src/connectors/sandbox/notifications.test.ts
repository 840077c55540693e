import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { NotificationOutcome } from "../contract.ts";
import { notificationSecret, sandboxAccount } from "./accounts.ts";
import { parseNotification } from "./notifications.ts";

const secretKey = "a secret key for tests only";
const nowMs = Date.parse("2026-11-21T12:00:00Z");
const account = sandboxAccount(1);
const body = JSON.stringify({
  object: "notification",
  id: "spn_1",
  type: "charge.updated",
  mode: "sandbox",
  account: account.settings.account,
  data: {
    object: "charge",
    id: "spc_1",
    account: account.settings.account,
    idempotencyKey: "att_1",
    charge: "spc_1",
    amount: 2599,
  },
});

function sign(text: string, seconds = nowMs / 1_000, name = String(account.settings.account)): string {
  const signature = createHmac("sha256", notificationSecret(secretKey, name))
    .update(`${seconds}.${text}`)
    .digest("hex");
  return `t=${seconds},v1=${signature}`;
}

function parse(header: string | string[] | undefined, text = body, of = account): NotificationOutcome {
  const headers = { "sandbox-signature": header };
  return parseNotification({ account: of, headers, rawBody: Buffer.from(text), nowMs }, secretKey);
}

test("accepts a signed notification and returns the object that it is about", () => {
  assert.deepEqual(parse(sign(body)), {
    kind: "accepted",
    eventId: "spn_1",
    mode: "sandbox",
    about: [{ kind: "charge", charge: { idempotencyKey: "att_1" } }],
  });
  const failed = body.replace('"amount":2599', '"amount":2599,"status":"failed"');
  const failure = parse(sign(failed), failed);
  assert.ok(failure.kind === "accepted");
  assert.deepEqual(failure.about, [
    { kind: "charge", charge: { idempotencyKey: "att_1" }, mayHaveFailed: true },
  ]);
  const movement = body.replaceAll(/"charge(?=[".])(?!":)/g, '"movement');
  const moved = parse(sign(movement), movement);
  assert.ok(moved.kind === "accepted");
  assert.deepEqual(moved.about, [
    { kind: "movement", idempotencyKey: "att_1", charge: { pspReference: "spc_1" } },
  ]);
  const dispute = body
    .replaceAll('"charge', '"dispute')
    .replace("idempotencyKey", "chargeKey")
    .replace("spc_1", "spd_1");
  const disputed = parse(sign(dispute), dispute);
  assert.ok(disputed.kind === "accepted");
  assert.deepEqual(disputed.about, [
    { kind: "dispute", pspReference: "spd_1", charge: { idempotencyKey: "att_1" } },
  ]);
});

test("refuses a notification that is unsigned, tampered with, stale or signed for another account", () => {
  const signed = sign(body);
  const refusals = {
    "the signature is missing or malformed": [
      parse(undefined),
      parse(""),
      parse([signed, signed]),
      parse(signed.replace("v1=", "v0=")),
      parse(`${signed}00`),
    ],
    "the signature does not match": [
      parse(signed, body.replace("2599", "9952")),
      parse(signed.replace(/t=\d+/, `t=${nowMs / 1_000 + 1}`)),
      parse(signed.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))),
      parse(sign(body, nowMs / 1_000, "0000002_sandbox")),
      parse(signed, body, sandboxAccount(2)),
    ],
    "the signature is too old": [
      parse(sign(body, nowMs / 1_000 - 301)),
      parse(sign(body, nowMs / 1_000 + 301)),
    ],
  };
  for (const [detail, outcomes] of Object.entries(refusals)) {
    for (const outcome of outcomes) assert.deepEqual(outcome, { kind: "refused", detail });
  }
});

test("refuses a signed notification with an unexpected body, mode or account", () => {
  for (const text of [
    "",
    "{",
    "null",
    body.replace("charge.updated", "charge.invented"),
    body.replaceAll('"sandbox"', '"live"'),
    body.replaceAll("0000001_sandbox", "0000002_sandbox"),
    body.replace('"idempotencyKey"', '"key"'),
  ]) {
    assert.equal(parse(sign(text), text).kind, "refused", text);
  }
});

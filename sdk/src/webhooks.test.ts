import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { type Event, WebhookVerificationError, webhooks } from "./index.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const oldSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const payload = JSON.stringify({
  object: "event",
  type: "refund.failed",
  data: { object: { object: "refund", reason: "ü" } },
});

/** Signs as Kassa does: once for each secret. */
function sign({ secrets = [secret], body = payload, ageSeconds = 0, id = "evt_1" } = {}) {
  const at = new Date(Date.now() - ageSeconds * 1_000);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((each) => new Webhook(each).sign(id, at, body)).join(" "),
  };
}

const isRefused = (reason: RegExp) => (error: unknown) =>
  error instanceof WebhookVerificationError && reason.test(error.message);

test("takes text and bytes, and the headers of fetch, Node and others", async () => {
  const headers = sign();
  const bytes = new TextEncoder().encode(payload);
  const padded = new Uint8Array(bytes.length + 7);
  padded.set(bytes, 7);
  for (const body of [payload, bytes, Buffer.from(payload), bytes.buffer, padded.subarray(7)]) {
    const event = await webhooks.verify(body, headers, secret);
    assert.equal(event.type, "refund.failed");
  }
  const upperCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const arrays = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  for (const source of [new Headers(headers), { ...headers, host: "shop.example" }, upperCase, arrays])
    assert.equal((await webhooks.verify(payload, source, secret)).type, "refund.failed");
});

test("the type of an event gives its object's type", async () => {
  const event: Event = await webhooks.verify(payload, sign(), secret);
  // The compiler fails here if Event isn't a discriminated union.
  if (event.type === "checkout.session.completed") assert.fail(event.data.object.paymentStatus);
  if (event.type === "dispute.opened") assert.fail(event.data.object.stage);
  if (event.type === "refund.failed") assert.equal(event.data.object.object, "refund");
});

test("one signature of several, and one secret of several, have to match", async () => {
  const rotated = sign({ secrets: [oldSecret, secret] });
  await webhooks.verify(payload, rotated, secret);
  await webhooks.verify(payload, rotated, oldSecret);
  await webhooks.verify(payload, sign(), [oldSecret, secret]);
  const unknown = { ...sign(), "webhook-signature": `v1a,AAAA v2,x v1,%%% ${sign()["webhook-signature"]}` };
  await webhooks.verify(payload, unknown, secret);
});

test("whatever is changed is refused", async () => {
  const headers = sign();
  const noMatch = isRefused(/No signature matches/);
  await assert.rejects(webhooks.verify(`${payload} `, headers, secret), noMatch);
  await assert.rejects(webhooks.verify(payload, headers, oldSecret), noMatch);
  await assert.rejects(webhooks.verify(payload, { ...headers, "webhook-id": "evt_2" }, secret), noMatch);
  const later = { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) };
  await assert.rejects(webhooks.verify(payload, later, secret), noMatch);
  for (const signature of [
    "v1,",
    "v1",
    "v2,abc",
    `v1,${btoa("x".repeat(32))}`,
    headers["webhook-signature"].slice(3),
  ])
    await assert.rejects(
      webhooks.verify(payload, { ...headers, "webhook-signature": signature }, secret),
      noMatch,
    );
});

test("missing headers, and times out of tolerance, are refused", async () => {
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
    await assert.rejects(
      webhooks.verify(payload, { ...sign(), [name]: undefined }, secret),
      isRefused(new RegExp(`${name} is missing`)),
    );
  await assert.rejects(webhooks.verify(payload, sign({ ageSeconds: 310 }), secret), isRefused(/too old/));
  await assert.rejects(webhooks.verify(payload, sign({ ageSeconds: -310 }), secret), isRefused(/future/));
  await webhooks.verify(payload, sign({ ageSeconds: 310 }), secret, { toleranceSeconds: 400 });
  for (const timestamp of ["", "soon", "1e9", "-5", "1795262400.5"])
    await assert.rejects(
      webhooks.verify(payload, { ...sign(), "webhook-timestamp": timestamp }, secret),
      isRefused(/webhook-timestamp/),
    );
});

test("a wrong call is a TypeError that doesn't repeat the secret", async () => {
  for (const wrong of ["", "whsec_", "whsec_c2hvcnQ=", "whsec_%%%secret%%%", undefined, []])
    await assert.rejects(
      webhooks.verify(payload, sign(), wrong as string),
      (error) => error instanceof TypeError && !error.message.includes("secret%%%"),
    );
  await assert.rejects(webhooks.verify(JSON.parse(payload), sign(), secret), /raw body/);
});

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { parseNotification } from "./notifications.ts";

const secret = "secret_0123456789";
const sign = (body: string, key = secret): string =>
  `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;

const parse = (
  body: string,
  signature?: string,
  settings: Record<string, string> = { webhookSecret: secret },
) =>
  parseNotification({
    account: { id: "ca_1", tenantId: 1, mode: "live", settings },
    headers: signature === undefined ? {} : { "x-mollie-signature": signature },
    rawBody: Buffer.from(body),
    nowMs: Date.now(),
  });

const event = (fields: object = {}): string =>
  JSON.stringify({ resource: "event", id: "event_1", type: "payment.paid", entityId: "tr_1", ...fields });
const accepted = (about: readonly object[]) => ({
  kind: "accepted",
  eventId: "event_1",
  mode: "live",
  about,
});
const aboutCharge = [{ kind: "charge", charge: { pspReference: "tr_1" } }];

test("a signed event is about its payment", () => {
  assert.deepEqual(parse(event(), sign(event())), accepted(aboutCharge));
});

test("an event of a refund is about the refund's payment; one of something else is about nothing", () => {
  const ofRefund = event({ entityId: "re_1", _embedded: { entity: { paymentId: "tr_1" } } });
  assert.deepEqual(parse(ofRefund, sign(ofRefund)), accepted(aboutCharge));
  const ofLink = event({ entityId: "pl_1" });
  assert.deepEqual(parse(ofLink, sign(ofLink)), accepted([]));
});

test("after a rotation of the secret, one of two signatures has to match", () => {
  const other = sign(event(), "another secret");
  assert.equal(parse(event(), `${other}, ${sign(event())}`).kind, "accepted");
  assert.equal(parse(event(), `${other}, ${other}`).kind, "refused");
});

test("an event is refused without a signature that covers its bytes, a secret of the account, or an event's shape", () => {
  const refused = [
    parse(`${event()} `, sign(event())),
    parse(event(), ""),
    parse(event(), "sha256="),
    parse(event(), sign(event()), {}),
    parse(event(), sign(event(), ""), { webhookSecret: "" }),
    parse(event(), undefined),
    parse("not JSON", sign("not JSON")),
    parse("{}", sign("{}")),
  ];
  assert.deepEqual(
    refused.map(({ kind }) => kind),
    refused.map(() => "refused"),
  );
});

test("a classic notification is unsigned, and names a payment or is refused", () => {
  assert.deepEqual(parse("id=tr_1"), { kind: "unsigned", about: aboutCharge });
  assert.deepEqual(parse("id=tr_1", undefined, {}), { kind: "unsigned", about: aboutCharge });
  for (const body of [
    "",
    "id=",
    "id=ord_1",
    "id=tr_1%2F..",
    `id=tr_${"1".repeat(100)}`,
    `id=tr_1&x=${"y".repeat(1_000)}`,
  ])
    assert.equal(parse(body).kind, "refused", body);
});

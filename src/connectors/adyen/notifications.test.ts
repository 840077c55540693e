import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { makeId } from "../../kernel/id.ts";
import { parseNotification } from "./notifications.ts";

const hmacKey = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
const account = {
  id: "ca_1",
  tenantId: 1,
  mode: "sandbox",
  settings: { merchantAccount: "ShopECOM", hmacKey },
} as const;
const attempt = makeId("att", "sandbox", 1, Date.now());
const capture = makeId("cap", "sandbox", 1, Date.now());

type Fields = Readonly<Record<string, unknown>>;

function item(fields: Fields = {}, data: Fields = {}): Fields {
  const unsigned = {
    eventCode: "AUTHORISATION",
    success: "true",
    eventDate: "2026-11-25T11:00:00+01:00",
    pspReference: "QFQTPCQ8HXSKGK82",
    merchantAccountCode: "ShopECOM",
    merchantReference: attempt,
    amount: { value: 2599, currency: "EUR" },
    paymentMethod: "visa",
    reason: "074530:1111:03/2030",
    ...fields,
  };
  return { ...unsigned, additionalData: { hmacSignature: sign(unsigned), cardSummary: "1111", ...data } };
}

function sign(fields: Fields, key = hmacKey): string {
  const { value, currency } = fields.amount as { value: number; currency: string };
  const { pspReference, originalReference = "", merchantAccountCode, merchantReference } = fields;
  const signed = [pspReference, originalReference, merchantAccountCode, merchantReference, value, currency];
  return createHmac("sha256", Buffer.from(key, "hex"))
    .update([...signed, fields.eventCode, fields.success].join(":"))
    .digest("base64");
}

function parse(
  items: readonly unknown[],
  live = "false",
  settings: Record<string, string> = account.settings,
) {
  const message = { live, notificationItems: items.map((each) => ({ NotificationRequestItem: each })) };
  const rawBody = Buffer.from(JSON.stringify(message));
  return parseNotification({ account: { ...account, settings }, headers: {}, rawBody, nowMs: Date.now() });
}

test("the signature is that of Adyen's own example", () => {
  const fields = {
    pspReference: "7914073381342284",
    merchantAccountCode: "TestMerchant",
    merchantReference: "TestPayment-1407325143704",
    amount: { value: 1130, currency: "EUR" },
    eventCode: "AUTHORISATION",
    success: "true",
  };
  assert.equal(sign(fields), "coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=");
});

test("a signed approval is a fact of its charge, without anything personal", () => {
  const parsed = parse([item({}, { shopperEmail: "ada@example.com", cvcResult: "1 Matches" })]);
  assert.ok(parsed.kind === "accepted");
  const [about] = parsed.about;
  assert.ok(about?.kind === "charge" && about.fact);
  assert.deepEqual(about.charge, { idempotencyKey: attempt });
  assert.equal(about.fact.key, "AUTHORISATION QFQTPCQ8HXSKGK82 true 2026-11-25T10:00:00.000Z");
  assert.deepEqual([parsed.eventId, parsed.mode], [about.fact.key, "sandbox"]);
  const { value, currency, reason, cardSummary, cvcResult } = about.fact.content;
  assert.deepEqual(
    [value, currency, reason, cardSummary, cvcResult],
    [2599, "EUR", null, "1111", "1 Matches"],
  );
  assert.ok(!/ada@|03\/2030|074530/.test(JSON.stringify(about.fact)));
});

test("3-D Secure is kept as far as the merchant has Adyen tell it", () => {
  const keptOf = (data: Fields) => {
    const parsed = parse([item({}, data)]);
    const about = parsed.kind === "accepted" ? parsed.about[0] : undefined;
    assert.ok(about?.kind === "charge" && about.fact);
    const { threeDSecure, threeDSVersion, eci, liabilityShift } = about.fact.content;
    return [threeDSecure, threeDSVersion, eci, liabilityShift];
  };
  const authenticated = { threeDAuthenticated: "true", threeDOffered: "true" };
  const all = { ...authenticated, threeDSVersion: "2.2.0", eci: "5", liabilityShift: "true" };
  assert.deepEqual(keptOf(all), ["authenticated", "2.2.0", "05", true]);
  assert.deepEqual(keptOf({ ...all, liabilityShift: "false" }), ["authenticated", "2.2.0", "05", false]);
  assert.deepEqual(keptOf({ threeDOffered: "true" }), ["offered", null, null, null]);
  assert.deepEqual(keptOf({ eci: "N/A", threeDSVersion: "N/A" }), [null, null, null, null]);
});

test("a capture with Kassa's key is about the movement, one without about the charge", () => {
  const fields = { eventCode: "CAPTURE", originalReference: "QFQTPCQ8HXSKGK82", pspReference: "CAPTURE1" };
  const subjectOf = (merchantReference: string) => {
    const parsed = parse([item({ ...fields, merchantReference })]);
    return parsed.kind === "accepted" ? parsed.about.map(({ fact, ...about }) => about) : parsed;
  };
  const charge = { pspReference: "QFQTPCQ8HXSKGK82" };
  assert.deepEqual(subjectOf(capture), [{ kind: "movement", idempotencyKey: capture, charge }]);
  assert.deepEqual(subjectOf(`${capture}-rest`), [{ kind: "movement", idempotencyKey: capture, charge }]);
  assert.deepEqual(subjectOf(`${attempt}-return-1`), [
    { kind: "movement", idempotencyKey: `${attempt}-return-1`, charge },
  ]);
  assert.deepEqual(subjectOf(attempt), [{ kind: "charge", charge: { idempotencyKey: attempt } }]);
  assert.deepEqual(subjectOf("order-17"), []);
});

test("a chargeback is about the dispute of its charge", () => {
  const parsed = parse([
    item({ eventCode: "CHARGEBACK", originalReference: "QFQTPCQ8HXSKGK82", pspReference: "DISPUTE1" }),
  ]);
  assert.ok(parsed.kind === "accepted");
  const [about] = parsed.about;
  assert.deepEqual(
    [about?.kind, about && "pspReference" in about && about.pspReference, about?.charge],
    ["dispute", "DISPUTE1", { idempotencyKey: attempt }],
  );
});

test("each item of a message is verified and read; the name of the message doesn't depend on their order", () => {
  const items = [item(), item({ eventCode: "EXPIRE" }), item({ eventCode: "REPORT_AVAILABLE" })];
  const [one, other] = [parse(items), parse(items.toReversed())];
  assert.ok(one.kind === "accepted" && other.kind === "accepted");
  assert.equal(one.about.length, 2);
  assert.equal(one.eventId, other.eventId);
  assert.equal(parse([...items, { ...item(), success: "false" }]).kind, "refused");
});

test("items of other merchant accounts, other systems and other kinds are about nothing that Kassa keeps", () => {
  const others = [
    { merchantAccountCode: "ShopPOS" },
    { merchantReference: "order-17" },
    { eventCode: "REPORT_AVAILABLE" },
    { eventCode: "A_NEW_EVENT" },
  ];
  for (const fields of others) {
    const parsed = parse([item(fields)]);
    assert.deepEqual(parsed.kind === "accepted" && parsed.about, [], JSON.stringify(fields));
  }
});

test("an announced settlement report is named by its file, whatever address the message has for it", () => {
  const reportsOf = (fields: object): readonly number[] | undefined => {
    const parsed = parse([item({ eventCode: "REPORT_AVAILABLE", ...fields })]);
    return parsed.kind === "accepted" ? parsed.reports : undefined;
  };
  const name = "settlement_detail_report_batch_42.csv";
  assert.deepEqual(
    reportsOf({ pspReference: name, reason: `https://ca-test.adyen.com/reports/${name}` }),
    [42],
  );
  assert.deepEqual(reportsOf({ pspReference: name, reason: "http://169.254.169.254/" }), [42]);
  for (const fields of [
    { pspReference: name, merchantAccountCode: "ShopPOS" },
    { pspReference: name, success: "false" },
    { pspReference: name, eventCode: "REPORT_FAILED" },
    { pspReference: "received_payments_report_2026_11_01.csv" },
    { pspReference: "../settlement_detail_report_batch_42.csv" },
    { pspReference: "settlement_detail_report_batch_9999999999.csv" },
  ])
    assert.deepEqual(reportsOf(fields), [], JSON.stringify(fields));
});

test("the environment is the one that the message names", () => {
  const parsed = parse([item()], "true");
  assert.equal(parsed.kind === "accepted" && parsed.mode, "live");
});

test("whatever is signed has to be signed with the account's key", () => {
  for (const changed of [
    { amount: { value: 1, currency: "EUR" } },
    { amount: { value: 2599, currency: "USD" } },
    { merchantReference: makeId("att", "sandbox", 1, Date.now()) },
    { merchantAccountCode: "ShopPOS" },
    { pspReference: "OTHER" },
    { originalReference: "OTHER" },
    { eventCode: "CAPTURE" },
    { success: "false" },
  ])
    assert.equal(parse([{ ...item(), ...changed }]).kind, "refused", JSON.stringify(changed));
  const otherKey = "0".repeat(64);
  assert.equal(parse([item()], "false", { merchantAccount: "ShopECOM", hmacKey: otherKey }).kind, "refused");
  assert.equal(parse([item()], "false", { merchantAccount: "ShopECOM" }).kind, "refused");
  for (const hmacSignature of ["", "x", sign(item(), otherKey)])
    assert.equal(parse([item({}, { hmacSignature })]).kind, "refused");
});

test("what has no notification's shape is refused", () => {
  const bodies = ["", "not JSON", "{}", "[]", '{"live":"false","notificationItems":[]}'];
  for (const body of bodies) {
    const request = { account, headers: {}, rawBody: Buffer.from(body), nowMs: Date.now() };
    assert.equal(parseNotification(request).kind, "refused", body);
  }
  assert.equal(parse([{ ...item(), additionalData: undefined }]).kind, "refused");
});

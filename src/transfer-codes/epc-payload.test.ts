import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type EpcField, type EpcTransfer, epcPayload } from "./epc-payload.ts";
import { makeRfReference } from "./rf-reference.ts";

/** The example of EPC069-12, appendix 1. */
const redCross: EpcTransfer = {
  accountHolder: "Red Cross of Belgium",
  iban: "BE72000000001616",
  bic: "BPOTBEB1",
  amountMinor: 100,
  currency: "EUR",
  reference: "Urgency fund",
  purpose: "CHAR",
  information: "Sample EPC QR code",
};

const payloadOf = (transfer: Partial<EpcTransfer>): string => {
  const payload = epcPayload({ ...redCross, ...transfer });
  assert.ok(payload.ok, JSON.stringify(payload));
  return payload.value;
};

test("EPC: the guidelines' own example, line by line", () => {
  assert.equal(
    payloadOf({}),
    "BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1\nCHAR\n\nUrgency fund\nSample EPC QR code",
  );
});

test("EPC: an RF reference is the structured one, and unused lines at the end are left out", () => {
  const { purpose: _, information: __, ...rest } = redCross;
  const payload = epcPayload({ ...rest, bic: null, amountMinor: 1230, reference: "RF18539007547034" });
  assert.deepEqual(payload, {
    ok: true,
    value: "BCD\n002\n1\nSCT\n\nRed Cross of Belgium\nBE72000000001616\nEUR12.30\n\nRF18539007547034",
  });
  assert.match(payloadOf({ reference: "RF19539007547034" }), /\n\nRF19539007547034\nSample/);
});

test("EPC: amounts from 0.01 to 999999999.99", () => {
  assert.match(payloadOf({ amountMinor: 1 }), /\nEUR0\.01\n/);
  assert.match(payloadOf({ amountMinor: 99_999_999_999 }), /\nEUR999999999\.99\n/);
  assert.match(payloadOf({ amountMinor: 10_000 }), /\nEUR100\n/);
});

test("EPC: a fault names its field and what to change", () => {
  const faults: readonly [EpcField, Partial<EpcTransfer>, RegExp][] = [
    ["iban", { iban: "BE72000000001617" }, /isn't a valid IBAN/],
    ["iban", { iban: "BE72 0000 0000 1616" }, /without spaces/],
    ["iban", { iban: "TR330006100519786457841326" }, /TR isn't a SEPA country/],
    ["bic", { bic: "BPOTBEB" }, /leave it out/],
    ["accountHolder", { accountHolder: "" }, /is missing/],
    ["accountHolder", { accountHolder: "é".repeat(71) }, /71 characters; shorten it to at most 70/],
    ["accountHolder", { accountHolder: "Red\nCross" }, /control character \(U\+000A\); remove it/],
    ["currency", { currency: "CHF" }, /CHF; these codes are for EUR only/],
    ["amountMinor", { amountMinor: 0 }, /from 1 to 99999999999/],
    ["amountMinor", { amountMinor: 100_000_000_000 }, /from 1 to 99999999999/],
    ["reference", { reference: "x".repeat(141) }, /at most 140/],
    ["purpose", { purpose: "CHARI" }, /up to 4 capital letters/],
    ["information", { information: "x".repeat(71) }, /at most 70/],
    ["information", { reference: "é".repeat(140) }, /at most 331 are allowed; shorten/],
  ];
  for (const [field, change, detail] of faults) {
    const payload = epcPayload({ ...redCross, ...change });
    assert.ok(!payload.ok, `${field} ${JSON.stringify(change)}`);
    assert.equal(payload.failure.field, field);
    assert.match(payload.failure.detail, detail);
  }
});

test("property: EPC: a payload has at most 331 bytes, and its lines are what was given", () => {
  const text = (maxLength: number) => fc.string({ unit: "grapheme", minLength: 1, maxLength });
  const reference = fc.oneof(text(140), fc.stringMatching(/^[0-9A-Z]{1,21}$/).map(makeRfReference));
  fc.assert(
    fc.property(
      text(70),
      fc.integer({ min: 1, max: 99_999_999_999 }),
      reference,
      (holder, amountMinor, text) => {
        const payload = epcPayload({ ...redCross, accountHolder: holder, amountMinor, reference: text });
        if (!payload.ok) return;
        const lines = payload.value.split("\n");
        assert.ok(Buffer.byteLength(payload.value) <= 331);
        assert.equal(lines.length, 12);
        assert.equal(lines[5], holder);
        assert.equal(Math.round(Number(lines[7]?.slice(3)) * 100), amountMinor);
        assert.equal(`${lines[9]}${lines[10]}`, text);
      },
    ),
  );
});

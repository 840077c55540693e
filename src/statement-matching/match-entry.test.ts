import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { makeQrReference } from "../transfer-codes/qr-reference.ts";
import { makeRfReference } from "../transfer-codes/rf-reference.ts";
import type { Candidate, Incoming } from "./candidate.ts";
import { matchEntry } from "./match-entry.ts";

const rf = makeRfReference("539007547034");
const qrr = makeQrReference("313947143000901");

const candidate = (changes: Partial<Candidate> & { id: string }): Candidate => ({
  references: [],
  amountMinor: 2_599,
  currency: "EUR",
  payerName: null,
  payerAccount: null,
  ...changes,
});
const incoming = (changes: Partial<Incoming> = {}): Incoming => ({
  amountMinor: 2_599,
  currency: "EUR",
  references: [],
  texts: [],
  payerName: null,
  payerAccount: null,
  ...changes,
});
const others = ["o1", "o2"].map((id) =>
  candidate({ id, references: [makeRfReference(`99${id.toUpperCase()}`)] }),
);
const matchedBy = (found: Incoming, expected: Candidate): string => {
  const decision = matchEntry(found, [...others, expected]);
  return decision.outcome === "matched" && decision.candidateId === expected.id
    ? decision.rule
    : decision.outcome;
};

test("a structured reference decides, whatever the amount, the spelling and the zeros on the left", () => {
  for (const [reference, reported] of [
    [rf, rf],
    [rf, rf.toLowerCase().replace(/.{4}/g, "$& ")],
    [qrr, qrr],
    [qrr, qrr.replace(/^0+/, "")],
    ["4711", "00004711"],
    ["PIXTXID0001abc", "pixtxid0001ABC"],
  ] as const) {
    const expected = candidate({ id: "c", references: [reference] });
    assert.equal(
      matchedBy(incoming({ references: [reported], amountMinor: 1 }), expected),
      "reference",
      reported,
    );
  }
});

test("a reference is found anywhere in the text, over spaces and line breaks", () => {
  for (const [reference, text] of [
    [rf, `Invoice ${rf.slice(0, 9)}\n${rf.slice(9)} thanks`],
    [qrr, `QRR ${qrr.replace(/(..)(.{5})(.{5})(.{5})(.{5})(.{5})/, "$1 $2 $3 $4 $5 $6")}`],
    [qrr, `Ref.${qrr.replace(/^0+/, "")}`],
    ["ORDER-1042-B", "payment for order 1042 b, thank you"],
    ["4711", "Rechnung 4711"],
    ["4711", "Rechnung 0004711"],
  ] as const) {
    const expected = candidate({ id: "c", references: [reference] });
    assert.equal(matchedBy(incoming({ texts: [text] }), expected), "reference_in_text", text);
  }
});

test("a part of a longer number isn't a reference, and a short one isn't found within a word", () => {
  for (const [reference, text] of [
    ["104200", "order 1042001"],
    ["104200", "order 7104200"],
    ["4711", "IBAN DE89471100000"],
    ["12", "Invoice A12B"],
  ] as const) {
    const expected = candidate({ id: "c", references: [reference], amountMinor: 1 });
    assert.equal(matchEntry(incoming({ texts: [text] }), [expected]).outcome, "exception", text);
  }
});

test("without a reference, amount and payer decide if one candidate fits", () => {
  const named = candidate({ id: "c", payerName: "Zoë Müller" });
  assert.equal(matchedBy(incoming({ payerName: "MULLER, ZOE" }), named), "amount_and_payer");
  const known = candidate({ id: "c", payerAccount: "DE75512108001245126199" });
  assert.equal(matchedBy(incoming({ payerAccount: "DE75512108001245126199" }), known), "amount_and_payer");
  assert.equal(matchedBy(incoming({ payerName: "MULLER, ZOE", amountMinor: 1 }), named), "exception");
  assert.equal(matchedBy(incoming({ payerName: "MULLER, ZOE", currency: "CHF" }), named), "exception");
  assert.equal(
    matchedBy(incoming({ payerName: "Zoë" }), candidate({ id: "c", payerName: "Zoë" })),
    "exception",
  );
});

test("several that fit equally well are an exception, the likeliest first", () => {
  const twins = ["b", "a"].map((id) =>
    candidate({ id, references: ["4711"], amountMinor: id === "a" ? 2_599 : 1 }),
  );
  assert.deepEqual(matchEntry(incoming({ references: ["4711"] }), twins), {
    outcome: "exception",
    reason: "ambiguous",
    suggestions: [
      { candidateId: "a", reasons: ["reference", "amount"] },
      { candidateId: "b", reasons: ["reference"] },
    ],
  });
});

test("an exception suggests at most five candidates, by what they have in common with the payment", () => {
  const many = [
    candidate({ id: "nothing", amountMinor: 1 }),
    candidate({ id: "name", amountMinor: 1, payerName: "Ada Lovelace" }),
    ...["1", "2", "3", "4"].map((id) => candidate({ id })),
    candidate({ id: "account", amountMinor: 1, payerAccount: "X" }),
  ];
  const decision = matchEntry(incoming({ payerName: "Ada Lovelace", payerAccount: "X" }), many);
  assert.equal(decision.outcome, "exception");
  assert.deepEqual(
    decision.outcome === "exception" && decision.suggestions.map(({ candidateId }) => candidateId),
    ["1", "2", "3", "4", "account"],
  );
});

test("any RF reference is found however a bank breaks it and in whatever case", () => {
  const body = fc.stringMatching(/^[0-9A-Z]{1,21}$/);
  const gaps = fc.array(fc.constantFrom("", " ", "\n", "-"), { minLength: 25, maxLength: 25 });
  fc.assert(
    fc.property(body, gaps, fc.boolean(), (text, between, isSmall) => {
      const reference = makeRfReference(text);
      const broken = [...reference].map((character, at) => character + between[at]).join("");
      const expected = candidate({ id: "c", references: [reference] });
      const found = incoming({ texts: [`: ${isSmall ? broken.toLowerCase() : broken} !`] });
      assert.equal(matchEntry(found, [expected]).outcome, "matched");
    }),
  );
});

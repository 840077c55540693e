import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Candidate, Incoming } from "../statement-matching/candidate.ts";
import { matchEntry } from "../statement-matching/match-entry.ts";
import { makeReference } from "./make-reference.ts";
import { referenceTokens } from "./reference-tokens.ts";

const incoming = (text: string, isReference: boolean): Incoming => ({
  ...{ amountMinor: 1, currency: "EUR", payerName: null, payerAccount: null },
  references: isReference ? [text] : [],
  texts: isReference ? [] : [text],
});
const candidateOf = (reference: string): Candidate => ({
  ...{ id: "c", amountMinor: 2, currency: "EUR", payerName: null, payerAccount: null },
  references: [reference],
});

/** What payers and banks do to a reference. */
const spellings: readonly ((reference: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.replace(/.{4}/g, "$& "),
  (text) => text.replace(/.{5}/g, "$&-"),
  (text) => `${text.slice(0, 9)}\n${text.slice(9)}`,
  (text) => `000${text}`,
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
];

test("whatever matchEntry finds among all expected transfers is found by its tokens", () => {
  let matched = 0;
  const surroundings = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("", "Invoice ", "RF12", "2026", " 00", "RF", "/", "ß", "7 "),
  );
  fc.assert(
    fc.property(
      fc.constantFrom("iban" as const, "qr_iban" as const),
      fc.constantFrom(...spellings),
      surroundings,
      surroundings,
      fc.boolean(),
      (type, spell, before, after, isReference) => {
        const reference = makeReference(type);
        const money = incoming(before + spell(reference) + after, isReference);
        if (matchEntry(money, [candidateOf(reference)]).outcome !== "matched") return;
        matched += 1;
        assert.ok(referenceTokens(money).includes(reference), JSON.stringify([reference, money]));
      },
    ),
    { numRuns: 3_000 },
  );
  assert.ok(matched > 1_000, `${matched} texts hold their reference`);
});

test("texts without one of our references have no tokens, and a text full of them has few", () => {
  for (const text of ["Invoice 4711", "RF712348231", "DE89370400440532013000", "RF", "", "R".repeat(99)])
    assert.deepEqual(referenceTokens(incoming(text, false)), []);
  const many = Array.from({ length: 200 }, () => makeReference("iban")).join(" ");
  assert.equal(referenceTokens(incoming(many, false)).length, 20);
});

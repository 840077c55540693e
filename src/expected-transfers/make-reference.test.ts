import assert from "node:assert/strict";
import { test } from "node:test";
import { accountTypes } from "../bank-accounts/account.ts";
import { containsCardNumber } from "../kernel/card-number.ts";
import { normalReference } from "../statement-matching/normal-text.ts";
import { isQrReference } from "../transfer-codes/qr-reference.ts";
import { isRfReference } from "../transfer-codes/rf-reference.ts";
import { makeReference, rfLength } from "./make-reference.ts";

test("each type of account gets a valid reference in its normal form, another one each time", () => {
  for (const type of accountTypes) {
    const made = Array.from({ length: 500 }, () => makeReference(type));
    assert.equal(new Set(made).size, made.length);
    for (const reference of made) {
      assert.equal(normalReference(reference), reference);
      assert.ok(type === "qr_iban" ? isQrReference(reference) : isRfReference(reference), reference);
      if (type !== "qr_iban") assert.match(reference, new RegExp(`^RF.{${rfLength - 2}}$`));
    }
  }
});

test("an RF reference within a text is never taken for a card number, however it is grouped", () => {
  for (let count = 0; count < 2_000; count += 1) {
    const reference = makeReference("iban");
    for (const text of [reference, reference.replace(/.{4}/g, "$& "), `Invoice 4000 ${reference} 2026-11-25`])
      assert.equal(containsCardNumber(text), false, text);
  }
});

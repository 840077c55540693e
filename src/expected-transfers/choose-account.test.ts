import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountType, BankAccount } from "../bank-accounts/account.ts";
import { chooseAccount } from "./choose-account.ts";

const account = (type: AccountType, identifier: string): BankAccount => ({
  ...{ id: `${type} ${identifier}`, mode: "sandbox", type, identifier, currency: "CHF", holder: "Ada" },
  ...{
    bic: null,
    address: null,
    label: null,
    statementAccounts: [],
    status: "enabled",
    createdAt: new Date(),
  },
});
const german = account("iban", "DE89370400440532013000");
const swiss = account("iban", "CH9300762011623852957");
const qr = account("qr_iban", "CH4431999123000889012");
const british = account("uk_account", "60161331926819");

test("a customer is sent to an account of the kind that the banks of the country use", () => {
  for (const [country, currency, accounts, chosen] of [
    ["CH", "CHF", [german, swiss, qr], qr],
    [null, "CHF", [german, swiss, qr], qr],
    ["DE", "CHF", [swiss, qr, german], german],
    ["FR", "CHF", [qr, swiss, german], swiss],
    ["CH", "CHF", [german, swiss], swiss],
    ["GB", "GBP", [german, british], british],
    [null, "GBP", [german, british], british],
    ["DE", "GBP", [british, german], german],
    ["DE", "GBP", [british], british],
    ["DE", "EUR", [], undefined],
  ] as const)
    assert.equal(chooseAccount(accounts, currency, country), chosen, `${country} ${currency}`);
});

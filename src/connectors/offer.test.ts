import assert from "node:assert/strict";
import { test } from "node:test";
import { newChargeRoute } from "../../test/support/new-charge-route.ts";
import type { Connector } from "./contract.ts";
import { type LocatedPurchase, methodsAt, type Offer, unrestricted } from "./offer.ts";

const purchase: LocatedPurchase = {
  amount: 1_000,
  currency: "EUR",
  captureMethod: "automatic",
  country: null,
};
const methodsWith = (offer: Partial<Offer>, changes: Partial<LocatedPurchase> = {}) =>
  methodsAt(newChargeRoute("ca_1", { offer: { ...unrestricted, ...offer } }), { ...purchase, ...changes });

const all = ["card", "wallet", "bank_debit"];

test("an unrestricted account takes what the PSP's page takes, and on Kassa's page what the PSP takes directly", () => {
  assert.deepEqual(methodsWith({}), all);
  assert.deepEqual(methodsAt(newChargeRoute("ca_1", { page: "own" }), purchase), [...all, "bank_transfer"]);
});

test("a PSP without a page of that kind takes nothing on it", () => {
  const { direct, hosted, ...others } = newChargeRoute("ca_1").connector;
  const withoutPages: Connector = { ...others, ...(direct && { direct }) };
  const withoutDirect: Connector = { ...others, ...(hosted && { hosted }) };
  assert.deepEqual(methodsAt(newChargeRoute("ca_1", { connector: withoutPages }), purchase), []);
  assert.deepEqual(
    methodsAt(newChargeRoute("ca_1", { connector: withoutDirect, page: "own" }), purchase),
    [],
  );
});

test("methods: only those of the account, in the PSP's order, and only those that can pay", () => {
  assert.deepEqual(methodsWith({ methods: ["wallet", "card"] }), ["card", "wallet"]);
  assert.deepEqual(methodsWith({ methods: [] }), []);
  assert.deepEqual(methodsWith({}, { currency: "USD" }), ["card", "wallet"], "no direct debit in dollars");
  assert.deepEqual(methodsWith({}, { captureMethod: "manual" }), ["card", "wallet"]);
});

test("methods: one that the PSP always captures at once isn't offered for a capture later, on no page", () => {
  const { connector } = newChargeRoute("ca_1");
  const capabilities = {
    card: { capture: "once", refundDays: null },
    wallet: { capture: "at_once", refundDays: null },
  } as const;
  const route = newChargeRoute("ca_1", { connector: { ...connector, capabilities: () => capabilities } });
  const later = { ...purchase, captureMethod: "manual" } as const;
  assert.deepEqual(methodsAt(route, later), ["card"]);
  assert.deepEqual(methodsAt({ ...route, page: "own" }, later), ["card"]);
  assert.ok(methodsAt(route, purchase).includes("wallet"));
});

test("methods: a PSP may take one for some purchases only", () => {
  const { connector } = newChargeRoute("ca_1");
  const { hosted } = connector;
  assert.ok(hosted);
  const takes: NonNullable<typeof hosted.takes> = (method, { amount }) => method !== "wallet" || amount < 500;
  const route = newChargeRoute("ca_1", { connector: { ...connector, hosted: { ...hosted, takes } } });
  assert.deepEqual(methodsAt(route, purchase), ["card", "bank_debit"]);
  assert.deepEqual(methodsAt(route, { ...purchase, amount: 499 }), all);
  assert.ok(methodsAt({ ...route, page: "own" }, purchase).includes("wallet"), "it says so of its page only");
});

test("currencies: only those of the account", () => {
  assert.deepEqual(methodsWith({ currencies: ["EUR", "CHF"] }), all);
  assert.deepEqual(methodsWith({ currencies: ["USD", "CHF"] }), []);
});

test("countries: an account for certain countries isn't offered to customers elsewhere or of an unknown country", () => {
  assert.deepEqual(methodsWith({ countries: ["DE", "AT"] }, { country: "AT" }), all);
  assert.deepEqual(methodsWith({ countries: ["DE", "AT"] }, { country: "FR" }), []);
  assert.deepEqual(methodsWith({ countries: ["DE", "AT"] }, { country: null }), []);
  assert.deepEqual(methodsWith({}, { country: "FR" }), all);
});

test("amount limits are inclusive, and hold for their own currency", () => {
  const amountLimits = { EUR: { minimum: 500, maximum: 1_000 } };
  const at = (amount: number, currency = "EUR") =>
    methodsWith({ amountLimits }, { amount, currency }).length > 0;
  assert.deepEqual(
    [499, 500, 1_000, 1_001].map((amount) => at(amount)),
    [false, true, true, false],
  );
  assert.deepEqual(
    [1, 499, 1_001].map((amount) => at(amount, "USD")),
    [true, true, true],
  );
});

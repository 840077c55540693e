import assert from "node:assert/strict";
import { test } from "node:test";
import { newChargeRoute } from "../../../test/support/new-charge-route.ts";
import { newSession } from "../../../test/support/new-session.ts";
import { unrestricted } from "../../connectors/offer.ts";
import { orderRoutes } from "../../connectors/order-routes.ts";
import type { NewChargeRoute } from "../../connectors/registry.ts";
import type { PaymentChoice } from "../payment-choice.ts";
import { chooseRoute } from "./choose-route.ts";

const session = newSession({ amount: 1_000 });
const byCard: PaymentChoice = { type: "hosted_page", method: "card" };

const a = newChargeRoute("a", { position: 1 });
const b = newChargeRoute("b", { position: 2 });
const c = newChargeRoute("c", { position: 3 });

/** The choice in one line: the account, whether another one is left, and what was passed over. */
function choose(
  routes: readonly NewChargeRoute[],
  {
    failed = [],
    open = [],
    choice = byCard,
  }: { failed?: string[]; open?: string[]; choice?: PaymentChoice } = {},
): string {
  const chosen = chooseRoute(routes, session, { choice, country: null }, failed, (account) =>
    open.includes(account),
  );
  if (!chosen) return "none";
  const passedOver = chosen.passedOver.map(({ connectorAccount, reason }) => `${connectorAccount} ${reason}`);
  return [chosen.route.account.id, chosen.hasNext ? "has next" : "last", ...passedOver].join(", ");
}

test("the first account by position is chosen", () => {
  assert.equal(choose([c, b, a]), "a, has next");
  assert.equal(choose([a]), "a, last");
  assert.equal(choose([]), "none");
});

test("accounts of the same position are chosen by the session's order", () => {
  const routes = ["a", "b", "c"].map((id) => newChargeRoute(id));
  const [first] = orderRoutes(routes, session.id);
  assert.equal(choose(routes), `${first?.account.id}, has next`);
});

test("an account where a begin of this submit has failed isn't chosen again", () => {
  assert.equal(choose([a, b, c], { failed: ["a"] }), "b, has next, a begin_failed");
  assert.equal(choose([a, b, c], { failed: ["a", "b"] }), "c, last, a begin_failed, b begin_failed");
  assert.equal(choose([a, b, c], { failed: ["a", "b", "c"] }), "none");
});

test("an account whose circuit is open is chosen only if no other is left", () => {
  assert.equal(choose([a, b, c], { open: ["a"] }), "b, has next, a circuit_open");
  assert.equal(choose([a, b, c], { open: ["b"] }), "a, has next");
  assert.equal(choose([a, b], { open: ["a", "b"] }), "a, has next");
  assert.equal(choose([a], { open: ["a"] }), "a, last");
  assert.equal(
    choose([a, b], { open: ["a"], failed: ["b"] }),
    "a, last",
    "nothing before it was passed over",
  );
  assert.equal(
    choose([a, b, c], { open: ["a"], failed: ["b"] }),
    "c, has next, a circuit_open, b begin_failed",
  );
});

test("an account that failed in this submit says so, even if its circuit is open by now", () => {
  assert.equal(choose([a, b], { open: ["a"], failed: ["a"] }), "b, last, a begin_failed");
});

test("accounts that don't take the payment aren't chosen and aren't passed over", () => {
  const dollars = newChargeRoute("a", { position: 1, offer: { ...unrestricted, currencies: ["USD"] } });
  const wallets = newChargeRoute("c", { position: 3, offer: { ...unrestricted, methods: ["wallet"] } });
  const germans = newChargeRoute("d", { position: 4, offer: { ...unrestricted, countries: ["DE"] } });
  const large = newChargeRoute("e", {
    position: 5,
    offer: { ...unrestricted, amountLimits: { EUR: { minimum: 1_001, maximum: 9_999 } } },
  });
  assert.equal(choose([dollars, b, wallets, germans, large]), "b, last");
  assert.equal(choose([dollars, wallets, germans, large]), "none");
  const byWallet: PaymentChoice = { type: "hosted_page", method: "wallet" };
  assert.equal(choose([dollars, b, wallets], { choice: byWallet }), "b, has next");
});

test("details that Kassa's page asked for go to no account with a hosted page, and the other way round", () => {
  const own = newChargeRoute("own", { position: 2, page: "own" });
  const card: PaymentChoice = {
    type: "card",
    number: "4242424242424242",
    expiryMonth: 12,
    expiryYear: 2099,
    cvc: "123",
  };
  assert.equal(choose([a, own], { choice: card }), "own, last");
  assert.equal(choose([a, own]), "a, last");
  assert.equal(choose([a], { choice: card }), "none");
  assert.equal(choose([own]), "none");
});

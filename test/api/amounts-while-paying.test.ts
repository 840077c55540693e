import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../support/payments.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { cardDetails } from "./paying.ts";
import { makeSession, sessionsPath } from "./support.ts";

// Without a script, the buttons that change the amount send the form that pays.

const kassa = useTestApp();

const everything = {
  amount: 2599,
  lineItems: [
    { name: "Mug", quantity: 2, unitAmount: 1000, adjustableQuantity: { minimum: 0, maximum: 5 } },
    { name: "Spoon", quantity: 1, unitAmount: 599 },
  ],
  promotionCodes: [{ code: "FIVE", amountOff: 500 }],
  tips: { percentages: ["10"], custom: true },
};
const collect = { email: "required", name: "optional", shippingAddress: {}, billingAddress: "required" };

/** The fields of an untouched page, as a browser sends them. */
const untouched = { quantity_0: "2", promotion_code: "", tip: "none", tip_amount: "", choice: "card" };
const typedCard = { number: cards.approved, ...cardDetails };
const realIban = "GB82WEST12345698765432";

async function post(id: string, fields: Record<string, string>) {
  const url = `${kassa.url}/pay/${id}`;
  const html = await (await fetch(url)).text();
  const input = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  const own = { token: input("token"), shownAmount: input("shownAmount") };
  const body = new URLSearchParams({ ...own, ...untouched, ...fields });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return { status: answer.status, page: await answer.text(), location: answer.headers.get("location") };
}

const read = async (id: string) => (await kassa.call("GET", `${sessionsPath}/${id}`)).body;
const filledIn = (page: string, name: string) =>
  new RegExp(`id="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1];

test("if nothing was typed, a button leads to the page; otherwise the page is the answer, with what was typed", async () => {
  const { id } = await makeSession(kassa, { ...everything, collect });
  const details = { billing_same: "yes", email: "", full_name: "", shipping_country: "" };
  const alone = await post(id, { ...details, more: "0" });
  assert.deepEqual([alone.status, alone.location], [303, `/pay/${id}`]);
  assert.equal((await read(id)).amount, 3599);
  const typed = {
    ...details,
    quantity_0: "3",
    email: "ada@shop",
    shipping_country: "DE",
    shipping_city: "Ulm",
  };
  const { status, page } = await post(id, { ...typed, less: "0", ...typedCard, holder: "Kim Test" });
  assert.equal(status, 200);
  assert.equal((await read(id)).amount, 2599);
  const shown = ["email", "shipping_city", "holder", "quantity_0"].map((name) => filledIn(page, name));
  assert.deepEqual(shown, ["ada@shop", "Ulm", "Kim Test", "2"]);
  assert.match(page, /<option value="DE" selected>/);
  assert.doesNotMatch(page, /aria-invalid/);
  for (const name of ["number", "expiry", "cvc"]) assert.equal(filledIn(page, name), undefined, name);
});

test("nothing that could be a real number goes back into the page", async () => {
  const { id } = await makeSession(kassa, { ...everything, collect: { name: "optional" } });
  const wrongPlaces = { full_name: cards.approved, holder: cards.approved, promotion_code: cards.approved };
  const { page } = await post(id, { ...typedCard, ...wrongPlaces, iban: realIban, set: "code" });
  assert.match(page, /id="promotion_code-error"/);
  assert.ok(!page.includes('value="4242'));
  assert.equal(filledIn(page, "iban"), undefined);
  const test = await post(id, { iban: "DE89370400440532013000", choice: "bank_debit", more: "0" });
  assert.equal(filledIn(test.page, "iban"), "DE89 3704 0044 0532 0130 00");
  assert.match(test.page, /id="method-bank_debit"[^>]* checked/);
});

test("the fields of a country are shown with the amount that was asked for, and without an IBAN that could be real", async () => {
  const { id } = await makeSession(kassa, { ...everything, collect });
  const country = { show_country: "shipping", shipping_country: "US", iban: realIban };
  const { status, page } = await post(id, { ...country, tip: "0" });
  assert.equal(status, 200);
  assert.equal((await read(id)).amountDetails.tip, 260);
  assert.match(page, /id="shipping_recipient"[^>]* autofocus/);
  assert.doesNotMatch(page, /The total has changed/);
  const again = await post(id, { ...country, tip: "0" });
  assert.equal(filledIn(again.page, "iban"), undefined);
});

test("a form that pays changes the amount first if its fields ask for it, and charges nothing", async () => {
  for (const asked of [
    { tip: "0" },
    { quantity_0: "3" },
    { promotion_code: "five" },
    { tip: "custom", tip_amount: "1" },
  ]) {
    const { id } = await makeSession(kassa, everything);
    const { status, page } = await post(id, { ...typedCard, ...asked, method: "card" });
    assert.equal(status, 409, JSON.stringify(asked));
    assert.match(page, /The total has changed.*You haven’t been charged/s);
    const { amount, payment } = await read(id);
    assert.equal(payment, null);
    assert.notEqual(amount, 2599);
    const code = asked.promotion_code === undefined ? asked : {};
    assert.equal((await post(id, { ...typedCard, ...code, method: "card" })).status, 303);
    assert.equal((await read(id)).amount, amount);
    assert.equal((await read(id)).paymentStatus, "paid");
  }
});

test("a tip of the customer's own that has no amount yet doesn't stop a payment, a wrong one does", async () => {
  const { id } = await makeSession(kassa, everything);
  const wrong = await post(id, { ...typedCard, tip: "custom", tip_amount: "much", method: "card" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.page, /id="tip_amount-error"/);
  assert.equal((await post(id, { ...typedCard, tip: "9", method: "card" })).status, 403);
  assert.equal((await read(id)).payment, null);
  assert.equal((await post(id, { ...typedCard, tip: "custom", method: "card" })).status, 303);
  assert.equal((await read(id)).paymentStatus, "paid");
});

test("a page with an old total changes nothing: the customer sees the new one with what they typed", async () => {
  const { id } = await makeSession(kassa, { ...everything, collect: { email: "required" } });
  await post(id, { more: "0" });
  const stale = { shownAmount: "2599", method: "bank_debit", email: "ada@shop.example", holder: "Kim Test" };
  const { status, page } = await post(id, { ...stale, iban: "DE89370400440532013000" });
  assert.equal(status, 409);
  assert.match(page, /It is now €35\.99/);
  assert.deepEqual([filledIn(page, "email"), filledIn(page, "holder")], ["ada@shop.example", "Kim Test"]);
  const { amount, payment } = await read(id);
  assert.deepEqual([amount, payment], [3599, null]);
});

test("a form that is sent again by a reload changes nothing more", async () => {
  const { id } = await makeSession(kassa, everything);
  for (const _ of ["sent", "reloaded"]) await post(id, { quantity_0: "2", more: "0", holder: "Kim Test" });
  assert.equal((await read(id)).amount, 3599);
  for (const _ of ["sent", "reloaded"])
    assert.equal((await post(id, { quantity_0: "3", promotion_code: "FIVE", set: "code" })).status, 303);
  assert.equal((await read(id)).amount, 3099);
});

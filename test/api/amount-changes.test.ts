import assert from "node:assert/strict";
import { test } from "node:test";
import { everything, promotionCodes, tips, useChangingCustomers } from "./changing-customers.ts";
import { openLink, sendForm } from "./link-visitor.ts";
import { makeSession, sessionsPath } from "./support.ts";

// Customers change quantities, enter promotion codes and add tips on the payment page, without a script.

const { kassa, read, partsOf, charged, open, post, change, pay } = useChangingCustomers();

test("a customer changes a quantity, enters a code and adds a tip, and pays what follows", async () => {
  const { id, amountDetails } = await makeSession(kassa, everything);
  assert.deepEqual(amountDetails, { subtotal: 2599, discount: 0, promotionCode: null, tip: 0 });
  assert.equal((await change(id, { quantity_0: "3", tip: "none" })).status, 303);
  assert.deepEqual(await partsOf(id), {
    amount: 3599,
    subtotal: 3599,
    discount: 0,
    promotionCode: null,
    tip: 0,
    quantities: [3, 1],
  });
  // 10 % of 35.99 is 3.599; 12.5 % of the rest, 32.39, is 4.04875.
  assert.equal((await change(id, { promotion_code: " summer10 " })).location, `/pay/${id}`);
  assert.equal((await change(id, { tip: "1", set: "tip" })).location, `/pay/${id}`);
  const expected = { amount: 3644, subtotal: 3599, discount: 360, promotionCode: "Summer10", tip: 405 };
  assert.deepEqual(await partsOf(id), { ...expected, quantities: [3, 1] });
  const shown = await open(id);
  assert.equal(shown.shownAmount, "3644");
  assert.match(shown.html, /Pay <bdi>€36\.44/);
  assert.equal((await pay(id, shown)).status, 303);
  assert.deepEqual(await charged(id), [3644]);
  const paid = await read(id);
  assert.equal(paid.paymentStatus, "paid");
  const payment = (await kassa.call("GET", `/api/payments/${paid.payment}`)).body;
  assert.deepEqual([payment.amount, payment.amountCaptured], [3644, 3644]);
  const { data } = (await kassa.call("GET", `/api/events?session=${id}&type=checkout.session.completed`))
    .body;
  const object = data.find(({ type }: { type: string }) => type === "checkout.session.completed")?.data
    .object;
  assert.deepEqual(object.amountDetails, paid.amountDetails);
  assert.equal(object.lineItems[0].quantity, 3);
  const receipt = (await kassa.call("GET", `${sessionsPath}/${id}/receipt`)).body;
  assert.deepEqual(receipt.amountDetails, paid.amountDetails);
  assert.deepEqual([receipt.amountOrdered, receipt.amount, receipt.lineItems[0].quantity], [3644, 3644, 3]);
  const receiptPage = await (await fetch(`${kassa.url}/pay/${id}/receipt`)).text();
  for (const text of ["Subtotal", "Discount (<bdi>Summer10</bdi>)", "-€3.60", "Tip", "€4.05", "€36.44"])
    assert.ok(receiptPage.includes(text), text);
});

test("the buttons beside a quantity change it by one, with the bounds that the merchant set", async () => {
  const { id } = await makeSession(kassa, everything);
  await change(id, { quantity_0: "2", more: "0" });
  assert.deepEqual((await partsOf(id)).quantities, [3, 1]);
  await change(id, { quantity_0: "٣", less: "0" });
  assert.deepEqual((await partsOf(id)).quantities, [2, 1]);
  for (const wrong of ["6", "-1", "1.5", "two", "", "1e1"]) {
    const answer = await change(id, { quantity_0: wrong });
    assert.equal(answer.status, 422, wrong);
    assert.match(answer.page, /Enter a whole number from 0 to 5\./);
  }
  await change(id, { quantity_0: "5", more: "0" });
  // An item whose quantity is fixed, and one that doesn't exist.
  await change(id, { quantity_1: "9", quantity_7: "1" });
  assert.deepEqual((await partsOf(id)).quantities, [2, 1]);
  await change(id, { quantity_0: "0" });
  assert.deepEqual(await partsOf(id), {
    amount: 599,
    subtotal: 599,
    discount: 0,
    promotionCode: null,
    tip: 0,
    quantities: [0, 1],
  });
  assert.match((await open(id)).html, /Mug/, "the item can be taken again");
  await pay(id, await open(id));
  assert.doesNotMatch((await open(id)).html, /Mug/);
  const receipt = (await kassa.call("GET", `${sessionsPath}/${id}/receipt`)).body;
  assert.deepEqual(
    receipt.lineItems.map(({ name }: { name: string }) => name),
    ["Spoon"],
  );
});

test("a code can be removed, and another one entered", async () => {
  const { id } = await makeSession(kassa, everything);
  await change(id, { promotion_code: "FIVE" });
  assert.equal((await read(id)).amount, 2099);
  assert.match((await open(id)).html, /Discount \(<bdi>FIVE<\/bdi>\)/);
  await change(id, { promotion_code: "SUMMER10" });
  assert.equal((await partsOf(id)).promotionCode, "FIVE", "one code at a time");
  await change(id, { remove_code: "1" });
  assert.equal((await partsOf(id)).promotionCode, null);
  await change(id, { promotion_code: "SUMMER10" });
  assert.equal((await partsOf(id)).promotionCode, "Summer10");
});

test("a tip of the customer's own is read in their language, up to the merchant's limit", async () => {
  const { id } = await makeSession(kassa, { ...everything, locale: "de" });
  await change(id, { tip: "custom", tip_amount: "2,50", set: "tip" });
  assert.equal((await partsOf(id)).tip, 250);
  assert.match((await open(id)).html, /id="tip_amount"[^>]* value="2,50"/);
  for (const wrong of ["", "viel", "10,01", "-1"]) {
    const answer = await change(id, { tip: "custom", tip_amount: wrong, set: "tip" });
    assert.equal(answer.status, 422, wrong);
    assert.match(answer.page, /id="tip_amount-error"/);
  }
  assert.equal((await partsOf(id)).tip, 250);
  for (const forged of ["7", "x", "-1"]) assert.equal((await change(id, { tip: forged })).status, 403);
  await change(id, { tip: "none" });
  assert.equal((await partsOf(id)).tip, 0);
});

test("amounts in currencies without decimals and with three", async () => {
  const yen = await makeSession(kassa, { amount: 1005, currency: "JPY", tips: { percentages: ["10"] } });
  await change(yen.id, { tip: "0" });
  assert.equal((await partsOf(yen.id)).tip, 101);
  const dinar = await makeSession(kassa, { amount: 10_005, currency: "KWD", tips: { custom: true } });
  await change(dinar.id, { tip: "custom", tip_amount: "1.234" });
  assert.equal((await partsOf(dinar.id)).tip, 1234);
});

test("every method of payment takes the changed amount, and fields that the page asks for stand beside it", async () => {
  const fields = { ...everything, collect: { email: "required" } };
  const { id } = await makeSession(kassa, fields);
  await change(id, { tip: "0" });
  const shown = await open(id);
  const refused = await post(`/pay/${id}`, { token: shown.token, method: "card", email: "ada@shop.example" });
  assert.equal(refused.status, 422, "a fault of the form comes first");
  const { token, shownAmount } = shown;
  const debit = { method: "bank_debit", holder: "Kim Test", iban: "DE89370400440532013000" };
  assert.equal(
    (await post(`/pay/${id}`, { token, shownAmount, email: "ada@shop.example", ...debit })).status,
    303,
  );
  const amounts = async (session: string) =>
    (await kassa.call("GET", `/api/payments?session=${session}`)).body.data.map(
      ({ amount }: { amount: number }) => amount,
    );
  assert.deepEqual(await amounts(id), [2859]);
  const transfer = await makeSession(kassa, everything);
  await change(transfer.id, { tip: "0" });
  const page = await open(transfer.id);
  await post(`/pay/${transfer.id}`, {
    token: page.token,
    shownAmount: page.shownAmount,
    method: "bank_transfer",
  });
  assert.match((await open(transfer.id)).html, /€28\.59/);
  assert.deepEqual(await amounts(transfer.id), [2859]);
});

test("a payment link's customers change their own sessions only", async () => {
  const body = { name: "Mugs", currency: "EUR", ...everything };
  const link = await kassa.call("POST", "/api/payment-links", { body });
  assert.equal(link.status, 200, link.text);
  assert.deepEqual([link.body.promotionCodes, link.body.tips], [promotionCodes, tips]);
  const url = kassa.url + new URL(link.body.url).pathname;
  const page = await (await fetch(url)).text();
  assert.doesNotMatch(page, /Summer10|FIVE|stepper/);
  const [one, other] = [await sendForm(await openLink(url)), await sendForm(await openLink(url))];
  assert.ok(one.session && other.session);
  await change(one.session, { promotion_code: "five", quantity_0: "1" });
  assert.deepEqual([(await read(one.session)).amount, (await read(other.session)).amount], [1099, 2599]);
  await pay(one.session, await open(one.session));
  assert.deepEqual(await charged(one.session), [1099]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { payOnPage } from "./paying.ts";
import { assertProblem, makeSession, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const create = (changes: Record<string, unknown>) =>
  kassa.call("POST", sessionsPath, { body: sessionBody(changes) });

const lineItems = [
  { name: "Enamel mug", quantity: 2, unitAmount: 1200 },
  { name: "Free sample", quantity: 1, unitAmount: 0 },
];
const adjustments = [
  { type: "discount", name: "Autumn sale", amount: -400 },
  { type: "shipping", name: "Standard shipping", amount: 490 },
  { type: "tax", name: "VAT 19%", amount: 473 },
  { type: "tip", name: "Tip", amount: 0 },
  { type: "surcharge", name: "Small parcel", amount: 99 },
];
const amount = 2400 - 400 + 490 + 473 + 99;

test("line items and adjustments of every type add up to the amount, and are returned as sent", async () => {
  const session = await makeSession(kassa, { amount, lineItems, adjustments });
  assert.deepEqual([session.lineItems, session.adjustments], [lineItems, adjustments]);
  const again = await kassa.call("GET", `${sessionsPath}/${session.id}`);
  assert.deepEqual(again.body, session);
  assert.deepEqual((await makeSession(kassa, { adjustments: [] })).adjustments, []);
});

test("refuses a total that is one unit off, and names both totals", async () => {
  for (const wrong of [amount - 1, amount + 1]) {
    const refused = await create({ amount: wrong, lineItems, adjustments });
    assertProblem(refused, "line_items_mismatch", "/lineItems");
    assert.equal(
      refused.body.detail,
      `Items (2400) and adjustments (662) add up to 3062, but amount is ${wrong}.`,
    );
  }
});

test("only a discount may be negative, and it can't be positive", async () => {
  for (const { type, amount } of [
    { type: "discount", amount: 100 },
    { type: "shipping", amount: -100 },
    { type: "tax", amount: -1 },
    { type: "tip", amount: -100 },
    { type: "surcharge", amount: -100 },
  ]) {
    const items = [{ name: "Mug", quantity: 1, unitAmount: 1000 }];
    const body = { amount: 1000 + amount, lineItems: items, adjustments: [{ type, name: "x", amount }] };
    assertProblem(await create(body), "amount_invalid", "/adjustments/0/amount", `${type} ${amount}`);
  }
});

test("an adjustment of any type may be 0, because many shops send a line for every type", async () => {
  const types = ["discount", "shipping", "tax", "tip", "surcharge"];
  const zeros = types.map((type) => ({ type, name: type, amount: 0 }));
  const items = [{ name: "Mug", quantity: 1, unitAmount: 1000 }];
  const session = await makeSession(kassa, {
    amount: 1000,
    lineItems: items,
    adjustments: zeros,
    locale: "en",
  });
  assert.deepEqual(session.adjustments, zeros);
  const page = await (await fetch(`${kassa.url}/pay/${session.id}`)).text();
  assert.ok(page.includes("€0.00"), "shown as zero");
  assert.ok(!page.includes("-€0.00"), "without a sign");
});

test("adjustments need line items, a known type, a name and an integer amount; at most 20 are allowed", async () => {
  assertProblem(await create({ adjustments }), "line_items_mismatch", "/lineItems");
  const shipping = { type: "shipping", name: "Post", amount: 1 };
  for (const [wrong, param] of [
    [{ ...shipping, type: "gift" }, "/adjustments/0/type"],
    [{ ...shipping, name: "" }, "/adjustments/0/name"],
    [{ type: "shipping", amount: 1 }, "/adjustments/0/name"],
    [{ ...shipping, amount: "1" }, "/adjustments/0/amount"],
    [{ ...shipping, taxRate: 19 }, "/adjustments/0/taxRate"],
  ] as const) {
    const refused = await create({ lineItems, adjustments: [wrong] });
    assert.equal(refused.body.param, param, refused.text);
  }
  const many = Array.from({ length: 21 }, () => shipping);
  assertProblem(await create({ lineItems, adjustments: many }), "parameter_invalid", "/adjustments");
  const fraction = await kassa.call("POST", sessionsPath, {
    rawBody: JSON.stringify(sessionBody({ lineItems, adjustments: [shipping] })).replace(
      '"name":"Post","amount":1',
      '"name":"Post","amount":1.5',
    ),
  });
  assertProblem(fraction, "amount_invalid", "/adjustments/0/amount");
});

test("the payment page and the receipt show each adjustment with its sign", async () => {
  const session = await makeSession(kassa, { amount, lineItems, adjustments, locale: "en" });
  const page = await (await fetch(`${kassa.url}/pay/${session.id}`)).text();
  for (const text of [
    "Autumn sale",
    "-€4.00",
    "Standard shipping",
    "€4.90",
    "VAT 19%",
    "€4.73",
    "€30.62",
    "€0.00",
  ])
    assert.ok(page.includes(text), `${text} on the payment page`);
  await payOnPage(kassa, session.id);
  const receipt = await (await fetch(`${kassa.url}/pay/${session.id}/receipt`)).text();
  for (const text of ["Autumn sale", "-€4.00", "Small parcel", "€0.99", "€30.62"])
    assert.ok(receipt.includes(text), `${text} on the receipt`);
  const signed = await kassa.call("GET", `${sessionsPath}/${session.id}/receipt`);
  assert.deepEqual(signed.body.adjustments, adjustments);
});

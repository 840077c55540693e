import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../support/payments.ts";
import { everything, lineItems, promotionCodes, useChangingCustomers } from "./changing-customers.ts";
import { assertProblem, faultsOf, makeSession } from "./support.ts";

// Changes of the amount that a customer can't make, and sessions that a merchant can't create.

const { kassa, create, read, partsOf, charged, open, post, change, pay } = useChangingCustomers();

test("nothing can be changed of a session that doesn't say so", async () => {
  const session = await makeSession(kassa, {
    amount: 2000,
    lineItems: [{ name: "Mug", quantity: 2, unitAmount: 1000 }],
  });
  assert.deepEqual([session.amountDetails, session.promotionCodes, session.tips], [null, null, null]);
  const { html } = await open(session.id);
  assert.doesNotMatch(html, /amounts|promotion|tip-|data-live|shownAmount/);
  const answer = await change(session.id, { quantity_0: "1", promotion_code: "FIVE", tip: "0" });
  assert.equal(answer.status, 303);
  assert.equal((await read(session.id)).amount, 2000);
});

test("one item at least is kept, and the least amount", async () => {
  const only = { amount: 1300, lineItems: [lineItems[0]], promotionCodes, adjustments: [] };
  const { id } = await makeSession(kassa, {
    ...only,
    lineItems: [{ ...lineItems[0], unitAmount: 400 }],
    adjustments: [{ type: "shipping", name: "Post", amount: 500 }],
  });
  const empty = await change(id, { quantity_0: "0" });
  assert.match(empty.page, /Keep at least one item\./);
  // The code takes all of the items, and shipping is left.
  await change(id, { quantity_0: "1", promotion_code: "five" });
  assert.deepEqual(await partsOf(id), {
    amount: 500,
    subtotal: 900,
    discount: 400,
    promotionCode: "FIVE",
    tip: 0,
    quantities: [1],
  });
  const cheap = await makeSession(kassa, {
    ...only,
    amount: 1000,
    lineItems: [{ ...lineItems[0], unitAmount: 500 }],
  });
  await change(cheap.id, { promotion_code: "FIVE" });
  const nothing = await change(cheap.id, { quantity_0: "1" });
  assert.equal(nothing.status, 422);
  assert.match(nothing.page, /The total has to be at least/);
  assert.equal((await read(cheap.id)).amount, 500);
});

test("a wrong code is said at its field and kept there, and after 20 no code is taken", async () => {
  const { id } = await makeSession(kassa, everything);
  assert.doesNotMatch((await open(id)).html, /Summer10|FIVE/i);
  const wrong = await change(id, { promotion_code: "WINTER", quantity_0: "1" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.page, /id="promotion_code-error"/);
  assert.match(wrong.page, /value="WINTER"/);
  assert.doesNotMatch(wrong.page, /Summer10|FIVE/i);
  const card = await change(id, { promotion_code: cards.approved });
  assert.doesNotMatch(card.page, new RegExp(`value="${cards.approved}"`));
  for (let tries = 2; tries < 20; tries += 1) await change(id, { promotion_code: `GUESS${tries}` });
  const late = await change(id, { promotion_code: "FIVE" });
  assert.match(late.page, /Too many codes were tried/);
  assert.equal((await read(id)).amount, 1599, "only the quantity has changed");
});

test("after the first attempt to pay the amount is final, also after a decline", async () => {
  const { id } = await makeSession(kassa, everything);
  await change(id, { tip: "0" });
  const { token } = await open(id);
  await pay(id, await open(id), cards.declined);
  const declined = await open(id);
  assert.doesNotMatch(declined.html, /id="amounts"|tip-list|stepper/);
  assert.equal((await post(`/pay/${id}/amount`, { token, quantity_0: "1" })).status, 303);
  assert.equal((await read(id)).amount, 2859);
  assert.equal((await pay(id, declined)).status, 303);
  assert.deepEqual(await charged(id), [2859]);
});

test("a form of another session's page, or without a token, changes nothing", async () => {
  const [session, other] = [await makeSession(kassa, everything), await makeSession(kassa, everything)];
  const { token } = await open(other.id);
  for (const wrong of [token, ""])
    assert.equal((await post(`/pay/${session.id}/amount`, { token: wrong, quantity_0: "1" })).status, 403);
  assert.equal((await read(session.id)).amount, 2599);
});

test("a repeated create call is answered with the session as it was created", async () => {
  const headers = { "idempotency-key": "adjustable-1" };
  const first = (await create(everything, headers)).body;
  await change(first.id, { quantity_0: "1", promotion_code: "FIVE", tip: "0" });
  const again = await create(everything, headers);
  assert.deepEqual(again.body, first);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
});

test("refuses what can't be right, and says where", async () => {
  const item = { name: "Mug", quantity: 2, unitAmount: 1000 };
  const adjustable = (minimum: number, maximum: number) => ({
    ...item,
    adjustableQuantity: { minimum, maximum },
  });
  const refused: [Record<string, unknown>, string][] = [
    [{ lineItems: [adjustable(3, 5)] }, "parameter_invalid /lineItems/0/adjustableQuantity/minimum"],
    [{ lineItems: [adjustable(0, 1)] }, "parameter_invalid /lineItems/0/adjustableQuantity/maximum"],
    [
      { lineItems: [adjustable(1, 1_000_000_000)] },
      "parameter_invalid /lineItems/0/adjustableQuantity/maximum",
    ],
    [{ promotionCodes: [{ code: "A" }] }, "parameter_invalid /promotionCodes/0"],
    [
      { promotionCodes: [{ code: "A", percentOff: "1", amountOff: 1 }] },
      "parameter_invalid /promotionCodes/0",
    ],
    [{ promotionCodes: [{ code: "A", percentOff: 10 }] }, "parameter_invalid /promotionCodes/0/percentOff"],
    [
      { promotionCodes: [{ code: "A", percentOff: "1.234" }] },
      "parameter_invalid /promotionCodes/0/percentOff",
    ],
    [
      { promotionCodes: [{ code: "A", percentOff: "0.00" }] },
      "parameter_invalid /promotionCodes/0/percentOff",
    ],
    [{ promotionCodes: [{ code: "A", percentOff: "100" }] }, "amount_invalid /promotionCodes/0"],
    [{ promotionCodes: [{ code: "A", amountOff: 2000 }] }, "amount_invalid /promotionCodes/0"],
    [{ promotionCodes: [{ code: "A B", percentOff: "10" }] }, "parameter_invalid /promotionCodes/0/code"],
    [
      { promotionCodes: ["a", "A"].map((code) => ({ code, percentOff: "10" })) },
      "parameter_invalid /promotionCodes/1/code",
    ],
    [{ tips: {} }, "parameter_invalid /tips"],
    [{ tips: { percentages: ["10"], amounts: [100] } }, "parameter_invalid /tips/amounts"],
    [{ tips: { percentages: ["10"], maximum: 100 } }, "parameter_invalid /tips/maximum"],
    [{ tips: { percentages: ["0"] } }, "parameter_invalid /tips/percentages/0"],
    [{ tips: { custom: true, maximum: 999_999_999_999 } }, "amount_invalid /tips"],
    [
      {
        lineItems: [adjustable(1, 5)],
        adjustments: [{ type: "tax", name: "VAT", amount: 380 }],
        amount: 2380,
      },
      "parameter_invalid /adjustments/0",
    ],
  ];
  for (const [fields, fault] of refused)
    assert.deepEqual(faultsOf(await create({ amount: 2000, ...fields })), [fault], JSON.stringify(fields));
  const many = Array.from({ length: 21 }, (_, index) => ({ code: `C${index}`, percentOff: "10" }));
  assertProblem(await create({ promotionCodes: many }), "parameter_invalid", "/promotionCodes");
});

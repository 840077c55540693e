import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../support/app.ts";
import { cards } from "../support/payments.ts";
import { openLink, sendForm } from "./link-visitor.ts";
import { cardDetails } from "./paying.ts";
import { assertProblem, faultsOf, makeSession, sessionBody, sessionsPath } from "./support.ts";

// Customers change quantities, enter promotion codes and add tips on the payment page, without a script.

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(() => kassa.close());

const create = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  kassa.call("POST", sessionsPath, { body: sessionBody(fields), headers });
const read = async (id: string) => (await kassa.call("GET", `${sessionsPath}/${id}`)).body;

const lineItems = [
  { name: "Mug", quantity: 2, unitAmount: 1000, adjustableQuantity: { minimum: 0, maximum: 5 } },
  { name: "Spoon", quantity: 1, unitAmount: 599 },
];
const promotionCodes = [
  { code: "Summer10", percentOff: "10" },
  { code: "FIVE", amountOff: 500 },
];
const tips = { percentages: ["10", "12.5"], custom: true, maximum: 1000 };
const everything = { amount: 2599, lineItems, promotionCodes, tips };

type Shown = { readonly html: string; readonly token: string; readonly shownAmount: string };

async function open(id: string): Promise<Shown> {
  const html = await (await fetch(`${kassa.url}/pay/${id}`)).text();
  const input = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  return { html, token: input("token"), shownAmount: input("shownAmount") };
}

async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(kassa.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers,
  });
  return { status: answer.status, page: await answer.text(), location: answer.headers.get("location") };
}

/** Posts the form of the amount from a page that is opened for it. */
async function change(id: string, fields: Record<string, string>) {
  const { token } = await open(id);
  return post(`/pay/${id}/amount`, { token, ...fields });
}

const pay = (
  id: string,
  { token, shownAmount }: Pick<Shown, "token" | "shownAmount">,
  number: string = cards.approved,
) => post(`/pay/${id}`, { token, shownAmount, method: "card", number, ...cardDetails });

async function charged(id: string): Promise<number[]> {
  const rows = await kassa.db.sql<{ amount: bigint }>(
    "SELECT amount FROM sandbox_psp.charge_log WHERE merchant_reference = $1 ORDER BY entry",
    [id],
  );
  return rows.map(({ amount }) => Number(amount));
}

/** The parts of the amount, which have to add up. */
async function partsOf(id: string) {
  const { amount, amountDetails: parts, lineItems: items } = await read(id);
  assert.equal(amount, parts.subtotal - parts.discount + parts.tip);
  return { amount, ...parts, quantities: items?.map(({ quantity }: { quantity: number }) => quantity) };
}

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
  assert.equal((await change(id, { tip: "1", set: "tip" })).location, `/pay/${id}#tips`);
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
  assert.equal((await read(id)).amount, 2599);
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

test("nothing is charged if the page showed another total, and the page says the new one", async () => {
  const { id } = await makeSession(kassa, everything);
  const stale = await open(id);
  await change(id, { quantity_0: "5" });
  const refused = await pay(id, stale);
  assert.equal(refused.status, 409);
  assert.match(refused.page, /The total has changed/);
  assert.match(refused.page, /It is now €55\.99/);
  for (const shownAmount of ["", "5599.0", "2599", "x"]) {
    const answer = await post(
      `/pay/${id}`,
      { token: stale.token, shownAmount, method: "card", number: cards.approved, ...cardDetails },
      { accept: "application/json" },
    );
    assert.equal(JSON.parse(answer.page).totalChanged, true, shownAmount);
  }
  assert.deepEqual([await charged(id), (await read(id)).payment], [[], null]);
  await pay(id, await open(id));
  assert.deepEqual(await charged(id), [5599]);
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

/** Requests that take about as long as a form takes to reach the database: they spread the moments at which two forms meet. */
async function passTime(id: string, requests: number): Promise<void> {
  for (let each = 0; each < requests; each += 1) await (await fetch(`${kassa.url}/pay/${id}/status`)).text();
}

test("a change and a payment at the same moment: the charge is what the session says, and what the customer saw", async () => {
  const outcomes = new Set<string>();
  for (let batch = 0; batch < 10; batch += 1)
    await Promise.all(
      Array.from({ length: 6 }, async (_, round) => {
        const { id } = await makeSession(kassa, everything);
        const shown = await open(id);
        const changed = async () => {
          await passTime(id, round);
          return post(`/pay/${id}/amount`, {
            token: shown.token,
            quantity_0: String(3 + (round % 3)),
            tip: "0",
          });
        };
        const paying = async () => {
          await passTime(id, (batch * 5) % 6);
          return pay(id, shown);
        };
        const [change, paid] = await Promise.all([changed(), paying()]);
        assert.equal(change.status, 303);
        const { amount, payment } = await read(id);
        const charges = await charged(id);
        if (paid.status === 303) {
          outcomes.add("paid");
          assert.equal(amount, 2599, "the change came too late");
          assert.deepEqual(charges, [2599]);
          assert.equal((await kassa.call("GET", `/api/payments/${payment}`)).body.amount, 2599);
        } else {
          outcomes.add("changed");
          assert.equal(paid.status, 409);
          assert.deepEqual([charges, payment], [[], null], "nothing was charged");
          assert.notEqual(amount, 2599);
        }
      }),
    );
  assert.deepEqual([...outcomes].sort(), ["changed", "paid"], "both orders were seen");
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

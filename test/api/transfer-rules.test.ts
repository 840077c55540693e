import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { PaidEntry } from "../../src/expected-transfers/test-support.ts";
import type { JsonBody } from "../support/app.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import {
  assertBooksAgree,
  openTransferShop,
  pageOf,
  paymentOf,
  post,
  statusOf,
  type TransferShop,
  take,
  waiting,
} from "./paying-by-transfer.ts";
import { assertProblem } from "./support.ts";

// What a merchant's rules and decisions make of money that isn't as expected.
const kassa = useTestApp({}, async () => {
  shop = await openTransferShop(kassa);
});
let shop: TransferShop;
afterEach(async () => {
  await assertBooksAgree(shop);
  await shop.ask("POST", "/api/settings", { transferRules: null });
});

const rule = (transferRules: object) => shop.ask("POST", "/api/settings", { transferRules });
const has = (session: string, status: string) =>
  until(async () => (await statusOf(shop, session)) === status, `the session is ${status}`);

let bankReference = 0;
/** A statement with one new entry. Returns that entry. */
async function taken(entry: PaidEntry): Promise<JsonBody> {
  bankReference += 1;
  await take(shop, { bankReference: `R${bankReference}`, ...entry });
  const { data } = await shop.ask("GET", "/api/bank-entries?limit=1");
  return shop.ask("GET", `/api/bank-entries/${data[0].id}`);
}

const decide = (id: string, action: string, body: object = {}) =>
  kassa.call("POST", `/api/bank-entries/${id}/${action}`, { key: shop.key, body });

test("a few cents less or more are captured as they came", async () => {
  await rule({ tolerance: 5 });
  for (const [amount, minor] of [
    ["25.95", 2595],
    ["26.03", 2603],
  ] as const) {
    const { session, reference } = await waiting(shop);
    await taken({ amount, text: reference });
    await has(session, "paid");
    const { amountCaptured, amountLate, attempts } = await paymentOf(shop, session);
    assert.deepEqual([amountCaptured, amountLate, attempts[0].amountReceived], [minor, 0, minor]);
  }
});

test("too little is accepted as the whole payment, or goes back", async () => {
  await rule({ tooLittle: "accept" });
  const accepted = await waiting(shop);
  await taken({ amount: "20.00", text: accepted.reference });
  await has(accepted.session, "paid");
  assert.equal((await paymentOf(shop, accepted.session)).amountCaptured, 2000);
  await rule({ tooLittle: "refund" });
  const refused = await waiting(shop);
  const { matches } = await taken({ amount: "20.00", text: refused.reference, name: "Ada" });
  assert.deepEqual([matches[0].action, matches[0].amountRefunded], ["refund", 2000]);
  assert.equal(await statusOf(shop, refused.session), "processing");
  const [refund] = await kassa.db.sql(
    `SELECT amount, payee_name FROM bank_refunds JOIN tenants t USING (tenant_id)
     WHERE t.id = $1 ORDER BY bank_refunds.id DESC LIMIT 1`,
    [shop.tenant],
  );
  assert.deepEqual(refund, { amount: 2000, payee_name: "Ada" });
});

test("too much goes back without being booked", async () => {
  await rule({ tooMuch: "refund" });
  const { session, reference } = await waiting(shop);
  const { matches } = await taken({ amount: "30.00", text: reference });
  assert.deepEqual([matches[0].action, matches[0].amountRefunded], ["pay", 401]);
  await has(session, "paid");
  assert.equal((await paymentOf(shop, session)).amountLate, 0);
  const again = await taken({ amount: "25.99", text: reference });
  assert.deepEqual([again.matches[0].action, again.matches[0].amountRefunded], ["refund", 2599]);
});

test("late money is accepted as late funds, or goes back; so does another currency", async () => {
  await rule({ late: "accept" });
  const accepted = await waiting(shop);
  await post(shop, accepted.session, "/call-off");
  await has(accepted.session, "unpaid");
  await taken({ amount: "10.00", text: accepted.reference });
  await until(async () => (await paymentOf(shop, accepted.session)).amountLate === 1000, "it is late funds");
  await rule({ late: "refund", wrongCurrency: "refund" });
  const late = await taken({ amount: "25.99", text: accepted.reference });
  assert.deepEqual([late.matches[0].action, late.matches[0].amountRefunded], ["refund", 2599]);
  const { reference } = await waiting(shop);
  const other = await taken({ amount: "25.99", currency: "USD", text: reference });
  assert.deepEqual([other.matches[0].action, other.matchStatus], ["refund", "matched"]);
});

test("money without a reference has suggestions, and is matched by hand; a repeat is refused", async () => {
  const { session, payment } = await waiting(shop, { amount: 1234 });
  const entry = await taken({ amount: "12.34", text: "thanks", name: "Ada Lovelace" });
  const { reason, suggestions, transaction } = entry.exceptions[0];
  assert.deepEqual([entry.matchStatus, transaction, reason], ["unmatched", null, "no_match"]);
  assert.deepEqual(suggestions[0].reasons, ["amount"]);
  const { data } = await shop.ask("GET", `/api/expected-transfers?session=${session}`);
  assert.equal(suggestions[0].expectedTransfer, data[0].id);
  const matched = await decide(entry.id, "match", { expectedTransfer: data[0].id });
  assert.equal(matched.status, 200, matched.text);
  assert.deepEqual([matched.body.matchStatus, matched.body.exceptions], ["matched", []]);
  assert.deepEqual([matched.body.matches[0].rule, matched.body.matches[0].action], ["manual", "pay"]);
  assert.ok(matched.body.matches[0].decidedBy);
  await has(session, "paid");
  assert.equal((await paymentOf(shop, session)).id, payment.id);
  assertProblem(await decide(entry.id, "match", { session }), "bank_entry_not_open");
  assertProblem(await decide(entry.id, "unmatch"), "match_final");
});

test("a decision can be undone while no payment counts on it", async () => {
  const { session, reference } = await waiting(shop);
  const other = await waiting(shop);
  const part = await taken({ amount: "5.00", text: reference });
  await until(async () => (await paymentOf(shop, session)).attempts[0].amountReceived === 500, "a part came");
  const open = await decide(part.id, "unmatch");
  assert.deepEqual([open.status, open.body.matchStatus, open.body.matches], [200, "unmatched", []]);
  const received = async (id: string) =>
    (await shop.ask("GET", `/api/expected-transfers?session=${id}`)).data[0].amountReceived;
  assert.equal(await received(session), 0);
  assert.equal((await decide(part.id, "match", { session: other.session })).status, 200);
  assert.equal(await received(other.session), 500);
  const unknown = await taken({ amount: "77.00", text: "a deposit" });
  assert.equal((await decide(unknown.id, "ignore")).body.matchStatus, "ignored");
  assertProblem(await decide(unknown.id, "ignore"), "bank_entry_not_open");
  assert.equal((await decide(unknown.id, "unmatch")).body.matchStatus, "unmatched");
  assert.equal((await decide(unknown.id, "unmatch")).body.code, "bank_entry_not_open");
});

test("of an entry that books several transactions, each is decided by its number", async () => {
  const { session } = await waiting(shop);
  const transactions = [
    { amount: "25.99", text: "one" },
    { amount: "4.01", text: "two" },
  ];
  const entry = await taken({ amount: "30.00", transactions });
  assert.deepEqual(
    entry.exceptions.map(({ transaction }: JsonBody) => transaction),
    [1, 2],
  );
  assertProblem(await decide(entry.id, "match", { session }), "parameter_missing", "/transaction");
  assertProblem(
    await decide(entry.id, "match", { session, transaction: 3 }),
    "parameter_invalid",
    "/transaction",
  );
  const first = await decide(entry.id, "match", { session, transaction: 1 });
  assert.deepEqual([first.body.matchStatus, first.body.exceptions.length], ["unmatched", 1]);
  assert.equal((await decide(entry.id, "ignore")).body.matchStatus, "matched");
  await has(session, "paid");
});

test("faults of a decision name their parameter; another tenant's entry doesn't exist", async () => {
  const entry = await taken({ amount: "3.33", text: "?" });
  assertProblem(await decide(entry.id, "match", {}), "parameter_invalid", "/expectedTransfer");
  assertProblem(await decide(entry.id, "match", { session: "cs_live_x" }), "parameter_invalid", "/session");
  const stranger = await openTransferShop(kassa);
  const answer = await kassa.call("POST", `/api/bank-entries/${entry.id}/ignore`, {
    key: stranger.key,
    body: {},
  });
  assert.equal(answer.status, 404);
});

/** Days between now and the time until which the customer is shown that they can pay. */
const daysLeft = ({ attempts }: JsonBody): number =>
  (Date.parse(attempts[0].transferInstructions.payBefore) - Date.now()) / 86_400_000;

test("the days that a customer has are those of the rule when they chose the transfer, and the page shows until when", async () => {
  const usual = await waiting(shop);
  await rule({ waitDays: 30 });
  const long = await waiting(shop);
  assert.deepEqual(
    [usual, long].map(({ payment }) => Math.round(daysLeft(payment))),
    [14, 30],
  );
  const { payBefore } = long.payment.attempts[0].transferInstructions;
  assert.ok((await pageOf(shop, long.session)).includes(`<time datetime="${payBefore}"`));
  assert.equal(Math.round(daysLeft(await paymentOf(shop, usual.session))), 14);
});

test("a transfer is given up when the days of the rule are over, sooner or later than the usual 14", async () => {
  const sandbox = await openTransferShop(kassa, { mode: "sandbox" });
  const clocks = "/api/sandbox/clocks";
  const clock = await sandbox.ask("POST", clocks, {});
  const chosen = async (waitDays: number): Promise<string> => {
    await sandbox.ask("POST", "/api/settings", { transferRules: { waitDays } });
    const { session, payment } = await waiting(sandbox, { clock: clock.id });
    assert.equal(payment.attempts[0].connector, "bank_transfer");
    return session;
  };
  // Processes hear of the new account within a second; the simulated PSP takes transfers until then.
  await until(
    async () => (await waiting(sandbox)).payment.attempts[0].connector === "bank_transfer",
    "the tenant's own account comes first",
  );
  const sessions = [await chosen(3), await chosen(20)];
  const statuses = async (days: number): Promise<string[]> => {
    const to = new Date(Date.parse(clock.now) + days * 86_400_000).toISOString();
    await sandbox.ask("POST", `${clocks}/${clock.id}/advance`, { to });
    return Promise.all(sessions.map((session) => statusOf(sandbox, session)));
  };
  assert.deepEqual(await statuses(2.9), ["processing", "processing"]);
  assert.deepEqual(await statuses(3.1), ["unpaid", "processing"]);
  assert.deepEqual(await statuses(19.9), ["unpaid", "processing"]);
  assert.deepEqual(await statuses(20.1), ["unpaid", "unpaid"]);
});

test("late money that the bank took back before its payment was known is a charge and a lost dispute", async () => {
  await rule({ late: "accept" });
  await shop.ask("POST", "/api/settings", { lateFunds: "keep" });
  const { session, reference } = await waiting(shop);
  await post(shop, session, "/call-off");
  await has(session, "unpaid");
  const entry = { amount: "12.00", text: reference };
  await take(
    shop,
    { ...entry, bankReference: "late" },
    { ...entry, direction: "DBIT", reversal: true, bankReference: "late back" },
  );
  await until(async () => (await paymentOf(shop, session)).amountLate === 1200, "it is late funds");
  await until(async () => {
    const { data } = await shop.ask("GET", "/api/disputes?limit=1");
    return data[0]?.status === "lost" && data[0].amount === 1200;
  }, "the bank has the money");
  const { data } = await shop.ask("GET", `/api/expected-transfers?session=${session}`);
  assert.deepEqual(
    data.map(({ amountReceived, status }: JsonBody) => [status, amountReceived]),
    [
      ["paid", 0],
      ["ended", 0],
    ],
  );
});

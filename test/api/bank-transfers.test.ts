import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, test } from "node:test";
import { runKassaHere } from "../support/command.ts";
import { testSecretKey } from "../support/keyring.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import {
  assertBooksAgree,
  balances,
  chooseTransfer,
  eventsOf,
  openTransferShop,
  pageOf,
  paymentOf,
  post,
  sessionToTransfer,
  statementOf,
  statusOf,
  type TransferShop,
  take,
  waiting,
} from "./paying-by-transfer.ts";

// A live key, a bank account and no PSP: customers send transfers, and statements tell what arrived.
const kassa = useTestApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" }, async () => {
  shop = await openTransferShop(kassa);
});
let shop: TransferShop;
afterEach(() => assertBooksAgree(shop));

const paid = (session: string) =>
  until(async () => (await statusOf(shop, session)) === "paid", "the session is paid");

test("a customer sends a transfer; the statement pays the session, and importing it again changes nothing", async () => {
  const session = await sessionToTransfer(shop);
  const { status, attempts } = await chooseTransfer(shop, session);
  const { transferInstructions: to, connector, connectorAccount } = attempts[0];
  assert.deepEqual(
    [status, connector, connectorAccount],
    ["processing", "bank_transfer", shop.connectorAccount],
  );
  assert.deepEqual(
    [to.iban, to.accountHolder, to.simulatorUrl],
    ["DE89370400440532013000", "Ada GmbH", null],
  );
  const page = await pageOf(shop, session);
  assert.match(page, new RegExp(`data-copy="${to.reference}"`));
  assert.match(page, /DE89 3704 0044 0532 0130 00/);
  assert.match(page, /<svg class="qr"/);

  const entry = { amount: "25.99", creditorReference: to.reference, name: "Ada", bankReference: "1" };
  await take(shop, entry);
  await paid(session);
  const payment = await paymentOf(shop, session);
  assert.deepEqual([payment.status, payment.amountCaptured, payment.amountLate], ["captured", 2599, 0]);
  assert.deepEqual(await balances(shop), { psp_clearing: 2599, merchant_payable: 2599 });

  await take(shop, entry);
  assert.deepEqual(await balances(shop), { psp_clearing: 2599, merchant_payable: 2599 });
  assert.deepEqual(await eventsOf(shop, session), [
    "checkout.session.completed",
    "payment.captured",
    "checkout.session.async_payment_succeeded",
  ]);
});

test("two partial transfers: the page says what came and what is missing, in the same code", async () => {
  const before = await balances(shop);
  const { session, reference } = await waiting(shop);
  await take(shop, { amount: "10.00", text: `order ${reference}`, bankReference: "2a" });
  const shown = /€10\.00<.{1,20}of.{1,20}€25\.99<.{1,20} has arrived.{1,60}€15\.99</;
  await until(
    async () => shown.test(await pageOf(shop, session)),
    "the page says what came and what is missing",
  );
  assert.equal((await paymentOf(shop, session)).attempts[0].amountReceived, 1000);
  assert.deepEqual(await balances(shop), before, "nothing is booked before it is complete");
  await take(shop, { amount: "15.99", text: reference, bankReference: "2b" });
  await paid(session);
  const payment = await paymentOf(shop, session);
  assert.deepEqual([payment.amountCaptured, payment.amountLate], [2599, 0]);
  assert.ok((await eventsOf(shop, session)).includes("payment.partially_funded"));
});

test("too much is a surplus: it is booked, and refunded to the payer's account by the tenant's setting", async () => {
  const { session, reference } = await waiting(shop);
  const iban = "DE75512108001245126199";
  await take(shop, { amount: "30.00", text: reference, name: "Ada Lovelace", iban, bankReference: "3" });
  await paid(session);
  const payment = await paymentOf(shop, session);
  assert.deepEqual([payment.amountCaptured, payment.amountLate], [2599, 401]);
  assert.ok((await eventsOf(shop, session)).includes("payment.overfunded"));
  const [refund] = await kassa.db.sql(
    "SELECT amount, payee_name, payee_account, status FROM bank_refunds ORDER BY id DESC LIMIT 1",
  );
  const expected = { amount: 401, payee_name: "Ada Lovelace", payee_account: iban, status: "waiting" };
  assert.deepEqual(refund, expected);
});

test("a statement that is imported by the command pays the session as well, and brings late money", async () => {
  const { session, reference } = await waiting(shop);
  const folder = await mkdtemp(path.join(tmpdir(), "kassa-transfers-"));
  const importByCommand = async (entry: Parameters<typeof take>[1]): Promise<void> => {
    await writeFile(path.join(folder, "statement.xml"), statementOf(entry));
    const options = ["--mode", "live", "--tenant", shop.tenant];
    const { code, stderr } = await runKassaHere(["statements", "import", "statement.xml", ...options], {
      cwd: folder,
      env: { DATABASE_URL: kassa.db.settings.connectionString, KASSA_SECRET_KEY: testSecretKey },
    });
    assert.deepEqual([code, stderr], [0, ""]);
  };
  await importByCommand({ amount: "25.99", text: reference, bankReference: "cli1" });
  await paid(session);
  await importByCommand({ amount: "5.00", text: reference, bankReference: "cli2" });
  await until(async () => (await paymentOf(shop, session)).amountLate === 500, "the rest is late funds");
  await rm(folder, { recursive: true });
});

test("more money with the same reference after approval is late funds of its own", async () => {
  const { session, reference } = await waiting(shop);
  await take(shop, { amount: "25.99", text: reference, bankReference: "4a" });
  await paid(session);
  for (const bankReference of ["4b", "4c"]) {
    await take(shop, { amount: "5.00", text: reference, bankReference });
    await take(shop, { amount: "5.00", text: reference, bankReference });
  }
  await until(async () => (await paymentOf(shop, session)).amountLate === 1000, "both are late funds");
  const { attempts, amountCaptured } = await paymentOf(shop, session);
  assert.equal(amountCaptured, 2599);
  assert.deepEqual(
    attempts.map(({ status, amountReceived }: { status: string; amountReceived: number }) => [
      status,
      amountReceived,
    ]),
    [
      ["approved", 2599],
      ["late", 500],
      ["late", 500],
    ],
  );
});

test("a customer who pays in another way gives the transfer up; money for it is an exception until it is accepted", async () => {
  const { session, reference, payment } = await waiting(shop, { cancelUrl: "https://shop.example/cart" });
  assert.match(await pageOf(shop, session), /Pay another way/);
  await post(shop, session, "/call-off");
  await until(async () => (await statusOf(shop, session)) === "unpaid", "the transfer is given up");
  assert.match(await pageOf(shop, session), /shop\.example\/cart/);
  await take(shop, { amount: "25.99", text: reference, bankReference: "5" });
  assert.equal((await paymentOf(shop, session)).amountLate, 0);
  const { data } = await shop.ask("GET", "/api/bank-entries?matchStatus=unmatched");
  const entry = await shop.ask("GET", `/api/bank-entries/${data[0].id}`);
  assert.deepEqual([entry.exceptions[0].reason, entry.exceptions[0].suggestions.length], ["late", 1]);
  await shop.ask("POST", `/api/bank-entries/${entry.id}/match`, { session });
  await until(async () => (await paymentOf(shop, session)).amountLate === 2599, "it is late funds");
  assert.ok((await eventsOf(shop, session)).includes("payment.late_funds"));
  assert.equal((await paymentOf(shop, session)).id, payment.id);
});

test("what came of a transfer that is given up is owed to its payer", async () => {
  const { session, reference } = await waiting(shop);
  await take(shop, { amount: "7.00", text: reference, name: "Bo", bankReference: "6" });
  await until(async () => (await paymentOf(shop, session)).attempts[0].amountReceived === 700, "a part came");
  await post(shop, session, "/call-off");
  await until(async () => (await statusOf(shop, session)) === "unpaid", "the transfer is given up");
  const [refund] = await kassa.db.sql(
    "SELECT amount, payee_name, movement_key FROM bank_refunds ORDER BY id DESC LIMIT 1",
  );
  assert.deepEqual(refund, { amount: 700, payee_name: "Bo", movement_key: null });
});

test("another currency than the account's waits for a decision, and pays nothing", async () => {
  const { session, reference } = await waiting(shop);
  await take(shop, { amount: "25.99", currency: "USD", text: reference, bankReference: "7" });
  const { data } = await shop.ask("GET", "/api/bank-entries?matchStatus=unmatched");
  const entry = await shop.ask("GET", `/api/bank-entries/${data[0].id}`);
  assert.equal(entry.exceptions[0].reason, "wrong_currency");
  const refused = await kassa.call("POST", `/api/bank-entries/${entry.id}/match`, {
    key: shop.key,
    body: { session },
  });
  assert.equal(refused.body.code, "transfer_currency_differs");
  assert.equal(await statusOf(shop, session), "processing");
});

test("a transfer that the bank takes back after approval is a lost dispute", async () => {
  const { session, reference } = await waiting(shop);
  const entry = { amount: "25.99", text: reference };
  await take(shop, { ...entry, bankReference: "8" });
  await paid(session);
  const before = await balances(shop);
  await take(shop, { ...entry, direction: "DBIT", reversal: true, bankReference: "8r" });
  await until(async () => (await paymentOf(shop, session)).amountDisputed === 2599, "the money is gone");
  const { psp_clearing: clearing = 0, merchant_payable: payable = 0 } = before;
  assert.deepEqual(await balances(shop), {
    ...before,
    psp_clearing: clearing - 2599,
    merchant_payable: payable - 2599,
  });
  assert.ok((await eventsOf(shop, session)).includes("dispute.closed"));
});

test("a refund waits until the merchant has sent it", async () => {
  const { session, reference } = await waiting(shop);
  await take(shop, { amount: "25.99", text: reference, name: "Ada", bankReference: "9" });
  await paid(session);
  const { id } = await paymentOf(shop, session);
  const refund = await shop.ask("POST", "/api/refunds", { payment: id, amount: 599 });
  assert.equal(refund.status, "pending");
  const payment = await paymentOf(shop, session);
  assert.deepEqual([payment.amountRefunded, payment.amountRefundPending], [0, 599]);
});

test("a transfer is offered only in currencies of enabled accounts", async () => {
  const other = await openTransferShop(kassa);
  const waitsFor = await sessionToTransfer(other);
  const { id } = await other.ask("POST", "/api/checkout/sessions", {
    amount: 100,
    currency: "USD",
    successUrl: "https://shop.example",
  });
  assert.doesNotMatch(await pageOf(other, id), /bank_transfer/);
  await other.ask("POST", `/api/bank-accounts/${other.bankAccount}`, { status: "disabled" });
  await until(async () => !/bank_transfer/.test(await pageOf(other, waitsFor)), "it isn't offered any more");
});

test("in the sandbox it stands beside the simulated PSP; a webhook tells the merchant", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const sandbox = await openTransferShop(kassa, { mode: "sandbox" });
  await sandbox.ask("POST", "/api/webhook-endpoints", { url: receiver.url, events: ["payment.captured"] });
  // Processes hear of the new account within a second; the simulated PSP takes transfers until then.
  await until(async () => {
    const { payment } = await waiting(sandbox);
    return payment.attempts[0].connector === "bank_transfer";
  }, "the tenant's own account comes first");
  const { session, reference } = await waiting(sandbox);
  await take(sandbox, { amount: "25.99", text: reference, bankReference: "S" });
  await until(async () => (await statusOf(sandbox, session)) === "paid", "the session is paid");
  await receiver.wait(1);
  assert.equal(JSON.parse(receiver.received[0]?.body ?? "").data.object.session, session);
  const { id } = await sandbox.ask("POST", "/api/checkout/sessions", {
    amount: 100,
    currency: "EUR",
    successUrl: "https://shop.example",
  });
  assert.ok(/name="number"/.test(await pageOf(sandbox, id)), "cards are paid at the simulated PSP");
});

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";
import {
  assertBooksAgree,
  eventsOf,
  openTransferShop,
  paymentOf,
  statusOf,
  type TransferShop,
  take,
  waiting,
} from "./paying-by-transfer.ts";
import { assertProblem } from "./support.ts";

// Refunds of bank transfers: the merchant hands a file to the bank, and the next statement confirms each.
let kassa: TestApp;
let shop: TransferShop;
before(async () => {
  // It makes the whole database look like a restored one.
  kassa = await startTestApp();
  shop = await openTransferShop(kassa);
});
after(() => kassa.close());
afterEach(() => assertBooksAgree(shop));

const payerIban = "DE75512108001245126199";
const call = (method: string, path: string, body?: unknown) =>
  kassa.call(method, path, { key: shop.key, ...(body === undefined ? {} : { body }) });

/** A paid session with a refund of 5.99 that waits. */
async function refunded(name: string, iban?: string) {
  const { session, reference } = await waiting(shop);
  await take(shop, {
    ...{ amount: "25.99", text: reference, name, bankReference: reference },
    ...(iban === undefined ? {} : { iban }),
  });
  await until(async () => (await statusOf(shop, session)) === "paid", "the session is paid");
  const { id } = await paymentOf(shop, session);
  const refund = await shop.ask("POST", "/api/refunds", { payment: id, amount: 599 });
  const { data } = await shop.ask("GET", "/api/bank-refunds?status=waiting&limit=1");
  return { session, refund, bankRefund: data[0] };
}

const makeFile = () => call("POST", "/api/bank-refund-files", { account: shop.bankAccount });
const statusOfRefund = async (id: string): Promise<string> =>
  (await shop.ask("GET", `/api/refunds/${id}`)).status;
const bankStatus = async (id: string): Promise<string> =>
  (await shop.ask("GET", `/api/bank-refunds/${id}`)).status;
const refundIs = (id: string, status: string) =>
  until(async () => (await statusOfRefund(id)) === status, `the refund is ${status}`);

test("a file has the refunds that wait; it is sent, and the statement's debit confirms them", async () => {
  const { session, refund, bankRefund } = await refunded("Ada Müller &amp; Söhne", payerIban);
  assert.deepEqual([refund.status, bankRefund.payeeIban, bankRefund.amount], ["pending", payerIban, 599]);
  const made = await makeFile();
  assert.equal(made.status, 200, made.text);
  const { id, refunds, amount, status } = made.body;
  assert.deepEqual([refunds, amount, status], [1, 599, "made"]);
  assertProblem(await makeFile(), "bank_refunds_none", undefined, "each refund is in one file");
  const { text, headers } = await call("GET", `/api/bank-refund-files/${id}/content`);
  assert.equal(headers.get("content-type"), "application/xml; charset=utf-8");
  const { endToEndId } = bankRefund;
  assert.ok(text.includes(`<EndToEndId>${endToEndId}</EndToEndId>`));
  assert.ok(text.includes('<InstdAmt Ccy="EUR">5.99</InstdAmt>'));
  assert.ok(text.includes("<Cdtr><Nm>Ada Muller + Sohne</Nm></Cdtr>"));

  assert.equal((await shop.ask("POST", `/api/bank-refund-files/${id}`, { status: "sent" })).status, "sent");
  assert.equal(await bankStatus(bankRefund.id), "sent");
  assert.equal(await statusOfRefund(refund.id), "pending");
  const debit = { text: "refund", direction: "DBIT", endToEndId } as const;
  await take(shop, { ...debit, amount: "5.98", bankReference: `other ${id}` });
  assert.equal(await bankStatus(bankRefund.id), "sent", "another amount proves nothing");
  await take(shop, { ...debit, amount: "5.99", bankReference: id });
  await refundIs(refund.id, "succeeded");
  await take(shop, { ...debit, amount: "5.99", bankReference: id });
  const payment = await paymentOf(shop, session);
  assert.deepEqual([payment.amountRefunded, payment.amountRefundPending], [599, 0]);
});

test("a refund that comes back has failed, and can be made again", async () => {
  const { session, refund, bankRefund } = await refunded("Ada", payerIban);
  const { id } = (await makeFile()).body;
  await shop.ask("POST", `/api/bank-refund-files/${id}`, { status: "sent" });
  const named = { text: "refund", endToEndId: bankRefund.endToEndId, amount: "5.99" };
  await take(shop, { ...named, direction: "DBIT", bankReference: `${id} out` });
  await refundIs(refund.id, "succeeded");
  await take(shop, { ...named, returnReason: "AC04", bankReference: `${id} back` });
  await refundIs(refund.id, "failed");
  assert.equal(await bankStatus(bankRefund.id), "returned");
  assert.equal((await paymentOf(shop, session)).amountRefunded, 0);
  assert.ok((await eventsOf(shop, session)).includes("refund.failed"));
  const { data } = await shop.ask("GET", "/api/bank-entries?matchStatus=unmatched");
  assert.deepEqual(data, [], "nobody has to look for what that money is");
});

test("a cancelled file frees its refunds; a payee that the statement doesn't name is set first", async () => {
  const { refund, bankRefund } = await refunded("Bo");
  assert.equal(bankRefund.payeeIban, null);
  assertProblem(await makeFile(), "bank_refunds_none");
  const path = `/api/bank-refunds/${bankRefund.id}`;
  assertProblem(await call("POST", path, { payeeIban: "DE00" }), "parameter_invalid", "/payeeIban");
  const set = await shop.ask("POST", path, { payeeIban: payerIban.toLowerCase() });
  assert.equal(set.payeeIban, payerIban);
  const first = (await makeFile()).body.id;
  assertProblem(await call("POST", path, { status: "sent" }), "bank_refund_not_open");
  await shop.ask("POST", `/api/bank-refund-files/${first}`, { status: "cancelled" });
  assert.equal(await bankStatus(bankRefund.id), "waiting");
  assertProblem(
    await call("POST", `/api/bank-refund-files/${first}`, { status: "sent" }),
    "bank_refund_file_not_open",
  );
  await shop.ask("POST", path, { status: "confirmed" });
  await refundIs(refund.id, "succeeded");
});

test("files and refunds of others don't exist", async () => {
  const { bankRefund } = await refunded("Cy", payerIban);
  const file = (await makeFile()).body;
  const stranger = await openTransferShop(kassa);
  for (const path of [
    `/api/bank-refunds/${bankRefund.id}`,
    `/api/bank-refund-files/${file.id}`,
    `/api/bank-refund-files/${file.id}/content`,
  ])
    assert.equal((await kassa.call("GET", path, { key: stranger.key })).status, 404, path);
  const { data } = await stranger.ask("GET", "/api/bank-refund-files");
  assert.deepEqual(data, []);
  const own = await shop.ask("GET", "/api/bank-refund-files");
  assert.ok(own.data.some(({ id }: JsonBody) => id === file.id));
});

/** Makes the database as it was before the refund was requested: a backup from then was restored. */
async function forget({ session, refund, bankRefund }: Awaited<ReturnType<typeof refunded>>): Promise<void> {
  await kassa.db.sql("DELETE FROM bank_refunds WHERE id = $1", [bankRefund.id]);
  await kassa.db.sql("DELETE FROM ledger_transactions WHERE source_id = $1", [refund.id]);
  await kassa.db.sql("DELETE FROM movements WHERE id = $1", [refund.id]);
  await kassa.db.sql("UPDATE payments SET amount_refund_pending = 0 WHERE session_id = $1", [session]);
}

const debitOf = ({ bankRefund }: { bankRefund: JsonBody }) =>
  ({ amount: "5.99", text: "refund", direction: "DBIT", endToEndId: bankRefund.endToEndId }) as const;

test("a restored database has forgotten a refund: its debit waits for a person, and the same refund is confirmed and not sent again", async () => {
  const sent = await refunded("Dee", payerIban);
  await forget(sent);
  await take(shop, { ...debitOf(sent), bankReference: "forgotten" });
  const { data } = await shop.ask("GET", "/api/bank-entries?matchStatus=unmatched");
  assert.equal(data.length, 1);
  const entry = await shop.ask("GET", `/api/bank-entries/${data[0].id}`);
  assert.deepEqual(entry.exceptions, [{ transaction: null, reason: "unknown_refund", suggestions: [] }]);
  assertProblem(
    await call("POST", `/api/bank-entries/${entry.id}/match`, { session: sent.session }),
    "bank_entry_not_open",
  );
  // A later file with more about the entry changes nothing, and ignoring it can be undone.
  for (const decision of ["ignore", "unmatch"])
    assert.equal((await call("POST", `/api/bank-entries/${entry.id}/${decision}`, {})).status, 200);

  const { id } = await paymentOf(shop, sent.session);
  const again = await shop.ask("POST", "/api/refunds", { payment: id, amount: 599 });
  assert.equal(again.status, "succeeded");
  const [noted] = (await shop.ask("GET", "/api/bank-refunds?limit=1")).data;
  assert.deepEqual([noted.endToEndId, noted.status], [sent.bankRefund.endToEndId, "confirmed"]);
  assert.equal((await shop.ask("GET", `/api/bank-entries/${entry.id}`)).matchStatus, "not_applicable");
  assertProblem(await makeFile(), "bank_refunds_none");
  assert.equal((await paymentOf(shop, sent.session)).amountRefunded, 599);
});

test("a forgotten refund that is requested again before the statement comes has the same EndToEndId, too", async () => {
  const sent = await refunded("Eve", payerIban);
  await forget(sent);
  const { id } = await paymentOf(shop, sent.session);
  const again = await shop.ask("POST", "/api/refunds", { payment: id, amount: 599 });
  const other = await shop.ask("POST", "/api/refunds", { payment: id, amount: 599 });
  const [second, first] = (await shop.ask("GET", "/api/bank-refunds?limit=2")).data;
  assert.equal(first.endToEndId, sent.bankRefund.endToEndId);
  assert.notEqual(second.endToEndId, first.endToEndId);
  await take(shop, { ...debitOf(sent), bankReference: "known again" });
  await refundIs(again.id, "succeeded");
  assert.equal(await statusOfRefund(other.id), "pending");
  await shop.ask("POST", `/api/bank-refunds/${second.id}`, { status: "confirmed" });
});

test("after a restore, older refunds get into a file only when a person says that the bank has none of them", async () => {
  const { bankRefund } = await refunded("Fay", payerIban);
  await kassa.db.sql("UPDATE database_watch SET identity = 'another'");
  assert.ok(["movements_on_hold", "bank_refunds_unsure"].includes((await makeFile()).body.code));
  await until(async () => (await makeFile()).body.code === "bank_refunds_unsure", "the restore is noticed");
  const confirmed = { account: shop.bankAccount, unsentConfirmed: true };
  const made = await call("POST", "/api/bank-refund-files", confirmed);
  assert.deepEqual([made.status, made.body.refunds], [200, 1], made.text);
  assert.equal(await bankStatus(bankRefund.id), "in_file");
  await until(
    async () => (await kassa.db.sql("SELECT FROM movement_holds")).length === 0,
    "the accounts are compared",
  );
  const younger = await refunded("Gus", payerIban);
  assert.equal((await makeFile()).status, 200, "it was requested after the restore");
  assert.equal(await bankStatus(younger.bankRefund.id), "in_file");
});

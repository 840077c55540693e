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

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertBooksAgree,
  openTransferShop,
  paymentOf,
  statusOf,
  type TransferShop,
  take,
  waiting,
} from "../../test/api/paying-by-transfer.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { searchRows } from "../../test/support/search-rows.ts";
import { until } from "../../test/support/until.ts";
import { ownerOf } from "../expected-transfers/test-support.ts";
import { eraseCustomer } from "./erase-customer.ts";

// Customers who pay by bank transfer are named by statements, by refunds and by the files of refunds for the bank.
let kassa: TestApp;
let shop: TransferShop;
before(async () => {
  // It searches the rows of all tenants for names and accounts.
  kassa = await startTestApp();
  shop = await openTransferShop(kassa);
});
after(() => kassa.close());

const actor = { name: "operator ann", origin: "desk" };
const erase = (session: string, email: string) =>
  eraseCustomer(kassa.db.database, actor, ownerOf(session).tenantId, email);

/** The tables with rows that contain a text. */
const tablesWith = async (text: string): Promise<string[]> =>
  (await searchRows(kassa.db.sql, text))
    .filter(({ count }) => count > 0)
    .map(({ table }) => table.replace("public.", ""))
    .toSorted();

/** A session that a customer has paid by transfer, with a refund of 5.99 that waits to be sent. */
async function paidAndRefunded(customer: { email: string; name: string; iban: string }) {
  const { email, name, iban } = customer;
  const { session, reference } = await waiting(shop, { customerEmail: email });
  await kassa.db.sql(
    "UPDATE expected_transfers SET payer_name = $2, payer_name_key = lower($2), payer_account = $3 WHERE session_id = $1",
    [session, name, iban],
  );
  const text = `${reference} for ${name}`;
  await take(shop, { amount: "25.99", text, name, iban, bankReference: reference });
  await until(async () => (await statusOf(shop, session)) === "paid", "the session is paid");
  const { id } = await paymentOf(shop, session);
  await shop.ask("POST", "/api/refunds", { payment: id, amount: 599 });
  const { data } = await shop.ask("GET", "/api/bank-refunds?status=waiting&limit=1");
  return { session, bankRefund: data[0], name, iban };
}

const makeFile = async (): Promise<string> =>
  (await shop.ask("POST", "/api/bank-refund-files", { account: shop.bankAccount })).id;
const contentOf = async (file: string): Promise<string> =>
  (await kassa.call("GET", `/api/bank-refund-files/${file}/content`, { key: shop.key })).text;
const send = (file: string) => shop.ask("POST", `/api/bank-refund-files/${file}`, { status: "sent" });

test("erases a payer from transfers, entries, refunds and their files, and keeps amounts, references and other payers", async () => {
  const ada = { email: "ada@pay.example", name: "Ada Paylace", iban: "DE75512108001245126199" };
  const bob = { email: "bob@pay.example", name: "Bob Otherman", iban: "FR1420041010050500013M02606" };
  const paid = await paidAndRefunded(ada);
  const other = await paidAndRefunded(bob);
  const file = await makeFile();
  await send(file);
  const { endToEndId } = paid.bankRefund;
  await take(shop, {
    ...{ amount: "5.99", text: `back to ${ada.name}`, name: ada.name, iban: ada.iban },
    ...{ direction: "DBIT", endToEndId, bankReference: `${file} a` },
  });
  await until(
    async () => (await shop.ask("GET", `/api/bank-refunds/${paid.bankRefund.id}`)).status === "confirmed",
    "the refund is confirmed",
  );
  const named = ["bank_entries", "bank_refund_files", "bank_refunds", "expected_transfers"];
  assert.deepEqual(await tablesWith(ada.name), named);
  const others = await tablesWith(bob.name);
  const content = await contentOf(file);

  const erased = await erase(paid.session, ada.email);
  const { expectedTransfers, bankRefunds, refundFiles, bankEntries, refundEntries, kept } = erased;
  assert.deepEqual(
    [expectedTransfers, bankRefunds, refundFiles, bankEntries, refundEntries, kept.bankRefunds],
    [1, 1, 1, 1, 1, 0],
  );
  for (const text of [ada.name, ada.iban]) assert.deepEqual(await tablesWith(text), [], text);

  const { id, amount, status } = await shop.ask("GET", `/api/bank-refunds/${paid.bankRefund.id}`);
  assert.deepEqual([id, amount, status], [paid.bankRefund.id, 599, "confirmed"]);
  assert.equal((await paymentOf(shop, paid.session)).amountRefunded, 599);
  assert.equal(await contentOf(file), content.replace(ada.name, "[erased]").replace(ada.iban, "[erased]"));
  assert.deepEqual(await tablesWith(bob.name), others);
  assert.equal((await shop.ask("GET", `/api/bank-refunds/${other.bankRefund.id}`)).payeeIban, bob.iban);
  await assertBooksAgree(shop);
});

test("of an entry with several transactions, only the customer's is erased", async () => {
  const one = await waiting(shop, { customerEmail: "cy@pay.example" });
  const two = await waiting(shop, { customerEmail: "di@pay.example" });
  await take(shop, {
    amount: "51.98",
    bankReference: one.reference,
    transactions: [
      { amount: "25.99", text: one.reference, name: "Cy Batchman", iban: "CH9300762011623852957" },
      { amount: "25.99", text: two.reference, name: "Di Batchwoman" },
    ],
  });
  for (const { session } of [one, two])
    await until(async () => (await statusOf(shop, session)) === "paid", "the session is paid");
  await erase(one.session, "cy@pay.example");
  assert.deepEqual(await tablesWith("Cy Batchman"), []);
  assert.deepEqual(await tablesWith("Di Batchwoman"), ["bank_entries"]);
  const { data } = await shop.ask("GET", "/api/bank-entries?limit=1");
  assert.deepEqual(
    [data[0].amount, data[0].transactions, data[0].details[1].remittance],
    [5198, 2, two.reference],
  );
});

for (const status of ["sent", "cancelled"] as const)
  test(`a refund in a file keeps its payee until it is sent, also if the file is ${status}`, async () => {
    const eve = { email: `eve-${status}@pay.example`, name: `Eve ${status}`, iban: "NL91ABNA0417164300" };
    const paid = await paidAndRefunded(eve);
    const file = await makeFile();
    assert.equal((await erase(paid.session, eve.email)).kept.bankRefunds, 1);
    assert.deepEqual(await tablesWith(eve.name), ["bank_refund_files", "bank_refunds"]);
    await shop.ask("POST", `/api/bank-refund-files/${file}`, { status });
    if (status === "cancelled") {
      assert.deepEqual(await tablesWith(eve.name), ["bank_refunds"]);
      await shop.ask("POST", `/api/bank-refunds/${paid.bankRefund.id}`, { status: "sent" });
    }
    for (const text of [eve.name, eve.iban]) assert.deepEqual(await tablesWith(text), [], text);
  });

test("a later file that says more of an erased entry brings nobody back", async () => {
  const fay = { email: "fay@pay.example", name: "Fay Latecomer", iban: "AT611904300234573201" };
  const { session } = await waiting(shop, { customerEmail: fay.email });
  const entry = { amount: "25.99", bankReference: `${session} booked` };
  await take(shop, entry);
  const { data } = await shop.ask("GET", "/api/bank-entries?matchStatus=unmatched&limit=1");
  await shop.ask("POST", `/api/bank-entries/${data[0].id}/match`, { session });
  await until(async () => (await statusOf(shop, session)) === "paid", "the session is paid");
  assert.equal((await erase(session, fay.email)).bankEntries, 1);
  const told = { ...entry, name: fay.name, iban: fay.iban, text: `from ${fay.name}`, endToEndId: "ORDER-7" };
  assert.equal((await take(shop, told)).entriesChanged, 1);
  for (const text of [fay.name, fay.iban]) assert.deepEqual(await tablesWith(text), [], text);
  const { transactions, details } = await shop.ask("GET", `/api/bank-entries/${data[0].id}`);
  assert.deepEqual([transactions, details[0].endToEndId, details[0].debtor], [1, "ORDER-7", null]);

  // The same of somebody who wasn't erased.
  const other = { amount: "25.99", bankReference: `${session} other` };
  await take(shop, other);
  await take(shop, { ...other, name: "Gil Latecomer", text: "hello" });
  assert.deepEqual(await tablesWith("Gil Latecomer"), ["bank_entries"]);
});

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startTestApp, type TestApp } from "../../../test/support/app.ts";
import { countPages, noPageCount } from "../../../test/support/explain.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { post } from "../post.ts";
import { makePosting } from "../postings.ts";
import { sumAccounts, sumAllEntries } from "../queries.ts";
import { seedPayment } from "../test-support.ts";
import { verifyLedger } from "../verify/verify-ledger.ts";
import { closeTransactions } from "./close-transactions.ts";
import { lockClosing } from "./queries.ts";

let kassa: TestApp;
before(async () => {
  // It closes the transactions of all tenants, and no job may do it before.
  kassa = await startTestApp();
});
after(() => kassa.close());

/** The ledger of each test's own tenant. */
let scope: TenantScope;
let paymentId: string;
let sources = 0;
beforeEach(openBooks);

async function openBooks(): Promise<void> {
  const { tenant } = await kassa.makeTenant("Books");
  scope = { tenantId: tenant.tenantId, mode: "sandbox" };
  paymentId = await seedPayment(kassa.db, scope);
}

const posting = (amount: number, currency = "EUR") => {
  sources += 1;
  return makePosting("authorized", {
    sourceId: `closing_${sources}`,
    paymentId,
    connectorAccount: "sandbox",
    currency,
    amount,
  });
};
const book = (amount: number, currency?: string) =>
  kassa.app.database.inTenant(scope, (trx) => post(trx, posting(amount, currency)));
const close = () => closeTransactions({ database: kassa.app.database }, { openMost: 0, batchSize: 5 });

/** The balance by account and currency. Asserts that it is the sum of all entries. */
async function balance(): Promise<Record<string, bigint>> {
  const [shown, all] = await kassa.app.database.inTenant(scope, async (trx) => [
    await sumAccounts(trx),
    await sumAllEntries(trx),
  ]);
  const named = (sums: typeof shown = []) =>
    Object.fromEntries(sums.map(({ account, currency, sum }) => [`${account} ${currency}`, sum]));
  assert.deepEqual(named(shown), named(all));
  return named(shown);
}

/** The number of transactions that are in no closed sum. */
async function countOpen(): Promise<number> {
  const [row] = await kassa.db.sql<{ open: number }>(
    "SELECT count(*)::int AS open FROM ledger_transactions WHERE tenant_id = $1 AND position IS NULL",
    [scope.tenantId],
  );
  return row?.open ?? 0;
}

async function closeAll(): Promise<void> {
  for (let round = 0; round < 200 && (await countOpen()) > 0; round += 1) await close();
  assert.equal(await countOpen(), 0);
}

/** Asserts that the positions of the tenant's transactions have no gaps. */
async function assertGapless(): Promise<void> {
  const [row] = await kassa.db.sql(
    `SELECT count(*)::int AS count, min(position)::int AS min, max(position)::int AS max FROM ledger_transactions
     WHERE tenant_id = $1 AND position IS NOT NULL`,
    [scope.tenantId],
  );
  assert.deepEqual(row, { count: row?.max, min: 1, max: row?.max });
}

test("closing batches while more is posted doesn't change the balance", async () => {
  for (let amount = 1; amount <= 6; amount += 1) await book(amount, amount % 2 === 0 ? "EUR" : "JPY");
  for (let round = 0; round < 8; round += 1) {
    await close();
    await balance();
    await book(100);
    await balance();
  }
  await closeAll();
  const sums = await balance();
  assert.deepEqual([sums["authorized_funds EUR"], sums["authorized_funds JPY"]], [-812n, -9n]);
});

test("a transaction that commits after a closing gets a later position", async () => {
  await book(1);
  const booked = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = kassa.app.database.inTenant(scope, async (trx) => {
    await post(trx, posting(10));
    booked.resolve();
    await mayCommit.promise;
  });
  await booked.promise;
  await book(100);
  await closeAll();
  assert.equal((await balance())["authorized_funds EUR"], -101n);
  mayCommit.resolve();
  await slow;
  assert.equal((await balance())["authorized_funds EUR"], -111n);
  await closeAll();
  const rows = await kassa.db.sql<{ amount: number }>(
    "SELECT amounts[1]::int AS amount FROM ledger_transactions WHERE tenant_id = $1 ORDER BY position",
    [scope.tenantId],
  );
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    [1, 100, 10],
  );
  await assertGapless();
});

test("a balance reads a few pages, however many transactions there are", { skip: noPageCount }, async () => {
  await kassa.db.sql(
    `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, currency, accounts, amounts)
     SELECT $1, 'ltx_sandbox_' || n || '0', 'sandbox', 'captured', 'cap_' || n, $2, 'sandbox', 'EUR', '{psp_clearing,merchant_payable}', '{1,-1}'
     FROM generate_series(1, 20000) n`,
    [scope.tenantId, paymentId],
  );
  await kassa.db.sql("VACUUM ANALYZE ledger_transactions");
  const pages = () => countPages(kassa.db, scope, (trx) => sumAccounts(trx));
  assert.ok((await pages()) > 100);
  for (let round = 0; round < 100 && (await countOpen()) > 0; round += 1)
    await closeTransactions({ database: kassa.app.database }, { openMost: 0, batchSize: 5_000 });
  await kassa.db.sql("VACUUM ANALYZE ledger_transactions");
  assert.ok((await pages()) < 20, `${await pages()} pages`);
});

test("processes that close at the same time count no transaction twice", async () => {
  for (let amount = 1; amount <= 20; amount += 1) await book(amount);
  while ((await countOpen()) > 0) await Promise.all([close(), close(), close()]);
  assert.equal((await balance())["authorized_funds EUR"], -210n);
  await assertGapless();
});

test("closes the long ledger of one tenant and not the short one of another", async () => {
  const short = { scope, paymentId };
  await openBooks();
  const long = { scope, paymentId };
  for (let amount = 1; amount <= 6; amount += 1) {
    ({ scope, paymentId } = amount === 1 || amount === 4 ? short : long);
    await book(amount);
  }
  ({ scope, paymentId } = long);
  const options = { openMost: 2, batchSize: 3 };
  for (let round = 0; round < 200 && (await countOpen()) > options.openMost; round += 1)
    await closeTransactions({ database: kassa.app.database }, options);
  assert.equal(await countOpen(), 1, "a batch is closed, and what is left is short");
  assert.equal((await balance())["authorized_funds EUR"], -16n);
  ({ scope, paymentId } = short);
  assert.equal(await countOpen(), 2);
  assert.equal((await balance())["authorized_funds EUR"], -5n);
});

test("does nothing when ledgers are short, or while another process closes them", async () => {
  await book(1);
  const { database } = kassa.app;
  assert.equal(await closeTransactions({ database }), false);
  await close();
  await book(1);
  await database.inTenant(scope, async (trx) => {
    assert.ok(await lockClosing(trx));
    assert.equal(await closeTransactions({ database }, { openMost: 0, batchSize: 1 }), false);
  });
  assert.equal(await countOpen(), 1);
});

test("ledger verify finds a wrong closed sum", async () => {
  await book(5);
  await closeAll();
  await kassa.db.sql(
    "UPDATE ledger_closed_sums SET sum = sum + 1 WHERE tenant_id = $1 AND account = 'authorized_funds'",
    [scope.tenantId],
  );
  const { differences } = await verifyLedger(kassa.db.settings, [scope]);
  assert.ok(
    differences.some(({ text }) =>
      /authorized_funds in EUR at sandbox sum to -5 .* the balance of the API to -4/.test(text),
    ),
    JSON.stringify(differences),
  );
});

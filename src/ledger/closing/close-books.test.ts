import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startTestApp, type TestApp } from "../../../test/support/app.ts";
import { countPages } from "../../../test/support/explain.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { listTenantScopes } from "../../tenants/list-tenant-scopes.ts";
import { post } from "../post.ts";
import { makePosting } from "../postings.ts";
import { sumAccounts, sumAllEntries } from "../queries.ts";
import { seedPayment } from "../test-support.ts";
import { verifyLedger } from "../verify/verify-ledger.ts";
import { closeBooks } from "./close-books.ts";
import { lockClosing } from "./queries.ts";

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(() => kassa.close());

/** The books of a tenant of its own. */
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
  return makePosting("authorized", { sourceId: `closing_${sources}`, paymentId, currency, amount });
};
const book = (amount: number, currency?: string) =>
  kassa.app.database.inTenant(scope, (trx) => post(trx, posting(amount, currency)));
const close = () =>
  closeBooks({ database: kassa.app.database, listTenantScopes }, { openMost: 1, batchSize: 5 });

/** What the balance says, after it is the same as the sum of all entries. */
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

async function openEntries(): Promise<number> {
  const [row] = await kassa.db.sql<{ open: number }>(
    `SELECT count(*)::int AS open FROM ledger_entries e WHERE tenant_id = $1 AND position >
       COALESCE((SELECT through FROM ledger_closings c WHERE c.tenant_id = e.tenant_id AND c.mode = e.mode), 0)`,
    [scope.tenantId],
  );
  return row?.open ?? 0;
}

/** Other test files of the run may have transactions open for a moment, which a closing waits for. */
async function closeAll(): Promise<void> {
  for (let round = 0; round < 200 && (await openEntries()) > 0; round += 1) await close();
  assert.equal(await openEntries(), 0);
}

test("the balance is the same whatever is closed, batch for batch, while more is booked", async () => {
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

test("what was being booked when the books were to be closed is never left out", async () => {
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
  for (let round = 0; round < 5; round += 1) await close();
  assert.equal(await openEntries(), 4, "nothing is closed beyond an entry that may still come");
  mayCommit.resolve();
  await slow;
  await closeAll();
  assert.equal((await balance())["authorized_funds EUR"], -111n);
});

test("a balance reads a few pages, however many entries there are", async () => {
  await kassa.db.sql("SET session_replication_role = replica");
  await kassa.db.sql(
    `INSERT INTO ledger_entries (tenant_id, id, mode, transaction_id, payment_id, account, currency, amount)
     SELECT $1, 'len_sandbox_' || n, 'sandbox', 'ltx_sandbox_' || n / 2, $2, 'psp_clearing', 'EUR', n % 2 * 2 - 1
     FROM generate_series(1, 20000) n`,
    [scope.tenantId, paymentId],
  );
  await kassa.db.sql("RESET session_replication_role");
  await kassa.db.sql("ANALYZE ledger_entries");
  const pages = () => countPages(kassa.db, scope, (trx) => sumAccounts(trx));
  assert.ok((await pages()) > 100);
  for (let round = 0; round < 2_000 && (await openEntries()) > 0; round += 1)
    await closeBooks({ database: kassa.app.database, listTenantScopes }, { openMost: 1, batchSize: 5_000 });
  assert.ok((await pages()) < 20, `${await pages()} pages`);
});

test("processes that close at once count nothing twice", async () => {
  for (let amount = 1; amount <= 20; amount += 1) await book(amount);
  while ((await openEntries()) > 0) await Promise.all([close(), close(), close()]);
  assert.equal((await balance())["authorized_funds EUR"], -210n);
});

test("books that are short are left alone while another tenant's long ones, booked in between, are closed", async () => {
  const short = { scope, paymentId };
  await openBooks();
  const long = { scope, paymentId };
  for (let amount = 1; amount <= 6; amount += 1) {
    ({ scope, paymentId } = amount === 1 || amount === 4 ? short : long);
    await book(amount);
  }
  ({ scope, paymentId } = long);
  const options = { openMost: 5, batchSize: 5 };
  for (let round = 0; round < 200 && (await openEntries()) >= options.openMost; round += 1)
    await closeBooks({ database: kassa.app.database, listTenantScopes }, options);
  assert.equal(await openEntries(), 3, "a batch is closed, and what is left is short");
  assert.equal((await balance())["authorized_funds EUR"], -16n);
  ({ scope, paymentId } = short);
  assert.equal(await openEntries(), 4);
  assert.equal((await balance())["authorized_funds EUR"], -5n);
});

test("the job rests when books are short, and while another process closes them", async () => {
  await book(1);
  const { database } = kassa.app;
  const deps = { database, listTenantScopes: async () => [scope] };
  assert.equal(await closeBooks(deps), false);
  await close();
  await database.inTenant(scope, async (trx) => {
    assert.ok(await lockClosing(trx));
    assert.equal(await closeBooks(deps, { openMost: 1, batchSize: 1 }), false);
  });
  assert.equal(await openEntries(), 2);
});

test("ledger verify finds a closed sum that is wrong", async () => {
  await book(5);
  await closeAll();
  await kassa.db.sql(
    "UPDATE ledger_closed_sums SET sum = sum + 1 WHERE tenant_id = $1 AND account = 'authorized_funds'",
    [scope.tenantId],
  );
  const { differences } = await verifyLedger(kassa.db.settings, [scope]);
  assert.ok(
    differences.some(({ text }) =>
      /authorized_funds in EUR come to -5 .* what the balance says to -4/.test(text),
    ),
    JSON.stringify(differences),
  );
});

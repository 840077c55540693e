import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { purgeSandbox, purgeSandboxOf } from "../../src/jobs/sandbox/purge-sandbox.ts";
import { parseTenantId } from "../../src/kernel/id.ts";
import { closeTransactions } from "../../src/ledger/closing/close-transactions.ts";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { purgeOldCharges } from "../../src/sandbox-psp/purge-old-charges.ts";
import { listTenantScopes } from "../../src/tenants/list-tenant-scopes.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { checkInvariants } from "../support/oracle.ts";
import { searchRows } from "../support/search-rows.ts";
import { until } from "../support/until.ts";
import { clockCalls } from "./clock-calls.ts";
import { disputeCards } from "./disputing.ts";
import { authorize, pay } from "./paying.ts";
import {
  openTransferShop,
  paymentOf,
  statusOf,
  type TransferShop,
  take,
  waiting,
} from "./paying-by-transfer.ts";
import { makeSession } from "./support.ts";

/** Old sandbox data is deleted as a whole, and the ledger of the rest stays right. */
let kassa: TestApp;
before(async () => {
  // It deletes the old sandbox data of all tenants.
  kassa = await startTestApp();
});
after(() => kassa.close());

const { makeClock, advance, get } = clockCalls(() => kassa);
const scopeOf = (tenantId = kassa.tenant.tenant.tenantId) => ({ tenantId, mode: "sandbox" }) as const;
/** Purges as if everything created before a moment were older than 90 days. */
const purge = (beforeMs: number, tenantId?: number) =>
  purgeSandboxOf(kassa.db.database, scopeOf(tenantId), beforeMs);

/** The database's time, which ids contain. */
async function databaseNowMs(): Promise<number> {
  const [row] = await kassa.db.sql<{ ms: number }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 2 AS ms",
  );
  return row?.ms ?? 0;
}

async function refund(payment: string, amount: number): Promise<void> {
  const answer = await kassa.call("POST", "/api/refunds", { body: { payment, amount } });
  assert.equal(answer.status, 200, answer.text);
}

async function assertLedgerRight(): Promise<void> {
  assert.deepEqual(await checkInvariants(kassa.db), []);
  const verified = await verifyLedger(kassa.db.settings, [scopeOf()]);
  assert.deepEqual(verified.differences, []);
}

test("payments, refunds, receipts, disputes and clocks are deleted with their session, before and after the ledger was closed", async () => {
  const old: string[] = [];
  const paid = await pay(kassa);
  await refund(paid.id, 500);
  assert.equal((await kassa.call("GET", `/api/checkout/sessions/${paid.session}/receipt`)).status, 200);
  // Half of the old entries are in the closed sums, the other half isn't.
  await closeTransactions({ database: kassa.app.database }, { openMost: 1, batchSize: 100 });
  await until(async () => {
    await closeTransactions({ database: kassa.app.database }, { openMost: 1, batchSize: 100 });
    return (await kassa.db.sql("SELECT FROM ledger_closed_sums WHERE mode = 'sandbox'")).length > 0;
  }, "the ledger is closed up to here");
  const captured = await authorize(kassa);
  await kassa.call("POST", `/api/payments/${captured.id}/capture`, { body: {} });
  const dispute = await disputedOnClock();
  const unpaid = await makeSession(kassa);
  await kassa.call("POST", `/api/checkout/sessions/${unpaid.id}/expire`);
  old.push(paid.session, captured.session, dispute.session, unpaid.id);
  await kassa.db.sql(`UPDATE clocks SET deleted_at = now() - interval '1 hour'`);

  // The time in which a bank may return refunds is over.
  await until(
    async () => (await kassa.db.sql("SELECT FROM movements WHERE status <> 'succeeded'")).length === 0,
    "captures and refunds have succeeded",
  );
  await kassa.db.sql("UPDATE movements SET next_check_at = NULL");

  const cutoffMs = await databaseNowMs();
  const young = await pay(kassa, { session: { amount: 4200 } });
  const open = await makeSession(kassa);
  await assertLedgerRight();

  assert.equal(await purge(cutoffMs), false);
  for (const id of old) {
    assert.equal((await kassa.call("GET", `/api/checkout/sessions/${id}`)).status, 404, id);
    const left = (await searchRows(kassa.db.sql, id)).filter(
      ({ table, count }) => count > 0 && !/sandbox_psp|psp_notifications|idempotent|request_log/.test(table),
    );
    assert.deepEqual(left, [], id);
  }
  assert.deepEqual(await kassa.db.sql("SELECT id FROM clocks"), []);
  for (const { session } of [young])
    assert.equal((await get(`/api/checkout/sessions/${session}`)).id, session);
  assert.equal((await get(`/api/checkout/sessions/${open.id}`)).status, "open");
  const verified = await verifyLedger(kassa.db.settings, [scopeOf()]);
  assert.deepEqual([verified.payments, verified.differences], [1, []]);

  // The PSP forgets the same charges; then its log and Kassa's ledger agree again.
  await forgetAtPsp();
  await assertLedgerRight();
});

/** Makes the PSP forget the charges that Kassa has forgotten. */
async function forgetAtPsp(): Promise<void> {
  await kassa.db.sql(
    `UPDATE sandbox_psp.charges SET stored_at = now() - interval '91 days'
     WHERE idempotency_key NOT IN (SELECT id FROM attempts)`,
  );
  for (const table of ["movements", "disputes"])
    await kassa.db.sql(
      `UPDATE sandbox_psp.${table} SET stored_at = now() - interval '91 days'
       WHERE charge IN (SELECT id FROM sandbox_psp.charges WHERE stored_at < now() - interval '90 days')`,
    );
  assert.equal(await purgeOldCharges(kassa.app, 90), false);
}

/** A lost dispute, on a clock that stands still after it. */
async function disputedOnClock(): Promise<JsonBody> {
  const clock = await makeClock();
  const payment = await pay(kassa, { card: disputeCards.fraudulent, session: { clock: clock.id } });
  await advance(clock.id, { by: "P60D" });
  const { data } = await get(`/api/disputes?payment=${payment.id}`);
  assert.equal(data[0]?.status, "lost");
  return data[0];
}

test("keeps sessions with open work or recent changes, live rows and other tenants", async () => {
  const refunded = await pay(kassa);
  const waiting = await authorize(kassa);
  const open = await makeSession(kassa);
  const other = await kassa.makeTenant();
  const others = await pay(kassa, { key: other.keys.sandbox.secret });
  const cutoffMs = await databaseNowMs();
  await refund(refunded.id, 100);
  await purge(cutoffMs);
  for (const session of [refunded.session, waiting.session, open.id])
    assert.equal((await get(`/api/checkout/sessions/${session}`)).id, session);
  const kept = await kassa.call("GET", `/api/checkout/sessions/${others.session}`, {
    key: other.keys.sandbox.secret,
  });
  assert.equal(kept.status, 200);
  await forgetAtPsp();
  await assertLedgerRight();

  // By the setting of 90 days, nothing here is old.
  assert.equal(await purgeSandbox({ database: kassa.db.database, listTenantScopes }, 90), false);
  assert.equal((await get(`/api/checkout/sessions/${refunded.session}`)).id, refunded.session);
});

test("the role that deletes sandbox data can't delete live rows", async () => {
  const tenantId = kassa.tenant.tenant.tenantId;
  await kassa.db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, status, amount, currency, details, created_at, expires_at)
     VALUES ($1, 'cs_live_1', 'live', 'expired', 100, 'EUR', '{}', now() - interval '1 year', now() - interval '1 year')`,
    [tenantId],
  );
  const deleted = await kassa.db.database.inErasure({ tenantId, mode: "live" }, (trx) =>
    trx.run("DELETE FROM checkout_sessions WHERE tenant_id = $1", [tenantId]),
  );
  assert.equal(deleted, 0);
});

/** A session that is paid by a transfer of 30.00 for 25.99, of which the rules return 4.01: the refund waits for a file. */
async function overpaid(shop: TransferShop) {
  const { session, reference } = await waiting(shop);
  const iban = "DE75512108001245126199";
  await take(shop, { amount: "30.00", text: reference, name: "Ada", iban, bankReference: reference });
  await until(async () => (await statusOf(shop, session)) === "paid", "the session is paid");
  const { data } = await shop.ask("GET", "/api/bank-refunds?limit=1");
  return { session, reference, endToEndId: data[0].endToEndId };
}

test("bank transfers go with their session, and then their statements and files; what an open refund or a payout needs stays", async () => {
  const shop = await openTransferShop(kassa, { mode: "sandbox" });
  const tenantId = parseTenantId(shop.tenant) ?? 0;
  const count = async (table: string): Promise<number> =>
    (await kassa.db.sql(`SELECT FROM ${table} WHERE tenant_id = $1`, [tenantId])).length;
  const isGone = async (session: string): Promise<boolean> =>
    (await kassa.call("GET", `/api/checkout/sessions/${session}`, { key: shop.key })).status === 404;
  const sendFile = async (): Promise<void> => {
    const { id } = await shop.ask("POST", "/api/bank-refund-files", { account: shop.bankAccount });
    await shop.ask("POST", `/api/bank-refund-files/${id}`, { status: "sent" });
  };
  const confirm = async (endToEndId: string): Promise<void> => {
    await take(shop, {
      ...{ amount: "4.01", text: "refund", direction: "DBIT", endToEndId, bankReference: endToEndId },
    });
    const { data } = await shop.ask("GET", "/api/bank-refunds?status=confirmed&limit=1");
    assert.equal(data[0]?.endToEndId, endToEndId);
  };
  await shop.ask("POST", "/api/settings", { transferRules: { tooMuch: "refund" } });

  const done = await overpaid(shop);
  await sendFile();
  await confirm(done.endToEndId);
  const open = await overpaid(shop);
  const late = await waiting(shop);
  await take(shop, { amount: "25.99", text: late.reference, bankReference: "late 1" });
  await until(async () => (await statusOf(shop, late.session)) === "paid", "the session is paid");
  await take(
    shop,
    { amount: "3.00", text: "for nobody", bankReference: "stray" },
    { amount: "4.00", text: "payout", bankReference: "payout" },
  );
  const { data } = await shop.ask("GET", "/api/bank-entries?matchStatus=unmatched");
  const payout = data.find(({ amount }: JsonBody) => amount === 400).id;
  const stray = data.find(({ amount }: JsonBody) => amount === 300).id;
  await shop.ask("POST", `/api/bank-entries/${stray}/ignore`, {});
  await kassa.db.sql(
    `INSERT INTO settlement_batches (tenant_id, id, mode, connector_account, psp_reference, status, currency, amount, paid_out_at,
       bank_texts, bank_entry_id) VALUES ($1, 'stb_1', 'sandbox', 'ca_1', 'po_1', 'paid', 'EUR', 400, now(), '{}', $2)`,
    [tenantId, payout],
  );

  const cutoffMs = await databaseNowMs();
  await shop.ask("POST", "/api/settings", {
    ...{ lateFunds: "keep", transferRules: { tooMuch: "keep_as_liability" } },
  });
  await take(shop, { amount: "1.00", text: late.reference, bankReference: "late 2" });
  await until(async () => (await paymentOf(shop, late.session)).amountLate === 100, "it is late funds");
  assert.equal(await purge(cutoffMs, tenantId), false);
  assert.deepEqual(
    [await isGone(done.session), await isGone(open.session), await isGone(late.session)],
    [true, false, false],
  );
  assert.deepEqual(
    (await searchRows(kassa.db.sql, done.reference)).filter(
      ({ table, count: rows }) => rows > 0 && !/idempotent/.test(table),
    ),
    [],
  );
  // The payments of the two sessions that stay, the payout, and what came after.
  assert.equal(await count("bank_entries"), 4);
  assert.deepEqual([await count("statement_imports"), await count("bank_refund_files")], [4, 0]);

  await sendFile();
  await confirm(open.endToEndId);
  assert.equal(await purge(await databaseNowMs(), tenantId), false);
  assert.deepEqual([await isGone(open.session), await isGone(late.session)], [true, true]);
  for (const table of ["expected_transfers", "entry_matches", "bank_refunds", "bank_refund_files"])
    assert.equal(await count(table), 0, table);
  assert.deepEqual(await kassa.db.sql("SELECT id FROM bank_entries WHERE tenant_id = $1", [tenantId]), [
    { id: payout },
  ]);
  assert.equal(await count("statement_imports"), 1);
  const { differences } = await verifyLedger(kassa.db.settings, [scopeOf(tenantId)]);
  assert.deepEqual(differences, []);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type EarlierDatabase, openEarlierDatabase } from "../../test/support/upgrade.ts";
import { migrate } from "../database/migrate.ts";
import { verifyLedger } from "./verify/verify-ledger.ts";

// An installation from before there was a ledger is upgraded: its payments have to be in the books.

let earlier: EarlierDatabase;
before(async () => {
  earlier = await openEarlierDatabase("000003");
});
after(() => earlier.close());

const rest = (digit: string): string => digit.repeat(37);

async function insertPayment(digit: string, status: "captured" | "authorized" | "failed"): Promise<void> {
  const [session, payment, attempt] = ["cs", "pay", "att"].map((kind) => `${kind}_sandbox_${rest(digit)}`);
  const approved = status !== "failed";
  await earlier.owner.query(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, status, payment_status, amount, currency, details, payment_id,
       event_count, created_at, expires_at, completed_at, customer_email)
     VALUES (1, $1, 'sandbox', 'complete', $3, 2599, 'EUR', '{"successUrl":"https://shop.example"}', $2, 2,
       now() - interval '2 days', now() - interval '1 day', now() - interval '2 days', 'Ada@example.com')`,
    [session, payment, { captured: "paid", authorized: "authorized", failed: "unpaid" }[status]],
  );
  await earlier.owner.query(
    `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method, amount_authorized,
       amount_captured)
     VALUES (1, $1, 'sandbox', $2, $3, 2599, 'EUR', $4, $5, $6)`,
    [
      payment,
      session,
      status,
      status === "authorized" ? "manual" : "automatic",
      approved ? 2599 : 0,
      status === "captured" ? 2599 : 0,
    ],
  );
  await earlier.owner.query(
    `INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method, decided_at)
     VALUES (1, $1, 'sandbox', $2, 1, $3, 'sandbox', '0000001_sandbox', 'card', now() - interval '2 days')`,
    [attempt, payment, approved ? "approved" : "declined"],
  );
}

test("payments from before the ledger are booked by the upgrade, each once, and verify finds nothing", async () => {
  const { owner, settings } = earlier;
  await owner.query("INSERT INTO tenants (tenant_id, id, name) VALUES (1, 'ten_1', 'Shop')");
  await insertPayment("a", "captured");
  await insertPayment("b", "authorized");
  await insertPayment("c", "failed");

  await migrate(settings);

  const { rows } = await owner.query(
    `SELECT t.kind, e.account, e.amount::integer FROM ledger_entries e
     JOIN ledger_transactions t ON t.tenant_id = e.tenant_id AND t.id = e.transaction_id ORDER BY e.id`,
  );
  assert.deepEqual(rows, [
    { kind: "captured", account: "psp_clearing", amount: 2599 },
    { kind: "captured", account: "merchant_payable", amount: -2599 },
    { kind: "authorized", account: "customer_funds_receivable", amount: 2599 },
    { kind: "authorized", account: "authorized_funds", amount: -2599 },
  ]);
  const verification = await verifyLedger(settings, [{ tenantId: 1, mode: "sandbox" }]);
  assert.deepEqual(verification.differences, []);
  const lapse = await owner.query(
    "SELECT status, capture_before > now() AS waits FROM payments WHERE capture_before IS NOT NULL",
  );
  assert.deepEqual(lapse.rows, [{ status: "authorized", waits: true }]);
});

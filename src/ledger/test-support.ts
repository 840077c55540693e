import type { TestDatabase } from "../../test/support/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import type { Mode } from "../kernel/mode.ts";

/** The tenant and mode whose ledger a test writes. */
export const testScope = (tenantId: number, mode: Mode = "sandbox"): TenantScope => ({ tenantId, mode });

/** Columns in which a test's payment differs from a new one. */
export type PaymentColumns = Record<string, string | number | boolean | null>;

/** Inserts a payment without attempts, and its session. Returns the payment's id. */
export async function seedPayment(
  db: TestDatabase,
  { tenantId, mode }: TenantScope,
  columns: PaymentColumns = {},
): Promise<string> {
  const sessionId = makeId("cs", mode, tenantId, Date.now());
  const id = makeId("pay", mode, tenantId, Date.now());
  await db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
     VALUES ($1, $2, $3, 10000, 'EUR', '{}', now(), now() + interval '1 day')`,
    [tenantId, sessionId, mode],
  );
  await insertRow(db, "payments", {
    tenant_id: tenantId,
    id,
    mode,
    session_id: sessionId,
    status: "processing",
    amount: 10_000,
    currency: "EUR",
    capture_method: "manual",
    ...columns,
  });
  return id;
}

/** One row as the owner writes it, past row-level security. */
export async function insertRow(db: TestDatabase, table: string, columns: PaymentColumns): Promise<void> {
  const names = Object.keys(columns);
  const places = names.map((_, index) => `$${index + 1}`);
  await db.sql(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places.join(", ")})`,
    Object.values(columns),
  );
}

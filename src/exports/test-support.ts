import type { TestDatabase } from "../../test/support/database.ts";
import { idFloor } from "../kernel/id.ts";
import type { Mode } from "../kernel/mode.ts";

type Owner = { readonly tenantId: number; readonly mode: Mode };

/** Captured payments in bulk, one a second, numbered from `from` to `to`; the highest number is the newest. */
export async function seedPayments(db: TestDatabase, owner: Owner, from: number, to: number): Promise<void> {
  const { tenantId, mode } = owner;
  const idOf = (prefix: "cs" | "pay" | "att"): string => {
    const beginning = idFloor(prefix, mode, tenantId, 0).slice(0, `${prefix}_${mode}_`.length + 7);
    return `'${beginning}' || lpad(i::text, 8, '0') || repeat('0', 22)`;
  };
  const at = "now() - make_interval(secs => 200000 - i)";
  const values = [tenantId, mode, from, to];
  const numbers = "generate_series($3::integer, $4::integer) i";
  await db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, status, payment_status, created_at, expires_at)
     SELECT $1, ${idOf("cs")}, $2, 100 + i, 'EUR', '{}', 'complete', 'paid', ${at}, ${at} FROM ${numbers}`,
    values,
  );
  await db.sql(
    `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method, amount_authorized, amount_captured,
       customer_email, client_reference_id, metadata, created_at)
     SELECT $1, ${idOf("pay")}, $2, ${idOf("cs")}, 'captured', 100 + i, 'EUR', 'automatic', 100 + i, 100 + i,
       'customer' || i || '@example.com', 'order-' || i, json_build_object('order', i::text, 'shop', 'Berlin'), ${at} FROM ${numbers}`,
    values,
  );
  await db.sql(
    `INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method, psp_reference, decided_at)
     SELECT $1, ${idOf("att")}, $2, ${idOf("pay")}, 1, 'approved', 'stripe', 'acct_1', 'card', 'ch_' || i, ${at} FROM ${numbers}`,
    values,
  );
}

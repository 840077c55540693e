import process from "node:process";
import { Client } from "pg";
import { type IdPrefix, makeId } from "../src/kernel/id.ts";
import { runSql } from "./context.ts";

const day = 86_400_000;
const days = 25;

/**
 * Payments of 25 days of the server's tenant in the sandbox, each with its session and attempt, some with a refund or a dispute.
 * @returns ids of the middle one
 */
export async function seedPayments(databaseUrl: string, payments: number) {
  const [tenant] = await runSql<{ id: string }>(databaseUrl, "SELECT tenant_id AS id FROM tenants");
  const tenantId = Number(tenant?.id);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await fill(client, tenantId, payments);
  } finally {
    await client.end();
  }
}

async function fill(client: Client, tenantId: number, payments: number) {
  const now = Date.now();
  const idOf = (prefix: IdPrefix, n: number): string =>
    makeId(prefix, "sandbox", tenantId, now - Math.round(((payments - n) * days * day) / payments));
  const middle = { payment: "", session: "" };
  const step = 20_000;
  for (let done = 0; done < payments; done += step) {
    const numbers = Array.from({ length: Math.min(step, payments - done) }, (_, at) => done + at);
    const ids = (prefix: IdPrefix) => numbers.map((n) => idOf(prefix, n));
    const [sessions, made] = [ids("cs"), ids("pay")];
    if (done <= payments / 2) Object.assign(middle, { payment: made[0], session: sessions[0] });
    for (const [table, prefix] of tables) {
      const own = table === "payments" ? made : table === "checkout_sessions" ? sessions : ids(prefix);
      await client.query(inserts[table], [tenantId, numbers, own, sessions, made]);
    }
    process.stdout.write(`\r  ${(done + numbers.length).toLocaleString("en")}`);
  }
  process.stdout.write("\n");
  await client.query("VACUUM ANALYZE");
  return middle;
}

const tables = [
  ["checkout_sessions", "cs"],
  ["payments", "pay"],
  ["attempts", "att"],
  ["payment_tags", "pay"],
  ["movements", "re"],
  ["disputes", "dp"],
  ["events", "evt"],
] as const satisfies readonly (readonly [table: string, prefix: IdPrefix])[];

const rows = "unnest($2::integer[], $3::text[], $4::text[], $5::text[]) AS x (n, id, session, payment)";
const currency = "CASE WHEN n % 5000 = 7 THEN 'JPY' WHEN n % 50 = 3 THEN 'CHF' ELSE 'EUR' END";
const status = "CASE WHEN n % 9 = 0 THEN 'failed' WHEN n % 20000 = 1 THEN 'needs_review' ELSE 'captured' END";
const amount = "1000 + n::bigint * 7919 % 20000";
/** A tenth of a million customers: of seven first names, nine last names and a thousand domains, two of which have half of them. */
const email = `(ARRAY['grace', 'ada', 'rosa', 'kim', 'li', 'omar', 'eva'])[n % 7 + 1] || '.' ||
  (ARRAY['hopper', 'lovelace', 'luxemburg', 'novak', 'rossi', 'sato', 'silva', 'khan', 'berg'])[n % 9 + 1] || n % 1663 || '@mail' ||
  CASE WHEN n % 4 < 2 THEN n % 4 ELSE n % 1000 END || '.example'`;

/** $1 is the tenant, $2 the numbers, $3 the rows' own ids, $4 those of sessions, $5 those of payments. */
const inserts: Readonly<Record<(typeof tables)[number][0], string>> = {
  checkout_sessions: `INSERT INTO checkout_sessions (tenant_id, id, mode, status, amount, currency, details, client_reference_id,
      customer_email, created_at, expires_at)
    SELECT $1, id, 'sandbox', CASE WHEN n % 500 = 0 THEN 'open' ELSE 'complete' END, ${amount}, ${currency}, '{}', 'order-' || n,
      ${email}, now(), now() + interval '1 day' FROM ${rows} WHERE session = id AND payment <> ''`,
  payments: `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method, customer_email,
      client_reference_id, amount_authorized, amount_captured)
    SELECT $1, id, 'sandbox', session, ${status}, ${amount}, ${currency}, 'automatic', ${email}, 'order-' || n, ${amount},
      CASE WHEN n % 9 = 0 THEN 0 ELSE ${amount} END FROM ${rows} WHERE payment = id`,
  attempts: `INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method, card_brand,
      card_last4, psp_reference, decline_reason)
    SELECT $1, id, 'sandbox', payment, 1, CASE WHEN n % 9 = 0 THEN 'declined' ELSE 'approved' END,
      CASE WHEN n % 1000 = 5 THEN 'stripe' ELSE 'sandbox' END, 'x', CASE WHEN n % 1000 = 6 THEN 'bank_debit' ELSE 'card' END, 'visa',
      CASE WHEN n % 3 = 0 THEN '4242' ELSE lpad((n % 10000)::text, 4, '0') END, 'ch_' || n,
      CASE WHEN n % 9 > 0 THEN NULL WHEN n % 4500 = 0 THEN 'expired_card' ELSE 'insufficient_funds' END
    FROM ${rows} WHERE session <> ''`,
  payment_tags: `INSERT INTO payment_tags (tenant_id, mode, payment_id, tag)
    SELECT $1, 'sandbox', payment, 'vip' FROM ${rows} WHERE n % 100 = 0 AND id = payment AND session <> ''`,
  movements: `INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency, next_check_at)
    SELECT $1, x.id, 'sandbox', payment, a.id, 'refund', CASE WHEN n % 3000 = 10 THEN 'failed' ELSE 'succeeded' END, 100, ${currency}, NULL
    FROM ${rows} JOIN attempts a ON a.tenant_id = $1 AND a.payment_id = payment WHERE n % 20 = 10 AND n % 9 > 0 AND session <> ''`,
  disputes: `INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status, reason,
      amount, amount_lost, currency, closed_at, next_check_at)
    SELECT $1, id, 'sandbox', payment, session, 'x', 'dp_' || n, 'chargeback', CASE WHEN n % 50000 = 1 THEN 'needs_response' ELSE 'lost' END,
      'fraudulent', 100, CASE WHEN n % 50000 = 1 THEN 0 ELSE 100 END, ${currency}, CASE WHEN n % 50000 = 1 THEN NULL ELSE now() END,
      CASE WHEN n % 50000 = 1 THEN now() + interval '1 day' END
    FROM ${rows} WHERE n % 1000 = 1`,
  events: `INSERT INTO events (tenant_id, id, mode, type, session_id, sequence, object)
    SELECT $1, id, 'sandbox', 'payment.captured', session, 1, json_build_object('id', payment) FROM ${rows}`,
};

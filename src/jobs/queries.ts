import { inEachTenant } from "../database/in-each-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";

/**
 * Looks at each of the given texts (see `DueRows`) whether it finds a row.
 *
 * @returns the numbers of those that do, from 0
 */
export async function findDueNumbers(trx: Transaction, texts: readonly string[]): Promise<Set<number>> {
  const looks = texts.map((rows, number) => `(SELECT ${number} AS number ${rows} LIMIT 1)`);
  const found = await trx.query<{ number: number }>(looks.join(" UNION ALL "));
  return new Set(found.map(({ number }) => number));
}

/**
 * Each of the following removes at most `limit` rows that are past their retention and says how many: it finds them across tenants, then removes those of each
 * tenant. Objects on a sandbox clock carry the clock's times and are left to the deletion of their session, which goes by real time.
 */

/** Events, with their deliveries and attempts. */
export async function deleteOldEvents(trx: Transaction, days: number, limit: number): Promise<number> {
  const old = await trx.query<OldRow>(
    `SELECT tenant_id AS "tenantId", id FROM events
     WHERE clock_id IS NULL AND created_at < now() - make_interval(days => $1) ORDER BY created_at LIMIT $2`,
    [days, limit],
  );
  return removeOfTenants(old, (tenantId, own) =>
    trx.run("DELETE FROM events WHERE tenant_id = $1 AND id = ANY ($2::text[])", [tenantId, idsOf(own)]),
  );
}

type OldRow = { readonly tenantId: number; readonly id: string };

const idsOf = (rows: readonly OldRow[]): string[] => rows.map(({ id }) => id);

/** @returns how many rows were removed of all tenants */
async function removeOfTenants<Old extends { readonly tenantId: number }>(
  old: readonly Old[],
  remove: (tenantId: number, own: readonly Old[]) => Promise<number>,
): Promise<number> {
  const counts = await inEachTenant(old, async (tenantId, own) => [await remove(tenantId, own)]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Stored answers to requests with an Idempotency-Key. */
export async function deleteOldAnswers(trx: Transaction, days: number, limit: number): Promise<number> {
  const old = await trx.query<{ tenantId: number; mode: Mode; operation: string; key: string }>(
    `SELECT tenant_id AS "tenantId", mode, operation, idempotency_key AS key FROM idempotent_requests
     WHERE created_at < now() - make_interval(days => $1) ORDER BY created_at LIMIT $2`,
    [days, limit],
  );
  return removeOfTenants(old, (tenantId, own) =>
    trx.run(
      `DELETE FROM idempotent_requests r USING unnest($2::text[], $3::text[], $4::text[]) AS old (mode, operation, key)
       WHERE r.tenant_id = $1 AND r.mode = old.mode AND r.operation = old.operation AND r.idempotency_key = old.key`,
      [
        tenantId,
        own.map(({ mode }) => mode),
        own.map(({ operation }) => operation),
        own.map(({ key }) => key),
      ],
    ),
  );
}

/** Declines that no longer count against anybody. */
export async function deleteOldDeclines(trx: Transaction, hours: number, limit: number): Promise<number> {
  const old = await trx.query<{ tenantId: number; mode: Mode; subject: Buffer }>(
    `SELECT tenant_id AS "tenantId", mode, subject FROM recent_declines
     WHERE since < now() - make_interval(hours => $1) ORDER BY since LIMIT $2`,
    [hours, limit],
  );
  return removeOfTenants(old, (tenantId, own) =>
    trx.run(
      `DELETE FROM recent_declines r USING unnest($2::text[], $3::bytea[]) AS old (mode, subject)
       WHERE r.tenant_id = $1 AND r.mode = old.mode AND r.subject = old.subject`,
      [tenantId, own.map(({ mode }) => mode), own.map(({ subject }) => subject)],
    ),
  );
}

/** The Idempotency-Keys that sessions were created with; the sessions stay. */
export async function purgeOldSessionKeys(trx: Transaction, days: number, limit: number): Promise<number> {
  const old = await trx.query<OldRow>(
    `SELECT tenant_id AS "tenantId", id FROM checkout_sessions
     WHERE idempotency_key IS NOT NULL AND clock_id IS NULL AND created_at < now() - make_interval(days => $1)
     ORDER BY created_at LIMIT $2`,
    [days, limit],
  );
  return removeOfTenants(old, (tenantId, own) =>
    trx.run(
      `UPDATE checkout_sessions SET idempotency_key = NULL, request_fingerprint = NULL
       WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
      [tenantId, idsOf(own)],
    ),
  );
}

/** Counts of what browsers reported, of days long past. */
export function deleteOldPageReports(trx: Transaction, days: number, limit: number): Promise<number> {
  return trx.run(
    `DELETE FROM page_reports r USING (
       SELECT day, page, source, directive, blocked FROM page_reports
       WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::integer ORDER BY day LIMIT $2) old
     WHERE (r.day, r.page, r.source, r.directive, r.blocked)
       = (old.day, old.page, old.source, old.directive, old.blocked)`,
    [days, limit],
  );
}

/** What programs asked the API. */
export async function deleteOldRequests(trx: Transaction, days: number, limit: number): Promise<number> {
  const old = await trx.query<OldRow>(
    `SELECT tenant_id AS "tenantId", id FROM request_log WHERE at < now() - make_interval(days => $1) ORDER BY at LIMIT $2`,
    [days, limit],
  );
  return removeOfTenants(old, (tenantId, own) =>
    trx.run("DELETE FROM request_log WHERE tenant_id = $1 AND id = ANY ($2::text[])", [tenantId, idsOf(own)]),
  );
}

/** What PSPs were asked. */
export async function deleteOldPspCalls(trx: Transaction, days: number, limit: number): Promise<number> {
  const old = await trx.query<OldRow & { readonly attempt: string }>(
    `SELECT tenant_id AS "tenantId", attempt_id AS attempt, id FROM psp_calls
     WHERE at < now() - make_interval(days => $1) ORDER BY at LIMIT $2`,
    [days, limit],
  );
  return removeOfTenants(old, (tenantId, own) =>
    trx.run(
      `DELETE FROM psp_calls c USING unnest($2::text[], $3::text[]) AS old (attempt_id, id)
       WHERE c.tenant_id = $1 AND c.attempt_id = old.attempt_id AND c.id = old.id`,
      [tenantId, own.map(({ attempt }) => attempt), idsOf(own)],
    ),
  );
}

/** What receivers answered to webhooks. That there was an attempt, when, and its status stay. */
export async function purgeOldResponses(trx: Transaction, days: number, limit: number): Promise<number> {
  const old = await trx.query<{ tenantId: number; deliveryId: string; number: number }>(
    `SELECT tenant_id AS "tenantId", delivery_id AS "deliveryId", number FROM webhook_delivery_attempts
     WHERE NOT response_forgotten AND started_at < now() - make_interval(days => $1) ORDER BY started_at LIMIT $2`,
    [days, limit],
  );
  return removeOfTenants(old, (tenantId, own) =>
    trx.run(
      `UPDATE webhook_delivery_attempts a SET response_headers = NULL, response_body = NULL, response_forgotten = true
       FROM unnest($2::text[], $3::integer[]) AS old (delivery_id, number)
       WHERE a.tenant_id = $1 AND a.delivery_id = old.delivery_id AND a.number = old.number`,
      [tenantId, own.map(({ deliveryId }) => deliveryId), own.map(({ number }) => number)],
    ),
  );
}

type DeleteOfMode = (trx: Transaction, mode: Mode, days: number, limit: number) => Promise<number>;

/** Deletes a mode's rows by a column of their age; which ones is a condition that the index of that age has, too. */
const deleteOldest =
  (table: string, age: string, condition = "true"): DeleteOfMode =>
  async (trx, mode, days, limit) => {
    const old = await trx.query<OldRow>(
      `SELECT tenant_id AS "tenantId", id FROM ${table}
       WHERE mode = $1 AND ${condition} AND ${age} < now() - make_interval(days => $2) ORDER BY ${age} LIMIT $3`,
      [mode, days, limit],
    );
    return removeOfTenants(old, (tenantId, own) =>
      trx.run(`DELETE FROM ${table} WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND ${condition}`, [
        tenantId,
        idsOf(own),
      ]),
    );
  };

/** What PSPs told of a mode's payments. */
export const deleteOldNotifications = deleteOldest("psp_notifications", "received_at");

/** Expired sessions of a mode that nobody tried to pay. */
export const deleteOldUnpaidSessions = deleteOldest(
  "checkout_sessions",
  "expires_at",
  "status = 'expired' AND payment_id IS NULL AND clock_id IS NULL",
);

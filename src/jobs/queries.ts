import type { Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";

/**
 * Each removes at most `limit` rows that are past their keeping and says how many. What lives by a sandbox clock carries the
 * clock's times and is left to the deletion of its session, which goes by real time. By now(), which stands still within a
 * statement and so can be looked up in the index of their age: with clock_timestamp() each round, most of which find
 * nothing, read the whole index.
 */

/** Events, with their deliveries and attempts. */
export function deleteOldEvents(trx: Transaction, days: number, limit: number): Promise<number> {
  return trx.run(
    `DELETE FROM events v USING (
       SELECT tenant_id, id FROM events WHERE clock_id IS NULL AND created_at < now() - make_interval(days => $1)
       ORDER BY created_at LIMIT $2) old
     WHERE v.tenant_id = old.tenant_id AND v.id = old.id`,
    [days, limit],
  );
}

/** Stored answers to requests with an Idempotency-Key. */
export function deleteOldAnswers(trx: Transaction, days: number, limit: number): Promise<number> {
  return trx.run(
    `DELETE FROM idempotent_requests r USING (
       SELECT tenant_id, mode, operation, idempotency_key FROM idempotent_requests
       WHERE created_at < now() - make_interval(days => $1) ORDER BY created_at LIMIT $2) old
     WHERE r.tenant_id = old.tenant_id AND r.mode = old.mode AND r.operation = old.operation
       AND r.idempotency_key = old.idempotency_key`,
    [days, limit],
  );
}

/** Declines that no longer count against anybody. */
export function deleteOldDeclines(trx: Transaction, hours: number, limit: number): Promise<number> {
  return trx.run(
    `DELETE FROM recent_declines r USING (
       SELECT tenant_id, mode, subject FROM recent_declines
       WHERE since < now() - make_interval(hours => $1) ORDER BY since LIMIT $2) old
     WHERE r.tenant_id = old.tenant_id AND r.mode = old.mode AND r.subject = old.subject`,
    [hours, limit],
  );
}

/** The Idempotency-Keys that sessions were created with; the sessions stay. */
export function forgetOldSessionKeys(trx: Transaction, days: number, limit: number): Promise<number> {
  return trx.run(
    `UPDATE checkout_sessions s SET idempotency_key = NULL, request_fingerprint = NULL FROM (
       SELECT tenant_id, id FROM checkout_sessions
       WHERE idempotency_key IS NOT NULL AND clock_id IS NULL AND created_at < now() - make_interval(days => $1)
       ORDER BY created_at LIMIT $2) old
     WHERE s.tenant_id = old.tenant_id AND s.id = old.id`,
    [days, limit],
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

/** What receivers answered to webhooks. That there was an attempt, when, and its status stay. */
export function forgetOldResponses(trx: Transaction, days: number, limit: number): Promise<number> {
  return trx.run(
    `UPDATE webhook_delivery_attempts a SET response_headers = NULL, response_body = NULL, response_forgotten = true FROM (
       SELECT tenant_id, delivery_id, number FROM webhook_delivery_attempts
       WHERE NOT response_forgotten AND started_at < now() - make_interval(days => $1)
       ORDER BY started_at LIMIT $2) old
     WHERE a.tenant_id = old.tenant_id AND a.delivery_id = old.delivery_id AND a.number = old.number`,
    [days, limit],
  );
}

type DeleteOfMode = (trx: Transaction, mode: Mode, days: number, limit: number) => Promise<number>;

/** Deletes a mode's rows by a column of their age; which ones is a condition that the index of that age has, too. */
const deleteOldest =
  (table: string, age: string, condition = "true"): DeleteOfMode =>
  (trx, mode, days, limit) =>
    trx.run(
      `DELETE FROM ${table} r USING (
         SELECT tenant_id, id FROM ${table}
         WHERE mode = $1 AND ${condition} AND ${age} < now() - make_interval(days => $2) ORDER BY ${age} LIMIT $3) old
       WHERE r.tenant_id = old.tenant_id AND r.id = old.id`,
      [mode, days, limit],
    );

/** What PSPs told of a mode's payments. */
export const deleteOldNotifications = deleteOldest("psp_notifications", "received_at");

/** Expired sessions of a mode that nobody tried to pay. */
export const deleteOldUnpaidSessions = deleteOldest(
  "checkout_sessions",
  "expires_at",
  "status = 'expired' AND payment_id IS NULL AND clock_id IS NULL",
);

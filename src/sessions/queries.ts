import type { LaneStatement } from "../database/lane.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Session, SessionPaymentStatus, SessionStatus } from "./session.ts";

/** A session on its way into the lane: its columns, ready to be sent. */
export type NewSessionRow = {
  readonly session: Session;
  readonly detailsJson: string;
  readonly metadataJson: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly idempotencyKey: string | null;
  /** Hex with PostgreSQL's \x before it. */
  readonly fingerprint: string | null;
};

/** The one statement of the create call, for the requests of one turn together. */
export const insertSessions: LaneStatement<NewSessionRow> = {
  name: "insert-sessions",
  text: `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, metadata, client_reference_id,
      customer_email, created_at, expires_at, idempotency_key, request_fingerprint)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::json[], $7::json[], $8::text[],
      $9::text[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::bytea[])
    ON CONFLICT DO NOTHING`,
  columns: (rows) => [
    rows.map(({ session }) => session.tenantId),
    rows.map(({ session }) => session.id),
    rows.map(({ session }) => session.mode),
    rows.map(({ session }) => session.amount),
    rows.map(({ session }) => session.currency),
    rows.map(({ detailsJson }) => detailsJson),
    rows.map(({ metadataJson }) => metadataJson),
    rows.map(({ session }) => session.clientReferenceId),
    rows.map(({ session }) => session.customerEmail),
    rows.map(({ createdAt }) => createdAt),
    rows.map(({ expiresAt }) => expiresAt),
    rows.map(({ idempotencyKey }) => idempotencyKey),
    rows.map(({ fingerprint }) => fingerprint),
  ],
};

const columns = `tenant_id AS "tenantId", id, mode, status, payment_status AS "paymentStatus", amount, currency, details,
  metadata, client_reference_id AS "clientReferenceId", customer_email AS "customerEmail", payment_id AS "paymentId",
  created_at AS "createdAt", expires_at AS "expiresAt", completed_at AS "completedAt"`;

export function getSession(trx: Transaction, scope: Scope, id: string): Promise<Session | undefined> {
  return trx.one<Session>(`SELECT ${columns} FROM checkout_sessions WHERE tenant_id = $1 AND id = $2`, [
    scope.tenantId,
    id,
  ]);
}

/** The session, locked against every other change of it; with whether its time is up by the database's clock. */
export function lockSession(
  trx: Transaction,
  scope: Scope,
  id: string,
): Promise<(Session & { overdue: boolean }) | undefined> {
  return trx.one(
    `SELECT ${columns}, expires_at <= clock_timestamp() AS overdue FROM checkout_sessions
     WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [scope.tenantId, id],
  );
}

/** The session that a create call with this idempotency key made, as it was then. */
export function findByIdempotencyKey(
  trx: Transaction,
  scope: Scope,
  idempotencyKey: string,
): Promise<(Session & { fingerprint: Buffer }) | undefined> {
  return trx.one(
    `SELECT ${columns}, COALESCE(created_metadata, metadata) AS metadata, request_fingerprint AS fingerprint
     FROM checkout_sessions WHERE tenant_id = $1 AND mode = $2 AND idempotency_key = $3`,
    [scope.tenantId, scope.mode, idempotencyKey],
  );
}

/** Replaces the metadata, keeping what was created for repeats of the create call. */
export function setMetadata(
  trx: Transaction,
  scope: Scope,
  id: string,
  metadata: object | null,
): Promise<Session | undefined> {
  return trx.one<Session>(
    `UPDATE checkout_sessions SET metadata = $3, created_metadata = COALESCE(created_metadata, metadata, 'null'::json)
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [scope.tenantId, id, metadata === null ? null : JSON.stringify(metadata)],
  );
}

export type Transition = {
  readonly status: SessionStatus;
  readonly paymentStatus: SessionPaymentStatus;
  readonly paymentId: string | null;
};

/** Moves a session that the caller has locked. The first move to `complete` sets the time of completion. */
export function moveSession(trx: Transaction, scope: Scope, id: string, to: Transition): Promise<Session | undefined> {
  return trx.one<Session>(
    `UPDATE checkout_sessions SET status = $3, payment_status = $4, payment_id = $5,
       completed_at = CASE WHEN $3 = 'complete' THEN COALESCE(completed_at, date_trunc('milliseconds', clock_timestamp())) END
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [scope.tenantId, id, to.status, to.paymentStatus, to.paymentId],
  );
}

/** The next number for an event of a session. The caller holds the session's lock. */
export async function nextEventNumber(trx: Transaction, scope: Scope, id: string): Promise<number> {
  const row = await trx.one<{ number: number }>(
    `UPDATE checkout_sessions SET event_count = event_count + 1 WHERE tenant_id = $1 AND id = $2
     RETURNING event_count AS number`,
    [scope.tenantId, id],
  );
  if (!row) throw new Error("the session of an event is gone");
  return row.number;
}

/** Sessions of all tenants whose time is up and that nobody is paying. */
export function findExpired(trx: Transaction, limit: number): Promise<{ tenantId: number; mode: Mode; id: string }[]> {
  return trx.query(
    `SELECT tenant_id AS "tenantId", mode, id FROM checkout_sessions
     WHERE status = 'open' AND payment_status = 'unpaid' AND expires_at <= clock_timestamp()
     ORDER BY expires_at LIMIT $1`,
    [limit],
  );
}

export type SessionFilter = {
  readonly from: string;
  readonly before: string;
  readonly direction: "older" | "newer";
  readonly limit: number;
  readonly status?: SessionStatus | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly clientReferenceId?: string | undefined;
  readonly customerEmail?: string | undefined;
};

/** Sessions with ids in [from, before), nearest to the cursor first. Conditions are added only where asked for. */
export function listSessions(trx: Transaction, scope: Scope, filter: SessionFilter): Promise<Session[]> {
  const values: unknown[] = [scope.tenantId, filter.from, filter.before];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  const equal = (column: string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${column} = $${values.length}`);
  };
  equal("status", filter.status);
  equal("amount", filter.amount);
  equal("currency", filter.currency);
  equal("client_reference_id", filter.clientReferenceId);
  equal("customer_email", filter.customerEmail);
  values.push(filter.limit);
  return trx.query<Session>(
    `SELECT ${columns} FROM checkout_sessions WHERE ${conditions.join(" AND ")}
     ORDER BY id ${filter.direction === "older" ? "DESC" : "ASC"} LIMIT $${values.length}`,
    values,
  );
}

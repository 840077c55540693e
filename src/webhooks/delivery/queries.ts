import { statementTimes } from "../../database/statement-times.ts";
import type { TenantScope, TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { EventRow } from "../../events/event.ts";
import type { Mode } from "../../kernel/mode.ts";
import { enabledEndpoints } from "../queries.ts";

/** The right to attempt one delivery. The next holder gets a higher fence; writes with a lower one change nothing. */
export type Lease = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly id: string;
  readonly endpointId: string;
  readonly fence: number;
};

/** Everything that an attempt of a leased delivery needs. */
export type DeliveryContents = {
  readonly endpointId: string;
  readonly url: string;
  readonly secretSealed: Buffer;
  /** The secret before the last rotation, as long as it still signs. */
  readonly previousSecretSealed: Buffer | null;
  readonly endpointFailing: boolean;
  /** The clock of the event's session. */
  readonly livesOn: string | null;
  readonly event: EventRow;
};

type EndpointRow = {
  readonly id: string;
  readonly url: string;
  readonly secretSealed: Buffer;
  readonly previousSecretSealed: Buffer | null;
  readonly failing: boolean;
};

const eventColumns = `v.tenant_id AS "tenantId", v.id AS "eventId", v.mode, v.type, v.session_id AS "sessionId", v.sequence, v.object,
  v.created_at AS "createdAt"`;
type DeliveryRow = { endpointId: string; livesOn: string | null; eventId: string } & Omit<EventRow, "id">;

function toContents(
  { endpointId, livesOn, eventId, ...event }: DeliveryRow,
  endpoint: EndpointRow,
): DeliveryContents {
  return {
    endpointId,
    url: endpoint.url,
    secretSealed: endpoint.secretSealed,
    previousSecretSealed: endpoint.previousSecretSealed,
    endpointFailing: endpoint.failing,
    livesOn,
    event: { ...event, id: eventId },
  };
}

/** The endpoint, if it is enabled. */
function getEnabledEndpoint(
  trx: Transaction,
  tenantId: number,
  id: string,
): Promise<EndpointRow | undefined> {
  return trx.one<EndpointRow>(
    `SELECT id, url, secret_sealed AS "secretSealed",
       CASE WHEN previous_secret_expires_at > statement_timestamp() THEN previous_secret_sealed END AS "previousSecretSealed",
       failing_since IS NOT NULL AS failing
     FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND status = 'enabled'`,
    [tenantId, id],
  );
}

/** The contents of a leased delivery; undefined when the lease is lost or nothing is left to attempt. */
export async function getContents(trx: Transaction, lease: Lease): Promise<DeliveryContents | undefined> {
  const [row, endpoint] = await Promise.all([
    trx.one<DeliveryRow>(
      `SELECT d.endpoint_id AS "endpointId", d.lives_on AS "livesOn", ${eventColumns}
       FROM webhook_deliveries d JOIN events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
       WHERE d.tenant_id = $1 AND d.id = $2 AND d.lease_fence = $3 AND d.status = 'pending'`,
      [lease.tenantId, lease.id, lease.fence],
    ),
    getEnabledEndpoint(trx, lease.tenantId, lease.endpointId),
  ]);
  return row && endpoint && toContents(row, endpoint);
}

export type EndpointHealth = {
  readonly status: string;
  readonly failing: boolean;
  readonly failingForMs: number;
};

/**
 * Locks the endpoint of a delivery, before the delivery itself. To avoid deadlocks every transaction takes its locks in this order:
 * the sandbox clock, the endpoint, its deliveries by id.
 */
export function lockHealth(trx: TenantTransaction, endpointId: string): Promise<EndpointHealth | undefined> {
  return trx.one<EndpointHealth>(
    `SELECT status, failing_since IS NOT NULL AS failing,
       COALESCE(extract(epoch FROM statement_timestamp() - failing_since)::float8 * 1000, 0) AS "failingForMs"
     FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [trx.tenantId, endpointId],
  );
}

export type LockedDelivery = {
  readonly attempts: number;
  /** By the transaction's clock. */
  readonly ageMs: number;
};

/** Locks a leased delivery; undefined when the lease is lost. */
export function lockDelivery(trx: Transaction, lease: Lease): Promise<LockedDelivery | undefined> {
  return trx.one<LockedDelivery>(
    `SELECT attempts, extract(epoch FROM kassa_now() - created_at)::float8 * 1000 AS "ageMs"
     FROM webhook_deliveries WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3 AND status = 'pending' FOR UPDATE`,
    [lease.tenantId, lease.id, lease.fence],
  );
}

export type DeliveryProgress = {
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly lastStatus: number | null;
  /** How long until the next attempt, in milliseconds. Null when there is none. */
  readonly waitMs: number | null;
};

/**
 * Writes the result of an attempt and releases the lease. The caller has locked the delivery and, if its session is on a clock,
 * entered that clock: retries wait by it.
 */
export function saveProgress(trx: Transaction, lease: Lease, progress: DeliveryProgress): void {
  trx.send(
    `UPDATE webhook_deliveries SET status = $4, attempts = $5, last_status = $6, lease_until = NULL,
       next_attempt_at = seconds_after(own_now, $7::float8 / 1000), clock_id = own_clock,
       delivered_at = CASE WHEN $4 = 'delivered' THEN own_now END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [
      lease.tenantId,
      lease.id,
      lease.fence,
      progress.status,
      progress.attempts,
      progress.lastStatus,
      progress.waitMs,
    ],
  );
}

export type AttemptRow = {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requestUrl: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: Buffer | null;
  readonly error: string | null;
};

export function insertAttempt(trx: Transaction, lease: Lease, attempt: AttemptRow): void {
  trx.send(
    `INSERT INTO webhook_delivery_attempts (tenant_id, delivery_id, mode, number, started_at, duration_ms, request_url,
       request_headers, response_status, response_headers, response_body, error)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      lease.tenantId,
      lease.id,
      lease.mode,
      attempt.number,
      attempt.startedAt,
      attempt.durationMs,
      attempt.requestUrl,
      JSON.stringify(attempt.requestHeaders),
      attempt.responseStatus,
      attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
      attempt.responseBody,
      attempt.error,
    ],
  );
}

/** Writes whether the endpoint is failing, and since when. The caller has locked it. */
export function setFailing(trx: TenantTransaction, endpointId: string, failing: boolean): void {
  trx.send(
    `UPDATE webhook_endpoints SET failing_since = CASE WHEN $3 THEN COALESCE(failing_since, statement_timestamp()) END
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, endpointId, failing],
  );
}

/** Stops the attempts at an endpoint. The caller has locked it. */
export function setStatus(
  trx: TenantTransaction,
  endpointId: string,
  status: "paused" | "disabled",
  reason: string | null,
): void {
  trx.send("UPDATE webhook_endpoints SET status = $3, status_reason = $4 WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    endpointId,
    status,
    reason,
  ]);
}

/**
 * The oldest pending delivery of a listener, in the order in which the events were recorded. Events of one session that have the
 * same time, as on a sandbox clock, are ordered by their sequence numbers.
 */
export async function nextForListener(
  trx: TenantTransaction,
  endpointId: string,
): Promise<(DeliveryContents & { readonly lease: Lease }) | undefined> {
  const [row, endpoint] = await Promise.all([
    trx.one<DeliveryRow & { deliveryId: string; fence: number }>(
      `SELECT d.endpoint_id AS "endpointId", d.lives_on AS "livesOn", ${eventColumns}, d.id AS "deliveryId", d.lease_fence AS fence
       FROM webhook_deliveries d JOIN events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
       WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.status = 'pending'
       ORDER BY d.created_at, v.sequence, d.id LIMIT 1`,
      [trx.tenantId, endpointId],
    ),
    getEnabledEndpoint(trx, trx.tenantId, endpointId),
  ]);
  if (!row || !endpoint) return undefined;
  const { deliveryId, fence, ...contents } = row;
  return { ...toContents(contents, endpoint), lease: { ...trx.scope, id: deliveryId, endpointId, fence } };
}

/** Listeners of all tenants that sent no heartbeat for a minute. */
export function findStaleListeners(
  trx: Transaction,
): Promise<(TenantScope & { readonly endpointId: string })[]> {
  return trx.query(
    `SELECT tenant_id AS "tenantId", mode, id AS "endpointId" FROM webhook_endpoints
     WHERE kind = 'listener' AND last_seen_at < statement_timestamp() - interval '60 seconds'`,
  );
}

/** The delivery whose next attempt is due first on a clock, at or before a time. */
export async function nextOnClock(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<{ id: string; endpointId: string; at: Date } | undefined> {
  return trx.one(
    `SELECT id, endpoint_id AS "endpointId", next_attempt_at AS at FROM webhook_deliveries
     WHERE tenant_id = $1 AND clock_id = $2 AND status = 'pending' AND kind = 'http' AND next_attempt_at <= $3
       AND endpoint_id = ANY ($4::text[])
     ORDER BY next_attempt_at, id LIMIT 1`,
    [trx.tenantId, clockId, until, await enabledEndpoints(trx)],
  );
}

/** On a clock one attempt is made at a time. Its lease is not renewed, so it lasts longer than an attempt can take. */
const clockLeaseSeconds = 20;

/** Leases one delivery that waits on a clock; undefined while another process holds it. */
export function leaseOnClock(
  trx: TenantTransaction,
  clockId: string,
  id: string,
): Promise<Lease | undefined> {
  return trx.one<Lease>(
    `UPDATE webhook_deliveries
     SET lease_until = statement_timestamp() + make_interval(secs => $4), lease_fence = lease_fence + 1
     WHERE tenant_id = $1 AND id = $2 AND clock_id = $3 AND status = 'pending'
       AND (lease_until IS NULL OR lease_until <= statement_timestamp())
     RETURNING tenant_id AS "tenantId", mode, id, endpoint_id AS "endpointId", lease_fence AS fence`,
    [trx.tenantId, id, clockId, clockLeaseSeconds],
  );
}

/** Whether a first attempt is outstanding for an event of a clock's sessions. First attempts are due in real time. */
export async function hasFirstAttempts(trx: TenantTransaction, clockId: string): Promise<boolean> {
  const row = await trx.one(
    `SELECT FROM webhook_deliveries WHERE tenant_id = $1 AND lives_on = $2 AND status = 'pending' AND kind = 'http'
       AND clock_id IS NULL AND next_attempt_at IS NOT NULL AND endpoint_id = ANY ($3::text[]) LIMIT 1`,
    [trx.tenantId, clockId, await enabledEndpoints(trx)],
  );
  return row !== undefined;
}

/** Cancels the pending deliveries of a clock's sessions. */
export async function cancelOnClock(trx: TenantTransaction, clockId: string): Promise<void> {
  await trx.run(
    `WITH waiting AS (
       SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND lives_on = $2 AND status = 'pending' ORDER BY id FOR UPDATE)
     UPDATE webhook_deliveries d SET status = 'canceled', next_attempt_at = NULL
     FROM waiting WHERE d.tenant_id = $1 AND d.id = waiting.id AND d.status = 'pending'`,
    [trx.tenantId, clockId],
  );
}

import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { EventRow } from "../../events/event.ts";
import type { Mode } from "../../kernel/mode.ts";

/** The right to attempt one delivery. Who gets it next gets a higher fence, and writes with a lower one change nothing. */
export type Lease = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly id: string;
  readonly fence: number;
};

/**
 * How long a lease lasts unless its holder renews it. A killed worker's leases keep their places at the endpoint for that
 * long, all of them perhaps, so it is short. A holder that can't renew calls its attempt off before the lease ends.
 */
export const leaseSeconds = 5;

/** On a clock one attempt is made at a time, which is not renewed; it is longer than an attempt can take. */
const clockLeaseSeconds = 20;

/**
 * Leases due deliveries of all tenants, at most `limit` and of each endpoint those among its `maxPerEndpoint` earliest
 * that nobody holds, so at most that many of an endpoint are under way in all processes together. Of an endpoint that is
 * failing it is one. In the same way a tenant has at most `maxPerTenant` in each mode, of which at most a quarter go to
 * endpoints that are failing: receivers and name servers that hang can't take all the places, however many endpoints a tenant
 * has. Which of the failing ones have their turn changes at random with each second, so that none waits for ever behind others
 * that hang; all processes agree on it, so that those that lease at the same time don't take a quarter each. What waits for an
 * endpoint that isn't enabled is passed over. The recursive part steps from endpoint to endpoint along the index: 50,000 waiting rows
 * of one dead endpoint take 3 ms, 5,000 endpoints with a row each 40 ms (2 cores).
 */
export function leaseDue(
  trx: Transaction,
  limit: number,
  { maxPerEndpoint, maxPerTenant }: { readonly maxPerEndpoint: number; readonly maxPerTenant: number },
): Promise<Lease[]> {
  return trx.query<Lease>(
    `WITH RECURSIVE waiting AS (
       (SELECT tenant_id, endpoint_id FROM webhook_deliveries
        WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NOT NULL AND clock_id IS NULL
        ORDER BY tenant_id, endpoint_id LIMIT 1)
       UNION ALL
       SELECT later.tenant_id, later.endpoint_id FROM waiting w CROSS JOIN LATERAL (
         SELECT d.tenant_id, d.endpoint_id FROM webhook_deliveries d
         WHERE d.status = 'pending' AND d.kind = 'http' AND d.next_attempt_at IS NOT NULL AND d.clock_id IS NULL
           AND (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
         ORDER BY d.tenant_id, d.endpoint_id LIMIT 1) later
     ), earliest AS (
       SELECT row.tenant_id, row.id, row.place, row.next_attempt_at,
         row_number() OVER (PARTITION BY w.tenant_id, e.mode ORDER BY row.place, row.next_attempt_at, row.id) AS of_tenant,
         e.failing_since IS NOT NULL AS failing, row_number() OVER (
           PARTITION BY w.tenant_id, e.mode, e.failing_since IS NULL
           ORDER BY row.is_held DESC, hashtextextended(e.id, floor(extract(epoch FROM now()))::bigint), e.id) AS of_kind
       FROM waiting w JOIN webhook_endpoints e ON e.tenant_id = w.tenant_id AND e.id = w.endpoint_id AND e.status = 'enabled'
       CROSS JOIN LATERAL (
         SELECT d.tenant_id, d.id, d.next_attempt_at, COALESCE(d.lease_until > clock_timestamp(), false) AS is_held,
           row_number() OVER (ORDER BY d.next_attempt_at, d.id) AS place
         FROM webhook_deliveries d
         WHERE d.tenant_id = w.tenant_id AND d.endpoint_id = w.endpoint_id AND d.status = 'pending' AND d.kind = 'http'
           AND d.clock_id IS NULL AND d.next_attempt_at <= now()
         ORDER BY d.next_attempt_at, d.id
         LIMIT CASE WHEN e.failing_since IS NULL THEN $2::integer ELSE 1 END) row
     ), due AS (
       SELECT d.tenant_id, d.id
       FROM earliest JOIN webhook_deliveries d ON d.tenant_id = earliest.tenant_id AND d.id = earliest.id
       WHERE d.status = 'pending' AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())
         AND earliest.of_tenant <= $4::integer AND (NOT earliest.failing OR earliest.of_kind <= ($4::integer + 3) / 4)
       ORDER BY earliest.place, earliest.next_attempt_at LIMIT $1
       FOR UPDATE OF d SKIP LOCKED
     )
     UPDATE webhook_deliveries d
     SET lease_until = clock_timestamp() + make_interval(secs => $3), lease_fence = d.lease_fence + 1
     FROM due WHERE d.tenant_id = due.tenant_id AND d.id = due.id
     RETURNING d.tenant_id AS "tenantId", d.mode, d.id, d.lease_fence AS fence`,
    [limit, maxPerEndpoint, leaseSeconds, maxPerTenant],
  );
}

const ofLeases = `unnest($1::bigint[], $2::text[], $3::bigint[]) AS held (tenant_id, id, fence)`;
const leaseColumns = (leases: readonly Lease[]): unknown[] => [
  leases.map(({ tenantId }) => tenantId),
  leases.map(({ id }) => id),
  leases.map(({ fence }) => fence),
];

/** What became of leases that were to last longer. */
export type Renewal = { readonly renewed: Set<Lease>; readonly lost: Set<Lease> };

/**
 * Makes leases last longer. A row that somebody has locked is being written by its holder or waits for it; it is passed
 * over, held but not renewed, rather than waited for, since waiting for several rows can deadlock.
 */
export async function renewLeases(trx: Transaction, leases: readonly Lease[]): Promise<Renewal> {
  const found = await trx.query<{ id: string; fence: number; renewed: boolean }>(
    `WITH held AS (
       SELECT d.tenant_id, d.id, held.fence FROM webhook_deliveries d JOIN ${ofLeases}
         ON d.tenant_id = held.tenant_id AND d.id = held.id AND d.lease_fence = held.fence
       WHERE d.lease_until IS NOT NULL
     ), renewable AS (
       SELECT d.tenant_id, d.id FROM webhook_deliveries d
       JOIN held ON d.tenant_id = held.tenant_id AND d.id = held.id AND d.lease_fence = held.fence
       FOR UPDATE OF d SKIP LOCKED
     ), renewed AS (
       UPDATE webhook_deliveries d SET lease_until = clock_timestamp() + make_interval(secs => $4)
       FROM renewable r WHERE d.tenant_id = r.tenant_id AND d.id = r.id
       RETURNING d.tenant_id, d.id
     )
     SELECT held.id, held.fence, renewed.id IS NOT NULL AS renewed
     FROM held LEFT JOIN renewed ON renewed.tenant_id = held.tenant_id AND renewed.id = held.id`,
    [...leaseColumns(leases), leaseSeconds],
  );
  const states = new Map(found.map(({ id, fence, renewed }) => [`${id} ${fence}`, renewed]));
  const stateOf = ({ id, fence }: Lease): boolean | undefined => states.get(`${id} ${fence}`);
  return {
    renewed: new Set(leases.filter((lease) => stateOf(lease) === true)),
    lost: new Set(leases.filter((lease) => stateOf(lease) === undefined)),
  };
}

/**
 * Gives leases back unused, so that another process can take them at once. One whose row somebody has locked ends by itself: waiting
 * for several rows can deadlock.
 */
export async function releaseLeases(trx: Transaction, leases: readonly Lease[]): Promise<void> {
  await trx.run(
    `WITH free AS (
       SELECT d.tenant_id, d.id FROM webhook_deliveries d JOIN ${ofLeases}
         ON d.tenant_id = held.tenant_id AND d.id = held.id AND d.lease_fence = held.fence
       FOR UPDATE OF d SKIP LOCKED
     )
     UPDATE webhook_deliveries d SET lease_until = NULL FROM free WHERE d.tenant_id = free.tenant_id AND d.id = free.id`,
    leaseColumns(leases),
  );
}

/** A leased delivery with everything that an attempt needs. */
export type DeliveryContents = {
  readonly endpointId: string;
  readonly url: string;
  readonly secretSealed: Buffer;
  /** Null once the overlap after a rotation is over. */
  readonly previousSecretSealed: Buffer | null;
  readonly endpointFailing: boolean;
  /** The clock of the session that it tells of, for good. */
  readonly livesOn: string | null;
  readonly event: EventRow;
};

const contentColumns = `e.id AS "endpointId", e.url, e.secret_sealed AS "secretSealed",
  CASE WHEN e.previous_secret_expires_at > clock_timestamp() THEN e.previous_secret_sealed END AS "previousSecretSealed",
  e.failing_since IS NOT NULL AS "endpointFailing", d.lives_on AS "livesOn", v.tenant_id AS "tenantId", v.id AS "eventId", v.mode, v.type,
  v.session_id AS "sessionId", v.sequence, v.object, v.created_at AS "createdAt"`;

type ContentRow = Omit<DeliveryContents, "event"> & Omit<EventRow, "id"> & { eventId: string };

function toContents(row: ContentRow): DeliveryContents {
  const { endpointId, url, secretSealed, previousSecretSealed, endpointFailing, livesOn, eventId, ...event } =
    row;
  return {
    endpointId,
    url,
    secretSealed,
    previousSecretSealed,
    endpointFailing,
    livesOn,
    event: { ...event, id: eventId },
  };
}

/** What a lease is about; undefined when it is lost, or when there is nothing to attempt any more. */
export async function getContents(trx: Transaction, lease: Lease): Promise<DeliveryContents | undefined> {
  const row = await trx.one<ContentRow>(
    `SELECT ${contentColumns}
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
       JOIN events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
     WHERE d.tenant_id = $1 AND d.id = $2 AND d.lease_fence = $3 AND d.status = 'pending' AND e.status = 'enabled'`,
    [lease.tenantId, lease.id, lease.fence],
  );
  return row && toContents(row);
}

export type EndpointHealth = {
  readonly status: string;
  readonly failing: boolean;
  readonly failingForMs: number;
};

/**
 * Locks the endpoint of a delivery before the delivery itself. Every transaction takes its locks in this order, or two of them
 * would wait for each other: the sandbox clock, the endpoint, its deliveries by id.
 */
export function lockHealth(trx: TenantTransaction, endpointId: string): Promise<EndpointHealth | undefined> {
  return trx.one<EndpointHealth>(
    `SELECT status, failing_since IS NOT NULL AS failing,
       COALESCE(extract(epoch FROM clock_timestamp() - failing_since)::float8 * 1000, 0) AS "failingForMs"
     FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [trx.tenantId, endpointId],
  );
}

export type LockedDelivery = {
  readonly attempts: number;
  /** By the time that the transaction works in. */
  readonly ageMs: number;
};

/** A delivery whose lease still holds, locked; undefined when it doesn't hold. */
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
  /** Null: there is no next attempt, or none for now. */
  readonly waitMs: number | null;
};

/**
 * Writes what came of an attempt and lets go of the lease. The caller has locked the delivery and entered its clock, if it
 * lives on one: from its first failure on it waits by that.
 */
export function saveProgress(trx: Transaction, lease: Lease, progress: DeliveryProgress): void {
  trx.send(
    `UPDATE webhook_deliveries SET status = $4, attempts = $5, last_status = $6, lease_until = NULL,
       next_attempt_at = kassa_now() + make_interval(secs => $7::float8 / 1000), clock_id = kassa_clock(),
       delivered_at = CASE WHEN $4 = 'delivered' THEN kassa_now() END
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
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

/** Notes that the endpoint works, or since when it doesn't. The caller has locked it. */
export function setFailing(trx: TenantTransaction, endpointId: string, failing: boolean): void {
  trx.send(
    `UPDATE webhook_endpoints SET failing_since = CASE WHEN $3 THEN COALESCE(failing_since, clock_timestamp()) END
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, endpointId, failing],
  );
}

/** Has no attempt made at an endpoint any more. The caller has locked it. */
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
 * The oldest delivery that a listener has not tried yet, events in the order in which they were recorded. On a clock that
 * stands still the events of a moment have their numbers to tell which was first.
 */
export async function nextForListener(
  trx: TenantTransaction,
  endpointId: string,
): Promise<(DeliveryContents & { readonly lease: Lease }) | undefined> {
  const row = await trx.one<ContentRow & { deliveryId: string; fence: number }>(
    `SELECT ${contentColumns}, d.id AS "deliveryId", d.lease_fence AS fence
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
       JOIN events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
     WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.status = 'pending'
     ORDER BY d.created_at, v.sequence, d.id LIMIT 1`,
    [trx.tenantId, endpointId],
  );
  if (!row) return undefined;
  const { deliveryId, fence, ...contents } = row;
  return { ...toContents(contents), lease: { ...trx.scope, id: deliveryId, fence } };
}

/** Removes listeners that have not been heard of for a minute, with their deliveries. */
export function deleteStaleListeners(trx: Transaction): Promise<number> {
  return trx.run(
    "DELETE FROM webhook_endpoints WHERE kind = 'listener' AND last_seen_at < clock_timestamp() - interval '60 seconds'",
  );
}

/** What waits for a paused endpoint keeps the time of its next attempt. */
const ofEnabled = `JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id AND e.status = 'enabled'`;

/** The delivery that waits on a clock for its next attempt, which comes first, at or before a time. */
export function nextOnClock(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<{ id: string; at: Date } | undefined> {
  return trx.one(
    `SELECT d.id, d.next_attempt_at AS at FROM webhook_deliveries d ${ofEnabled}
     WHERE d.tenant_id = $1 AND d.clock_id = $2 AND d.status = 'pending' AND d.kind = 'http' AND d.next_attempt_at <= $3
     ORDER BY d.next_attempt_at, d.id LIMIT 1`,
    [trx.tenantId, clockId, until],
  );
}

/** Leases one delivery that waits on a clock; undefined while somebody else has it. */
export function leaseOnClock(
  trx: TenantTransaction,
  clockId: string,
  id: string,
): Promise<Lease | undefined> {
  return trx.one<Lease>(
    `UPDATE webhook_deliveries
     SET lease_until = clock_timestamp() + make_interval(secs => $4), lease_fence = lease_fence + 1
     WHERE tenant_id = $1 AND id = $2 AND clock_id = $3 AND status = 'pending'
       AND (lease_until IS NULL OR lease_until <= clock_timestamp())
     RETURNING tenant_id AS "tenantId", mode, id, lease_fence AS fence`,
    [trx.tenantId, id, clockId, clockLeaseSeconds],
  );
}

/** Whether a delivery of a clock's sessions is due in real time, as first attempts are. */
export async function hasFirstAttempts(trx: TenantTransaction, clockId: string): Promise<boolean> {
  const row = await trx.one(
    `SELECT FROM webhook_deliveries d ${ofEnabled}
     WHERE d.tenant_id = $1 AND d.lives_on = $2 AND d.status = 'pending' AND d.kind = 'http'
       AND d.clock_id IS NULL AND d.next_attempt_at IS NOT NULL LIMIT 1`,
    [trx.tenantId, clockId],
  );
  return row !== undefined;
}

/** Ends the deliveries of a clock's sessions that nobody will make any more. */
export async function cancelOnClock(trx: TenantTransaction, clockId: string): Promise<void> {
  await trx.run(
    `WITH waiting AS (
       SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND lives_on = $2 AND status = 'pending' ORDER BY id FOR UPDATE)
     UPDATE webhook_deliveries d SET status = 'canceled', next_attempt_at = NULL
     FROM waiting WHERE d.tenant_id = $1 AND d.id = waiting.id AND d.status = 'pending'`,
    [trx.tenantId, clockId],
  );
}

import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { EventRow } from "../events/event.ts";
import { namesOf } from "../events/type-patterns.ts";
import type { PageRange } from "../kernel/page.ts";
import type { Delivery, DeliveryAttempt } from "./delivery.ts";
import type { Endpoint, EndpointStatus } from "./endpoint.ts";

const columns = `tenant_id AS "tenantId", id, mode, url, description, event_types AS events, status,
  status_reason AS "statusReason", api_version AS "apiVersion", failing_since AS "failingSince",
  CASE WHEN previous_secret_expires_at > statement_timestamp() THEN previous_secret_expires_at END AS "previousSecretExpiresAt",
  created_at AS "createdAt"`;

/** Counts the endpoints under a lock, so that no other transaction of the tenant and mode creates one before the commit. */
export async function lockEndpointCount(trx: TenantTransaction): Promise<number> {
  await trx.run("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [
    `webhook_endpoints ${trx.mode}`,
    trx.tenantId,
  ]);
  const row = await trx.one<{ count: number }>(
    "SELECT count(*) AS count FROM webhook_endpoints WHERE tenant_id = $1 AND mode = $2 AND kind = 'http'",
    [trx.tenantId, trx.mode],
  );
  return row?.count ?? 0;
}

export type NewEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly secretSealed: Buffer;
  readonly apiVersion: string;
};

export function insertEndpoint(trx: TenantTransaction, endpoint: NewEndpoint): Promise<Endpoint | undefined> {
  return trx.one<Endpoint>(
    `INSERT INTO webhook_endpoints (tenant_id, id, mode, url, description, event_types, secret_sealed, api_version, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
    [
      trx.tenantId,
      endpoint.id,
      trx.mode,
      endpoint.url,
      endpoint.description,
      endpoint.events,
      endpoint.secretSealed,
      endpoint.apiVersion,
      timeOfNew(trx, endpoint.id),
    ],
  );
}

export function selectEndpoints(trx: TenantTransaction, range: PageRange): Promise<Endpoint[]> {
  return trx.query<Endpoint>(
    `SELECT ${columns} FROM webhook_endpoints WHERE tenant_id = $1 AND id >= $2 AND id < $3 AND kind = 'http'
     ORDER BY id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

export function getEndpoint(trx: TenantTransaction, id: string): Promise<Endpoint | undefined> {
  return trx.one<Endpoint>(
    `SELECT ${columns} FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND kind = 'http'`,
    [trx.tenantId, id],
  );
}

/** Locks an endpoint. Transactions that record events wait for it and see its new status. */
export function lockEndpoint(trx: TenantTransaction, id: string): Promise<Endpoint | undefined> {
  return trx.one<Endpoint>(
    `SELECT ${columns} FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND kind = 'http' FOR NO KEY UPDATE`,
    [trx.tenantId, id],
  );
}

export type EndpointChange = {
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly status: EndpointStatus;
  readonly statusReason: string | null;
  readonly failingSince: Date | null;
};

export function changeEndpoint(
  trx: TenantTransaction,
  id: string,
  change: EndpointChange,
): Promise<Endpoint | undefined> {
  return trx.one<Endpoint>(
    `UPDATE webhook_endpoints SET url = $3, description = $4, event_types = $5, status = $6, status_reason = $7,
       failing_since = $8
     WHERE tenant_id = $1 AND id = $2 AND kind = 'http' RETURNING ${columns}`,
    [
      trx.tenantId,
      id,
      change.url,
      change.description,
      change.events,
      change.status,
      change.statusReason,
      change.failingSince,
    ],
  );
}

/** Hides an endpoint from the API and from events. True when it existed. */
export async function markDeleted(trx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE webhook_endpoints SET kind = 'deleted', status = 'disabled'
     WHERE tenant_id = $1 AND id = $2 AND kind = 'http'`,
    [trx.tenantId, id],
  );
  return rows === 1;
}

/** Replaces the secret. The old one signs too until the overlap ends; the one before it no longer does. */
export function replaceSecret(
  trx: TenantTransaction,
  id: string,
  secretSealed: Buffer,
  overlapDays: number,
): Promise<Endpoint | undefined> {
  return trx.one<Endpoint>(
    `UPDATE webhook_endpoints SET previous_secret_sealed = secret_sealed, secret_sealed = $3,
       previous_secret_expires_at = date_trunc('milliseconds', statement_timestamp() + make_interval(days => $4))
     WHERE tenant_id = $1 AND id = $2 AND kind = 'http' RETURNING ${columns}`,
    [trx.tenantId, id, secretSealed, overlapDays],
  );
}

export type SealedSecrets = {
  readonly id: string;
  readonly secretSealed: Buffer;
  readonly previousSecretSealed: Buffer | null;
};

/** Locks endpoints with a secret that another key sealed. Bytes 2 to 9 of a sealed value are the id of its key. */
export function lockSealedByOthers(
  trx: TenantTransaction,
  keyId: Buffer,
  limit: number,
): Promise<SealedSecrets[]> {
  return trx.query<SealedSecrets>(
    `SELECT id, secret_sealed AS "secretSealed", previous_secret_sealed AS "previousSecretSealed" FROM webhook_endpoints
     WHERE tenant_id = $1 AND mode = $2
       AND (substring(secret_sealed FROM 2 FOR 8) <> $3 OR substring(previous_secret_sealed FROM 2 FOR 8) <> $3)
     ORDER BY id LIMIT $4 FOR NO KEY UPDATE`,
    [trx.tenantId, trx.mode, keyId, limit],
  );
}

export async function replaceSealed(trx: TenantTransaction, sealed: SealedSecrets): Promise<void> {
  await trx.run(
    `UPDATE webhook_endpoints SET secret_sealed = $3, previous_secret_sealed = $4
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, sealed.id, sealed.secretSealed, sealed.previousSecretSealed],
  );
}

// Deliveries --------------------------------------------------------------------------------------------------------

export type Target = {
  readonly id: string;
  readonly kind: "http" | "listener";
  readonly status: EndpointStatus;
};

/**
 * The endpoints that want events of this type, locked until the event is committed. Otherwise an endpoint that is disabled or deleted
 * at this moment would leave the new delivery pending forever.
 */
export function findTargets(trx: TenantTransaction, eventType: string): Promise<Target[]> {
  return trx.query<Target>(
    `SELECT id, kind, status FROM webhook_endpoints
     WHERE tenant_id = $1 AND mode = $2 AND status <> 'disabled' AND event_types && $3::text[]
     ORDER BY id FOR SHARE`,
    [trx.tenantId, trx.mode, namesOf(eventType)],
  );
}

export type NewDelivery = { readonly id: string; readonly target: Target };

/** Inserts the deliveries of an event, due at once. Those of a paused endpoint wait until it is enabled. */
export function insertDeliveries(
  trx: Transaction,
  event: EventRow,
  deliveries: readonly NewDelivery[],
): void {
  for (const { id, target } of deliveries)
    trx.send(
      `INSERT INTO webhook_deliveries (tenant_id, mode, event_id, id, kind, endpoint_id, next_attempt_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, statement_timestamp(), $7)`,
      [event.tenantId, event.mode, event.id, id, target.kind, target.id, timeOfNew(trx, id)],
    );
}

type DeliveryRow = Omit<Delivery, "event" | "lastAttempt"> & {
  event: Omit<EventRow, "createdAt"> & { createdAt: string };
  number: number | null;
} & Omit<DeliveryAttempt, "number">;

const deliveryColumns = `d.id, d.mode, d.endpoint_id AS "endpointId", d.status, d.attempts,
  d.next_attempt_at AS "nextAttemptAt", d.delivered_at AS "deliveredAt", d.created_at AS "createdAt",
  json_build_object('tenantId', v.tenant_id, 'id', v.id, 'mode', v.mode, 'type', v.type, 'sessionId', v.session_id,
    'sequence', v.sequence, 'object', v.object, 'createdAt', v.created_at) AS event,
  a.number, a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.request_url AS "requestUrl",
  a.request_headers AS "requestHeaders", a.response_status AS "responseStatus", a.response_headers AS "responseHeaders",
  a.response_body AS "responseBody", a.error`;

const deliveryTables = `webhook_deliveries d
  JOIN events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
  LEFT JOIN webhook_delivery_attempts a
    ON a.tenant_id = d.tenant_id AND a.delivery_id = d.id AND a.number = d.attempts`;

/** A delivery to an endpoint that isn't enabled is shown without a next attempt, though its row keeps the time. */
function toDelivery(row: DeliveryRow, enabled: ReadonlySet<string>): Delivery {
  const { event, number, startedAt, durationMs, requestUrl, requestHeaders, ...rest } = row;
  const { responseStatus, responseHeaders, responseBody, error, ...delivery } = rest;
  const request = { startedAt, durationMs, requestUrl, requestHeaders };
  const response = { responseStatus, responseHeaders, responseBody, error };
  return {
    ...delivery,
    nextAttemptAt: enabled.has(delivery.endpointId) ? delivery.nextAttemptAt : null,
    event: { ...event, createdAt: new Date(event.createdAt) },
    lastAttempt: number === null ? null : { number, ...request, ...response },
  };
}

export type DeliveryFilter = PageRange & {
  readonly endpointId: string;
  readonly status?: string | undefined;
  readonly eventId?: string | undefined;
};

/** Deliveries with ids in [from, before), nearest to the cursor first. */
export async function selectDeliveries(trx: TenantTransaction, filter: DeliveryFilter): Promise<Delivery[]> {
  const values: unknown[] = [trx.tenantId, filter.endpointId, filter.from, filter.before, filter.limit];
  const conditions = ["d.tenant_id = $1", "d.endpoint_id = $2", "d.id >= $3", "d.id < $4"];
  if (filter.status !== undefined) conditions.push(`d.status = $${values.push(filter.status)}`);
  if (filter.eventId !== undefined) conditions.push(`d.event_id = $${values.push(filter.eventId)}`);
  const rows = trx.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM ${deliveryTables} WHERE ${conditions.join(" AND ")}
     ORDER BY d.id ${filter.direction} LIMIT $5`,
    values,
  );
  return toDeliveries(rows, enabledEndpoints(trx));
}

export async function getDeliveries(trx: TenantTransaction, ids: readonly string[]): Promise<Delivery[]> {
  const rows = trx.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM ${deliveryTables} WHERE d.tenant_id = $1 AND d.id = ANY($2) ORDER BY d.id`,
    [trx.tenantId, ids],
  );
  return toDeliveries(rows, enabledEndpoints(trx));
}

async function toDeliveries(
  rows: Promise<DeliveryRow[]>,
  enabled: Promise<readonly string[]>,
): Promise<Delivery[]> {
  const [found, ids] = await Promise.all([rows, enabled]);
  const set = new Set(ids);
  return found.map((row) => toDelivery(row, set));
}

/** The endpoints of the transaction's tenant and mode that are enabled. */
export async function enabledEndpoints(trx: TenantTransaction): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    "SELECT id FROM webhook_endpoints WHERE tenant_id = $1 AND mode = $2 AND status = 'enabled'",
    [trx.tenantId, trx.mode],
  );
  return rows.map(({ id }) => id);
}

// Listeners ---------------------------------------------------------------------------------------------------------

export async function insertListener(trx: TenantTransaction, endpoint: NewEndpoint): Promise<void> {
  await trx.run(
    `INSERT INTO webhook_endpoints (tenant_id, id, mode, kind, url, description, event_types, secret_sealed, api_version,
       last_seen_at)
     VALUES ($1, $2, $3, 'listener', $4, $5, $6, $7, $8, statement_timestamp())`,
    [
      trx.tenantId,
      endpoint.id,
      trx.mode,
      endpoint.url,
      endpoint.description,
      endpoint.events,
      endpoint.secretSealed,
      endpoint.apiVersion,
    ],
  );
}

/** Records a listener's heartbeat; false when it was deleted as stale. */
export async function touchListener(trx: TenantTransaction, id: string): Promise<boolean> {
  return (
    (await trx.run(
      "UPDATE webhook_endpoints SET last_seen_at = statement_timestamp() WHERE tenant_id = $1 AND id = $2 AND kind = 'listener'",
      [trx.tenantId, id],
    )) === 1
  );
}

/** Deletes a listener, then its deliveries. The first statement waits for transactions that are recording events for it. */
export async function deleteListener(trx: TenantTransaction, id: string): Promise<void> {
  const removed = await trx.run(
    "DELETE FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND kind = 'listener'",
    [trx.tenantId, id],
  );
  if (removed > 0)
    trx.send("DELETE FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2", [trx.tenantId, id]);
}

import type { Distribution } from "../../../database/distribution.ts";
import { inEachTenant } from "../../../database/in-each-tenant.ts";
import type { Transaction } from "../../../database/transaction.ts";
import type { Mode } from "../../../kernel/mode.ts";
import type { Lease } from "../queries.ts";

/**
 * How long a lease lasts unless its holder renews it. The leases of a killed worker may take all places of an endpoint for that
 * long, so it is short. A holder that can't renew a lease aborts its attempt before the lease ends.
 */
export const leaseSeconds = 5;

/** An enabled endpoint with deliveries that are due. */
export type DueEndpoint = {
  readonly tenantId: number;
  readonly id: string;
  readonly mode: Mode;
  readonly failing: boolean;
  /** False when as many of its deliveries as may be in flight are leased already. */
  readonly canLease: boolean;
};

const waiting = "status = 'pending' AND kind = 'http' AND next_attempt_at IS NOT NULL AND clock_id IS NULL";
const due =
  "status = 'pending' AND kind = 'http' AND clock_id IS NULL AND next_attempt_at <= statement_timestamp()";
const free = "(lease_until IS NULL OR lease_until <= statement_timestamp())";

/** All endpoints with pending deliveries in real time. The recursive part steps from endpoint to endpoint along the index. */
const waitingEndpoints = `WITH RECURSIVE waiting AS (
       (SELECT tenant_id, endpoint_id FROM webhook_deliveries WHERE ${waiting} ORDER BY tenant_id, endpoint_id LIMIT 1)
       UNION ALL
       SELECT later.tenant_id, later.endpoint_id FROM waiting w CROSS JOIN LATERAL (
         SELECT tenant_id, endpoint_id FROM webhook_deliveries
         WHERE ${waiting} AND (tenant_id, endpoint_id) > (w.tenant_id, w.endpoint_id)
         ORDER BY tenant_id, endpoint_id LIMIT 1) later
     )`;

const ofEnabledEndpoints = (found: string): string =>
  `FROM (${found}) found
     JOIN webhook_endpoints e ON e.tenant_id = found.tenant_id AND e.id = found.endpoint_id AND e.status = 'enabled'`;

/** The enabled endpoints of all tenants with due deliveries that nobody holds; see DueRows. */
export const dueDeliveries: Readonly<Record<Distribution, string>> = {
  none: ofEnabledEndpoints(
    `${waitingEndpoints} SELECT tenant_id, endpoint_id FROM waiting w WHERE EXISTS (
       SELECT FROM webhook_deliveries
       WHERE tenant_id = w.tenant_id AND endpoint_id = w.endpoint_id AND ${due} AND ${free})`,
  ),
  citus: ofEnabledEndpoints(
    `SELECT DISTINCT tenant_id, endpoint_id FROM webhook_deliveries WHERE ${due} AND ${free}`,
  ),
};

/**
 * The enabled endpoints of all tenants with due deliveries, leased or not: leased ones count towards the tenant's limits. 50,000
 * waiting rows of one dead endpoint take 2 ms, 5,000 endpoints with a row each 50 ms (2 cores).
 */
export function findDueEndpoints(trx: Transaction, maxPerEndpoint: number): Promise<DueEndpoint[]> {
  return trx.query<DueEndpoint>(
    `${waitingEndpoints}
     SELECT e.tenant_id AS "tenantId", e.id, e.mode, e.failing_since IS NOT NULL AS failing, due."canLease"
     FROM waiting w
       JOIN webhook_endpoints e ON e.tenant_id = w.tenant_id AND e.id = w.endpoint_id AND e.status = 'enabled'
       CROSS JOIN LATERAL (
         SELECT bool_or(${free}) AS "canLease" FROM (
           SELECT lease_until FROM webhook_deliveries
           WHERE tenant_id = w.tenant_id AND endpoint_id = w.endpoint_id AND ${due}
           ORDER BY next_attempt_at, id LIMIT CASE WHEN e.failing_since IS NULL THEN $1::integer ELSE 1 END) earliest
         HAVING count(*) > 0) due`,
    [maxPerEndpoint],
  );
}

/**
 * The same on Citus, which can't recurse over several nodes: each node reads the due deliveries of its shards. The table of endpoints
 * stays on the coordinator, so a second statement reads it.
 */
export async function findDueEndpointsOnCitus(
  trx: Transaction,
  maxPerEndpoint: number,
): Promise<DueEndpoint[]> {
  const found = await trx.query<{
    tenantId: number;
    endpointId: string;
    anyFree: boolean;
    firstFree: boolean;
  }>(
    `SELECT tenant_id AS "tenantId", endpoint_id AS "endpointId", bool_or(free) AS "anyFree",
       bool_or(free AND place = 1) AS "firstFree"
     FROM (
       SELECT tenant_id, endpoint_id, ${free} AS free,
         row_number() OVER (PARTITION BY tenant_id, endpoint_id ORDER BY next_attempt_at, id) AS place
       FROM webhook_deliveries WHERE ${due}) AS found
     WHERE place <= $1 GROUP BY tenant_id, endpoint_id`,
    [maxPerEndpoint],
  );
  if (found.length === 0) return [];
  return trx.query<DueEndpoint>(
    `SELECT e.tenant_id AS "tenantId", e.id, e.mode, e.failing_since IS NOT NULL AS failing,
       CASE WHEN e.failing_since IS NULL THEN found.any_free ELSE found.first_free END AS "canLease"
     FROM unnest($1::bigint[], $2::text[], $3::boolean[], $4::boolean[]) AS found (tenant_id, id, any_free, first_free)
       JOIN webhook_endpoints e ON e.tenant_id = found.tenant_id AND e.id = found.id AND e.status = 'enabled'`,
    [
      found.map(({ tenantId }) => tenantId),
      found.map(({ endpointId }) => endpointId),
      found.map(({ anyFree }) => anyFree),
      found.map(({ firstFree }) => firstFree),
    ],
  );
}

/** How many attempts may be in flight, in all processes together. */
export type DeliveryLimits = {
  readonly maxPerEndpoint: number;
  /** In each mode. At most a quarter of them goes to failing endpoints. */
  readonly maxPerTenant: number;
};

/**
 * Leases due deliveries of one tenant, at most `limit`. It considers only the `maxPerEndpoint` earliest deliveries of each endpoint
 * (of a failing endpoint, only the earliest) and leases those of them that nobody holds. So the limits hold for all processes
 * together. In the same way a tenant has at most `maxPerTenant` leases in each mode, at most a quarter of them for failing endpoints:
 * receivers and name servers that hang can't take all places, however many endpoints a tenant has. The failing endpoints whose
 * turn it is change at random every second, so none waits forever behind others that hang. All processes choose the same ones, so
 * processes that lease at the same time don't take a quarter each.
 */
export function leaseOfTenant(
  trx: Transaction,
  tenantId: number,
  endpoints: readonly DueEndpoint[],
  limit: number,
  { maxPerEndpoint, maxPerTenant }: DeliveryLimits,
): Promise<Lease[]> {
  return trx.query<Lease>(
    `WITH earliest AS (
       SELECT row.id, row.place, row.next_attempt_at,
         row_number() OVER (PARTITION BY e.mode ORDER BY row.place, row.next_attempt_at, row.id) AS of_tenant,
         e.failing, row_number() OVER (
           PARTITION BY e.mode, e.failing
           ORDER BY row.is_held DESC, hashtextextended(e.id, floor(extract(epoch FROM now()))::bigint), e.id) AS of_kind
       FROM unnest($2::text[], $3::text[], $4::boolean[]) AS e (id, mode, failing)
       CROSS JOIN LATERAL (
         SELECT d.id, d.next_attempt_at, COALESCE(d.lease_until > statement_timestamp(), false) AS is_held,
           row_number() OVER (ORDER BY d.next_attempt_at, d.id) AS place
         FROM webhook_deliveries d
         WHERE d.tenant_id = $1 AND d.endpoint_id = e.id AND d.status = 'pending' AND d.kind = 'http'
           AND d.clock_id IS NULL AND d.next_attempt_at <= statement_timestamp()
         ORDER BY d.next_attempt_at, d.id LIMIT CASE WHEN e.failing THEN 1 ELSE $5::integer END) row
     ), free AS (
       SELECT d.id FROM earliest JOIN webhook_deliveries d ON d.tenant_id = $1 AND d.id = earliest.id
       WHERE d.status = 'pending' AND (d.lease_until IS NULL OR d.lease_until <= statement_timestamp())
         AND earliest.of_tenant <= $6::integer AND (NOT earliest.failing OR earliest.of_kind <= ($6::integer + 3) / 4)
       ORDER BY earliest.place, earliest.next_attempt_at LIMIT $7
       FOR UPDATE OF d SKIP LOCKED
     )
     UPDATE webhook_deliveries d
     SET lease_until = statement_timestamp() + make_interval(secs => $8), lease_fence = d.lease_fence + 1
     FROM free WHERE d.tenant_id = $1 AND d.id = free.id
     RETURNING d.tenant_id AS "tenantId", d.mode, d.id, d.endpoint_id AS "endpointId", d.lease_fence AS fence`,
    [
      tenantId,
      endpoints.map(({ id }) => id),
      endpoints.map(({ mode }) => mode),
      endpoints.map(({ failing }) => failing),
      maxPerEndpoint,
      maxPerTenant,
      limit,
      leaseSeconds,
    ],
  );
}

const ofLeases = "unnest($2::text[], $3::bigint[]) AS held (id, fence)";
const columnsOf = (leases: readonly Lease[]): [string[], number[]] => [
  leases.map(({ id }) => id),
  leases.map(({ fence }) => fence),
];

/** The result of renewing leases. A lease in neither set is still held, but wasn't renewed. */
export type Renewal = { readonly renewed: Set<Lease>; readonly lost: Set<Lease> };

/**
 * Renews leases. A locked row is skipped, not waited for, because waiting for several rows can deadlock: its lease is still held but
 * not renewed.
 */
export async function renewLeases(trx: Transaction, leases: readonly Lease[]): Promise<Renewal> {
  const found = await inEachTenant(leases, (tenantId, own) =>
    trx.query<{ id: string; fence: number; renewed: boolean }>(
      `WITH held AS (
         SELECT d.id, held.fence FROM webhook_deliveries d JOIN ${ofLeases} ON d.id = held.id AND d.lease_fence = held.fence
         WHERE d.tenant_id = $1 AND d.lease_until IS NOT NULL
       ), renewable AS (
         SELECT d.id FROM webhook_deliveries d JOIN held ON d.id = held.id AND d.lease_fence = held.fence
         WHERE d.tenant_id = $1 FOR UPDATE OF d SKIP LOCKED
       ), renewed AS (
         UPDATE webhook_deliveries d SET lease_until = statement_timestamp() + make_interval(secs => $4)
         FROM renewable r WHERE d.tenant_id = $1 AND d.id = r.id RETURNING d.id
       )
       SELECT held.id, held.fence, renewed.id IS NOT NULL AS renewed FROM held LEFT JOIN renewed ON renewed.id = held.id`,
      [tenantId, ...columnsOf(own), leaseSeconds],
    ),
  );
  const states = new Map(found.map(({ id, fence, renewed }) => [`${id} ${fence}`, renewed]));
  const stateOf = ({ id, fence }: Lease): boolean | undefined => states.get(`${id} ${fence}`);
  return {
    renewed: new Set(leases.filter((lease) => stateOf(lease) === true)),
    lost: new Set(leases.filter((lease) => stateOf(lease) === undefined)),
  };
}

/**
 * Releases unused leases, so that another process can take them at once. Locked rows are skipped, because waiting for several rows can
 * deadlock; their leases expire.
 */
export async function releaseLeases(trx: Transaction, leases: readonly Lease[]): Promise<void> {
  await inEachTenant(leases, async (tenantId, own) => {
    await trx.run(
      `WITH free AS (
         SELECT d.id FROM webhook_deliveries d JOIN ${ofLeases} ON d.id = held.id AND d.lease_fence = held.fence
         WHERE d.tenant_id = $1 FOR UPDATE OF d SKIP LOCKED
       )
       UPDATE webhook_deliveries d SET lease_until = NULL FROM free WHERE d.tenant_id = $1 AND d.id = free.id`,
      [tenantId, ...columnsOf(own)],
    );
    return [];
  });
}

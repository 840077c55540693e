import type { Database } from "../../../database/database.ts";
import type { Lease } from "../queries.ts";
import { type DeliveryLimits, findDueEndpoints, findDueEndpointsOnCitus, leaseOfTenant } from "./queries.ts";

export type Leased = {
  readonly leases: readonly Lease[];
  /** Some tenant was given all that it could have, so more of its deliveries may be due. */
  readonly more: boolean;
};

/**
 * Leases due deliveries of all tenants, at most `limit`, in equal shares: a tenant with many doesn't keep others waiting.
 * Deliveries to an endpoint that isn't enabled are passed over.
 */
export async function leaseDue(database: Database, limit: number, limits: DeliveryLimits): Promise<Leased> {
  const distribution = await database.distribution();
  const endpoints = await database.inWorker((trx) =>
    distribution === "citus"
      ? findDueEndpointsOnCitus(trx)
      : trx.commitWith(findDueEndpoints(trx, limits.maxPerEndpoint)),
  );
  const tenants = [...Map.groupBy(endpoints, ({ tenantId }) => tenantId)].filter(([, own]) =>
    own.some(({ canLease }) => canLease),
  );
  if (tenants.length === 0) return { leases: [], more: false };
  const shares = shareOut(limit, tenants.length);
  const leased = await database.inWorker((trx) =>
    trx.commitWith(
      Promise.all(
        tenants.map(([tenantId, own], index) => {
          const share = shares[index] ?? 0;
          return share === 0 ? [] : leaseOfTenant(trx, tenantId, own, share, limits);
        }),
      ),
    ),
  );
  const leases = leased.flat();
  // Tenants without a share in this round are served in the next one.
  return { leases, more: leases.length > 0 && leased.some((own, index) => own.length === shares[index]) };
}

/** Equal parts of a whole number. Chance decides which parts are one larger. */
function shareOut(whole: number, parts: number): number[] {
  const share = Math.floor(whole / parts);
  const rest = whole % parts;
  const first = Math.floor(Math.random() * parts);
  return Array.from({ length: parts }, (_, index) => share + Number((index + parts - first) % parts < rest));
}

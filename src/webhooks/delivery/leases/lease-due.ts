import type { Distribution } from "../../../database/distribution.ts";
import type { Transaction } from "../../../database/transaction.ts";
import type { Lease } from "../queries.ts";
import { type DeliveryLimits, findDueEndpoints, leaseOfTenant } from "./queries.ts";

export type Leased = {
  readonly leases: readonly Lease[];
  /** Some tenant has got all that it could have, so more of it may be due. */
  readonly more: boolean;
};

/**
 * Leases due deliveries of all tenants, at most `limit`, in equal parts: a tenant with many doesn't keep others waiting.
 * Deliveries to an endpoint that isn't enabled are passed over.
 */
export async function leaseDue(
  trx: Transaction,
  limit: number,
  limits: DeliveryLimits,
  distribution: Distribution,
): Promise<Leased> {
  const endpoints = await findDueEndpoints(trx, distribution);
  const tenants = [...Map.groupBy(endpoints, ({ tenantId }) => tenantId)];
  const shares = shareOut(limit, tenants.length);
  const leased = await Promise.all(
    tenants.map(([tenantId, own], index) => leaseShare(trx, tenantId, own, shares[index] ?? 0, limits)),
  );
  return {
    leases: leased.flat(),
    more: leased.some((leases, index) => leases.length > 0 && leases.length === shares[index]),
  };
}

function leaseShare(
  trx: Transaction,
  tenantId: number,
  endpoints: Parameters<typeof leaseOfTenant>[2],
  share: number,
  limits: DeliveryLimits,
): Promise<Lease[]> {
  return share === 0 ? Promise.resolve([]) : leaseOfTenant(trx, tenantId, endpoints, share, limits);
}

/** Equal parts of a whole number. Who gets one more is left to chance, so that everybody does at some time. */
function shareOut(whole: number, parts: number): number[] {
  const share = Math.floor(whole / parts);
  const rest = whole % parts;
  const first = Math.floor(Math.random() * parts);
  return Array.from({ length: parts }, (_, index) => share + Number((index + parts - first) % parts < rest));
}

import type { Database } from "../database/database.ts";
import type { ClockDeps } from "./deps.ts";
import { type ClockLease, renewLease } from "./queries.ts";

/** A third of the lease's duration: two renewals can fail before it expires. */
const everyMs = 6_000;

/** Renews a lease every 6 seconds until stopped. If the lease is lost, the next step changes nothing and reports it. */
export function startLeaseRenewal(
  deps: Pick<ClockDeps, "log"> & { readonly database: Database },
  lease: ClockLease,
): { stop(): void } {
  const timer = setInterval(() => {
    deps.database
      .inTenant(lease, (trx) => renewLease(trx, lease))
      .catch((error) => deps.log.warn({ err: error, clock: lease.id }, "a clock's lease was not renewed"));
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}

import type { Database } from "../database/database.ts";
import type { ClockDeps } from "./deps.ts";
import { type ClockLease, renewLease } from "./queries.ts";

/** A third of how long a lease lasts: two renewals can fail before it runs out. */
const everyMs = 6_000;

/** Renews a lease from time to time, until stopped. Who loses it notices at the next step, which changes nothing then. */
export function keepLease(
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

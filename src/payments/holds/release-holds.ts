import type { Lease } from "../../database/leases.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { compareAccount, type MayGoOn } from "../compare/compare-account.ts";
import { keepTaken } from "../compare/keep-taken.ts";
import { leaseMsFor, type PaymentDeps } from "../deps.ts";
import { holdLeases, postponeHold, releaseHold } from "../queries/holds.ts";

const batchSize = 20;

/**
 * Compares the accounts at which movements are held with their PSPs' lists, and has movements begin again where that is done.
 * Returns whether there may be more. A PSP that can't be asked keeps only its own accounts waiting.
 */
export async function releaseHolds(deps: PaymentDeps, mayGoOn: () => boolean): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const leased = await deps.database.inWorker((trx) => holdLeases.takeDue(trx, batchSize, leaseMs));
  if (leased.length > 0) crashPoint("hold:leased");
  await Promise.all(
    leased.map((lease) => {
      const renew = () => deps.database.inScope(lease, (trx) => holdLeases.renew(trx, lease, leaseMs));
      const isKept = keepTaken(deps.clock, leaseMs, renew);
      return compareHeld(deps, lease, () => mayGoOn() && isKept());
    }),
  );
  return leased.length === batchSize;
}

async function compareHeld(deps: PaymentDeps, lease: Lease, mayGoOn: MayGoOn): Promise<void> {
  const isDone = await isCompared(deps, lease, mayGoOn);
  crashPoint("hold:compared");
  const isReleased = await deps.database.inScope(lease, async (trx) => {
    if (isDone) return releaseHold(trx, lease);
    await postponeHold(trx, lease);
    return false;
  });
  crashPoint("hold:released");
  if (isReleased) deps.log.info({ account: lease.id }, "compared; captures, voids and refunds begin again");
}

async function isCompared(deps: PaymentDeps, lease: Lease, mayGoOn: MayGoOn): Promise<boolean> {
  const route = deps.connectors.routeTo(lease, lease.id);
  // The tenant has given the account up: nobody can be asked, and nothing can be moved there.
  if (!route) return true;
  try {
    const isDone = await compareAccount(deps, route, mayGoOn);
    crashPoint("compare:account-compared");
    return isDone;
  } catch (error) {
    deps.log.error(
      { err: error, account: lease.id },
      "a held account could not be compared; it will be tried again",
    );
    return false;
  }
}

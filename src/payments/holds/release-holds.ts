import { LeasedRounds } from "../../database/leased-rounds.ts";
import type { Lease } from "../../database/leases.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { compareAccount, type ShouldContinue } from "../compare/compare-account.ts";
import { keepLease } from "../compare/keep-lease.ts";
import { leaseMsFor, type PaymentDeps } from "../deps.ts";
import { holdLeases, postponeHold, releaseHold } from "../queries/holds.ts";

/** A process compares up to 20 accounts at once. Rounds don't wait for them, because an account may have a long list. */
const paced = { atOnce: 20, patienceMs: 0 };

export type HoldRelease = {
  /** Starts to compare the accounts that are due. Returns whether there may be more, without waiting for the comparisons. */
  round(): Promise<boolean>;
  /** Resolves when all started comparisons have ended. */
  finish(): Promise<void>;
};

/**
 * Compares the held accounts with their PSPs' lists, and releases the hold of each account that has been compared completely. An
 * account with a long list, or a PSP that doesn't answer, doesn't delay other accounts.
 *
 * @param shouldContinue called before each page and each charge; the comparisons stop once it returns false
 */
export function makeHoldRelease(deps: PaymentDeps, shouldContinue: () => boolean): HoldRelease {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const rounds = new LeasedRounds(paced);
  const begin = (lease: Lease): Promise<void> => {
    crashPoint("hold:leased");
    const renew = () => deps.database.inTenant(lease, (trx) => holdLeases.renew(trx, lease, leaseMs));
    const isKept = keepLease(deps.clock, leaseMs, renew);
    return compareHeld(deps, lease, () => shouldContinue() && isKept()).catch((error) =>
      logFailure(deps, lease, error),
    );
  };
  const take = (limit: number, leaveOut: readonly number[]) =>
    deps.database.inWorker((trx) => holdLeases.takeDue(trx, limit, leaseMs, leaveOut));
  return { round: () => rounds.round(take, begin), finish: () => rounds.finish() };
}

/** Runs one round, and waits for its comparisons. */
export async function releaseHolds(deps: PaymentDeps, shouldContinue: () => boolean): Promise<void> {
  const holds = makeHoldRelease(deps, shouldContinue);
  await holds.round();
  crashPoint("hold:leased");
  await holds.finish();
}

async function compareHeld(deps: PaymentDeps, lease: Lease, shouldContinue: ShouldContinue): Promise<void> {
  const isDone = await isCompared(deps, lease, shouldContinue);
  crashPoint("hold:compared");
  const isReleased = await deps.database.inTenant(lease, async (trx) => {
    if (isDone) return releaseHold(trx, lease);
    await postponeHold(trx, lease);
    return false;
  });
  crashPoint("hold:released");
  if (isReleased) deps.log.info({ account: lease.id }, "compared; captures, voids and refunds begin again");
}

async function isCompared(deps: PaymentDeps, lease: Lease, shouldContinue: ShouldContinue): Promise<boolean> {
  const route = await deps.connectors.routeForAccount(lease, lease.id);
  // The tenant no longer has the account: its PSP can't be asked, and no money can be moved there.
  if (!route) return true;
  try {
    const isDone = await compareAccount(deps, route, shouldContinue);
    crashPoint("compare:account-compared");
    return isDone;
  } catch (error) {
    logFailure(deps, lease, error);
    return false;
  }
}

const logFailure = (deps: PaymentDeps, { id }: Lease, error: unknown): void =>
  deps.log.error({ err: error, account: id }, "a held account could not be compared; it will be tried again");

import { LeasedRounds } from "../../database/leased-rounds.ts";
import type { Lease } from "../../database/leases.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { compareAccount, type MayGoOn } from "../compare/compare-account.ts";
import { keepTaken } from "../compare/keep-taken.ts";
import { leaseMsFor, type PaymentDeps } from "../deps.ts";
import { holdLeases, postponeHold, releaseHold } from "../queries/holds.ts";

/** How many accounts a process compares at once. It waits for none of them: an account may have a long list. */
const paced = { atOnce: 20, patienceMs: 0 };

/** Where the held accounts are that are due, for the look for due work. */
export const dueHolds = holdLeases.dueRows;

export type HoldRelease = {
  /** Begins with the accounts that are due, and says whether there may be more. Waits for no comparison. */
  round(): Promise<boolean>;
  /** Resolves when everything that was begun has ended. */
  finish(): Promise<void>;
};

/**
 * Compares the accounts at which movements are held with their PSPs' lists, and has movements begin again where that is done. An
 * account with a long list, and a PSP that can't be asked, keep no other account waiting.
 *
 * @param mayGoOn asked before each page and each charge; the comparisons end where it says no
 */
export function makeHoldRelease(deps: PaymentDeps, mayGoOn: () => boolean): HoldRelease {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const rounds = new LeasedRounds(paced);
  const begin = (lease: Lease): Promise<void> => {
    crashPoint("hold:leased");
    const renew = () => deps.database.inTenant(lease, (trx) => holdLeases.renew(trx, lease, leaseMs));
    const isKept = keepTaken(deps.clock, leaseMs, renew);
    return compareHeld(deps, lease, () => mayGoOn() && isKept()).catch((error) =>
      logFailure(deps, lease, error),
    );
  };
  const take = (limit: number, leaveOut: readonly number[]) =>
    deps.database.inWorker((trx) => holdLeases.takeDue(trx, limit, leaseMs, leaveOut));
  return { round: () => rounds.round(take, begin), finish: () => rounds.finish() };
}

/** One round, and what it began. */
export async function releaseHolds(deps: PaymentDeps, mayGoOn: () => boolean): Promise<void> {
  const holds = makeHoldRelease(deps, mayGoOn);
  await holds.round();
  crashPoint("hold:leased");
  await holds.finish();
}

async function compareHeld(deps: PaymentDeps, lease: Lease, mayGoOn: MayGoOn): Promise<void> {
  const isDone = await isCompared(deps, lease, mayGoOn);
  crashPoint("hold:compared");
  const isReleased = await deps.database.inTenant(lease, async (trx) => {
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
    logFailure(deps, lease, error);
    return false;
  }
}

const logFailure = (deps: PaymentDeps, { id }: Lease, error: unknown): void =>
  deps.log.error({ err: error, account: id }, "a held account could not be compared; it will be tried again");

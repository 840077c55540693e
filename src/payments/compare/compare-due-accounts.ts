import { patientRounds } from "../../database/leased-rounds.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { leaseMsFor, type PaymentDeps } from "../deps.ts";
import { type DueAccount, renewDueAccount, settleDueAccount, takeDueAccounts } from "../queries/compared.ts";
import { compareAccount } from "./compare-account.ts";
import { keepLease } from "./keep-lease.ts";

/**
 * Compares the accounts whose PSP has notified Kassa of an unknown movement: one made at the PSP's dashboard, or one that a
 * restored backup has lost. Returns whether there may be more. An account is leased; if it can't be read, or has no connector at
 * the moment, it is due again when the lease ends.
 *
 * @param shouldContinue called before each page and each charge; the comparison stops once it returns false
 */
export function compareDueAccounts(
  deps: PaymentDeps,
  shouldContinue: () => boolean = () => true,
  rounds = patientRounds(),
): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) => deps.database.inWorker((trx) => takeDueAccounts(trx, limit, leaseMs, leaveOut)),
    (account) => {
      crashPoint("compare-due:taken");
      return compareDue(deps, account, leaseMs, shouldContinue).catch((error) =>
        deps.log.error({ err: error, account: account.connectorAccount }, "an account could not be compared"),
      );
    },
  );
}

/** Without a list nothing can be learned, so a person has to look. */
async function giveUp(deps: PaymentDeps, due: DueAccount): Promise<void> {
  deps.log.warn(
    { account: due.connectorAccount },
    "a PSP has reported a movement that Kassa doesn't know, and has no list to read it from; compare it by hand",
  );
  await deps.database.inTenant(due, (trx) => settleDueAccount(trx, due));
}

async function compareDue(
  deps: PaymentDeps,
  due: DueAccount,
  leaseMs: number,
  shouldContinue: () => boolean,
): Promise<void> {
  const route = await deps.connectors.routeForAccount(due, due.connectorAccount);
  if (!route) return;
  if (!route.connector.listCharges) return giveUp(deps, due);
  let taken = due;
  const isKept = keepLease(deps.clock, leaseMs, async () => {
    taken = await deps.database.inTenant(due, (trx) => renewDueAccount(trx, taken, leaseMs));
    crashPoint("compare-due:taken");
    // True even if a new notification has made the account due again: the work done so far needn't be repeated.
    return true;
  });
  const isDone = await compareAccount(deps, route, () => shouldContinue() && isKept());
  crashPoint("compare-due:compared");
  if (isDone) await deps.database.inTenant(due, (trx) => settleDueAccount(trx, taken));
  crashPoint("compare-due:settled");
}

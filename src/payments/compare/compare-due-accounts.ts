import { patientRounds } from "../../database/leased-rounds.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { leaseMsFor, type PaymentDeps } from "../deps.ts";
import { type DueAccount, renewDueAccount, settleDueAccount, takeDueAccounts } from "../queries/compared.ts";
import { compareAccount } from "./compare-account.ts";
import { keepTaken } from "./keep-taken.ts";

export { dueAccounts } from "../queries/compared.ts";

/**
 * Compares the accounts whose PSP has notified Kassa of an unknown movement: one made at the PSP's dashboard, or one that a
 * restored backup has lost. Returns whether there may be more. An account is leased; if it can't be read, or has no connector at
 * the moment, it is due again when the lease ends.
 *
 * @param mayGoOn asked before each page and each charge; the comparison ends where it says no
 */
export function compareDueAccounts(
  deps: PaymentDeps,
  mayGoOn: () => boolean = () => true,
  rounds = patientRounds(),
): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) => deps.database.inWorker((trx) => takeDueAccounts(trx, limit, leaseMs, leaveOut)),
    (account) => {
      crashPoint("compare-due:taken");
      return compareDue(deps, account, leaseMs, mayGoOn).catch((error) =>
        deps.log.error({ err: error, account: account.connectorAccount }, "an account could not be compared"),
      );
    },
  );
}

async function compareDue(
  deps: PaymentDeps,
  due: DueAccount,
  leaseMs: number,
  mayGoOn: () => boolean,
): Promise<void> {
  const route = deps.connectors.routeTo(due, due.connectorAccount);
  if (!route) return;
  let taken = due;
  const isKept = keepTaken(deps.clock, leaseMs, async () => {
    taken = await deps.database.inTenant(due, (trx) => renewDueAccount(trx, taken, leaseMs));
    crashPoint("compare-due:taken");
    // Also when there is another reason to compare by now: what is done needn't be done again.
    return true;
  });
  const isDone = await compareAccount(deps, route, () => mayGoOn() && isKept());
  crashPoint("compare-due:compared");
  if (isDone) await deps.database.inTenant(due, (trx) => settleDueAccount(trx, taken));
  crashPoint("compare-due:settled");
}

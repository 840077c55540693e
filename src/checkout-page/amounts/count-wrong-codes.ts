import { retryConflict } from "../../database/conflict.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { countSubmit } from "../../payments/declines/decline-limits.ts";
import type { DeclineSubject } from "../../payments/declines/submits-in-flight.ts";
import type { AmountChanged } from "../../sessions/amounts/change-amount.ts";
import { networkOf } from "../../tenants/networks.ts";
import type { PageDeps } from "../deps.ts";

/** Wrong codes of an address within ten minutes: after how many the next ones are delayed, and the maximum. */
const thresholds = { slowAfter: 20, most: 60 } as const;

/** What the wrong codes of an address are counted under, for each tenant and mode separately. */
function wrongCodeSubject(
  { keyring }: Pick<PageDeps, "keyring">,
  { tenantId, mode }: TenantScope,
  address: string,
): DeclineSubject {
  const subject = `${mode} ${tenantId} wrong codes ${networkOf(address)}`;
  return { kind: "address", digest: keyring.digest("decline-limits", subject), ...thresholds };
}

/**
 * Carries out a change with a promotion code, and counts the code for the customer's address if it is wrong. A session takes only a few
 * wrong codes, but anybody with a payment link can start many sessions.
 *
 * @param change told whether the address may try a code now
 */
export async function countWrongCode(
  deps: PageDeps,
  scope: TenantScope,
  address: string,
  change: (trx: TenantTransaction, mayTryCode: boolean) => Promise<AmountChanged>,
): Promise<AmountChanged> {
  const entered = await deps.declineLimits.enter(scope, [wrongCodeSubject(deps, scope, address)]);
  if (entered.kind === "refused")
    return retryConflict(() => deps.database.inTenant(scope, (trx) => change(trx, false)));
  const { submit } = entered;
  try {
    submit.outcomeKnown();
    return await retryConflict(() =>
      deps.database.inTenant(scope, async (trx) => {
        const changed = await change(trx, true);
        if (changed.fault === "code_unknown") countSubmit(trx, submit);
        return changed;
      }),
    );
  } finally {
    submit.end();
  }
}

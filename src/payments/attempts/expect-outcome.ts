import type { TenantScope } from "../../database/transaction.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import { checkWithin } from "../queries/attempts.ts";

/**
 * Commits that the PSP is about to be asked something whose answer changes an attempt. Should this process end before it
 * has written the answer down, the reconcile job asks as soon as nobody can be waiting for it any more, rather than when
 * the consumer's time at their bank is up.
 */
export function expectOutcome(deps: PaymentDeps, scope: TenantScope, attemptId: string): Promise<void> {
  const withinMs = deps.pspTimeoutMs + callMarginMs;
  return deps.database.inTenant(scope, (trx) => checkWithin(trx, attemptId, withinMs));
}

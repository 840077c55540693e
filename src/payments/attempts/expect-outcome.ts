import type { Scope } from "../../database/transaction.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import { checkWithin } from "../queries/attempts.ts";

/**
 * Commits that the PSP is about to be asked something whose answer changes an attempt. Should this process end before it
 * has written the answer down, the reconcile job asks as soon as nobody can be waiting for it any more, rather than when
 * the consumer's time at their bank is up.
 */
export function expectOutcome(deps: PaymentDeps, scope: Scope, attemptId: string): Promise<void> {
  const withinMs = deps.pspTimeoutMs + callMarginMs;
  return deps.database.inScope(scope, (trx) => checkWithin(trx, attemptId, withinMs));
}

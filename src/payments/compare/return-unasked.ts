import type { Scope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { lateFundsOf } from "../../settings/read-settings.ts";
import type { PaymentDeps } from "../deps.ts";
import { returnAfterDispute } from "../late-money-return.ts";
import { lockPayment } from "../movements/begin-movement.ts";
import { carryOut } from "../movements/move-money.ts";
import { surplusOf } from "../payment.ts";
import { getAttempt } from "../queries/attempts.ts";
import type { Listed } from "./deps.ts";

/**
 * Sends back what a charge brought that nobody waited for, once all is known that the PSP lists of it: what of that had
 * gone back already isn't sent twice.
 */
export async function returnUnasked(deps: PaymentDeps, { route, charge }: Listed): Promise<void> {
  const scope: Scope = route.account;
  const begun = await deps.database.inScope(scope, async (trx) => {
    const attempt = await getAttempt(trx, scope, charge.idempotencyKey);
    if (attempt?.status !== "late" && attempt?.amountReceived == null) return undefined;
    const locked = await lockPayment(trx, scope, attempt.paymentId);
    if (!locked || (attempt.status !== "late" && surplusOf(attempt, locked.payment) === 0)) return undefined;
    if ((await lateFundsOf(trx, scope)) === "keep") return undefined;
    return returnAfterDispute(deps, trx, scope, { paymentId: attempt.paymentId, attemptId: attempt.id });
  });
  crashPoint("compare:return-recorded");
  if (begun) await carryOut(deps, scope, begun);
}

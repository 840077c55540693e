import { retryConflict } from "../../database/conflict.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { problem } from "../../kernel/problem.ts";
import { failed, success } from "../../kernel/result.ts";
import type { PaymentDeps } from "../deps.ts";
import { moveMoney } from "../movements/move-money.ts";
import { findRefusedRelease, findRefusedReleases, type LateAttempt } from "../queries/late.ts";

const batchSize = 20;

/**
 * Retries the release of late authorizations that the PSP has refused to release: an hour after the refusal, then after twice
 * the wait each time, at most a day. Returns whether there may be more.
 */
export async function releaseLateAuthorizations(deps: PaymentDeps): Promise<boolean> {
  const refused = await deps.database.inWorker((trx) => findRefusedReleases(trx, batchSize));
  if (refused.length > 0) crashPoint("release:due");
  const begun = await Promise.all(
    refused.map((late) =>
      retryConflict(() => retryRelease(deps, late, late)).catch((error) => {
        deps.log.error({ err: error, attempt: late.attemptId }, "a late authorization could not be released");
        return false;
      }),
    ),
  );
  return refused.length === batchSize && begun.includes(true);
}

/** False when it can't be released now: another process was faster, or movements are held. */
async function retryRelease(deps: PaymentDeps, scope: TenantScope, late: LateAttempt): Promise<boolean> {
  const { attemptId } = late;
  const moved = await moveMoney(deps, scope, late.paymentId, {
    kind: "void",
    asked: {},
    plan: async (trx, { payment: { metadata } }) => {
      const refused = await findRefusedRelease(trx, late);
      if (!refused) return failed(problem("payment_not_voidable", "No refused release is left."));
      const { amount } = refused;
      return success({ kind: "void", attemptId, amount, final: false, late: true, reason: null, metadata });
    },
    claim: undefined,
  });
  crashPoint("release:begun");
  return moved.ok;
}

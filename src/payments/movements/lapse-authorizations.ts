import { retryConflict } from "../../database/conflict.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { problem } from "../../kernel/problem.ts";
import { failed } from "../../kernel/result.ts";
import type { PaymentDeps } from "../deps.ts";
import { findLapsed } from "../queries/lapsing.ts";
import { moveMoney } from "./move-money.ts";
import { planVoid } from "./void-payment.ts";

export { lapsedRows } from "../queries/lapsing.ts";

const batchSize = 20;

/**
 * Releases the authorizations whose time is up, and says whether there may be more. The PSP is told to, under a key of
 * its own: what it has released by itself meanwhile counts as released. Until it has said so nothing changes. Where none could
 * be begun there is no more to do at once.
 */
export async function lapseDueAuthorizations(deps: PaymentDeps): Promise<boolean> {
  const due = await deps.database.inWorker((trx) => findLapsed(trx, batchSize));
  if (due.length > 0) crashPoint("release:due");
  const begun = await Promise.all(
    due.map((payment) =>
      retryConflict(() => lapseAuthorization(deps, payment, payment.id)).catch((error) => {
        deps.log.error({ err: error, payment: payment.id }, "an authorization could not be released");
        return false;
      }),
    ),
  );
  return due.length === batchSize && begun.includes(true);
}

/**
 * Releases what is left of an authorization, if its time is up by the time that the payment lives in. False when it can't be
 * released now: another movement is under way, or movements are held.
 */
export async function lapseAuthorization(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
): Promise<boolean> {
  const moved = await moveMoney(deps, scope, paymentId, {
    kind: "void",
    asked: {},
    plan: async (trx, locked) => {
      const now = trx.clock?.now ?? new Date(deps.clock.nowMs());
      const { captureBefore } = locked.payment;
      if (captureBefore !== null && captureBefore <= now) return planVoid(trx, locked, "lapsed");
      return failed(problem("payment_not_voidable", "The authorization's time isn't up."));
    },
    claim: undefined,
  });
  crashPoint("release:begun");
  return moved.ok;
}

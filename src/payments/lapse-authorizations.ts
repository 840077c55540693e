import type { Scope } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { problem } from "../kernel/problem.ts";
import { failed } from "../kernel/result.ts";
import type { PaymentDeps } from "./deps.ts";
import { moveMoney } from "./movements/move-money.ts";
import { findLapsed } from "./queries/lapsing.ts";
import { planVoid } from "./void-payment.ts";

const batchSize = 20;

/**
 * Releases the authorizations whose time is up, and says whether there may be more. The PSP is told to, under a key of
 * its own: what it has released by itself meanwhile counts as released. Until it has said so nothing changes.
 */
export async function lapseDueAuthorizations(deps: PaymentDeps): Promise<boolean> {
  const due = await deps.database.inWorker((trx) => findLapsed(trx, batchSize));
  if (due.length > 0) crashPoint("lapse:due");
  await Promise.all(
    due.map((payment) =>
      lapseAuthorization(deps, payment, payment.id).catch((error) =>
        deps.log.error({ err: error, payment: payment.id }, "an authorization could not be released"),
      ),
    ),
  );
  return due.length === batchSize;
}

/** Releases what is left of an authorization, if its time is up by the time that the payment lives in. */
export async function lapseAuthorization(deps: PaymentDeps, scope: Scope, paymentId: string): Promise<void> {
  await moveMoney(deps, scope, paymentId, {
    kind: "void",
    plan: async (trx, locked) => {
      const now = trx.clock?.now ?? new Date(deps.clock.nowMs());
      const { captureBefore } = locked.payment;
      if (captureBefore !== null && captureBefore <= now) return planVoid(trx, scope, locked, "lapsed");
      return failed(problem("payment_not_voidable", "The authorization's time isn't up."));
    },
    claim: undefined,
  });
}

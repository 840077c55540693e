import { retryConflict } from "../../database/conflict.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { findLapsed } from "../queries/lapsing.ts";
import { moveMoney } from "./move-money.ts";

const batchSize = 20;

/**
 * Releases the authorizations whose capture deadline has passed. The PSP is called to void each under a key of its own, and
 * nothing changes before it answers; an authorization that has lapsed at the PSP by itself counts as released. Returns whether
 * there may be more; false as well if none of a batch could be begun.
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
 * Releases what is left of an authorization if its deadline has passed by the payment's clock. False when it can't be released
 * now: another movement is in progress, or movements are held.
 */
export async function lapseAuthorization(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
): Promise<boolean> {
  const moved = await moveMoney(deps, scope, paymentId, { kind: "void", reason: "lapsed" });
  crashPoint("release:begun");
  return moved.ok;
}

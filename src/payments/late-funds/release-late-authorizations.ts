import { retryConflict } from "../../database/conflict.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { areMovementsHeld, type Begun, lockPayment } from "../movements/begin-movement.ts";
import { carryOut } from "../movements/move-money.ts";
import { findRefusedRelease, findRefusedReleases, type LateAttempt } from "../queries/late.ts";
import { recordReturn } from "./return-late-funds.ts";

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

/** False if it can't be released now: another process was faster, or movements are held. */
async function retryRelease(deps: PaymentDeps, scope: TenantScope, late: LateAttempt): Promise<boolean> {
  const begun = await deps.database.inTenant(scope, (trx) => recordRelease(deps, trx, late));
  crashPoint("move-money:intent-committed");
  if (!begun) return false;
  await carryOut(deps, scope, begun);
  crashPoint("release:begun");
  return true;
}

async function recordRelease(
  deps: PaymentDeps,
  trx: TenantTransaction,
  late: LateAttempt,
): Promise<Begun | undefined> {
  const locked = await lockPayment(trx, late.paymentId);
  if (!locked || (await areMovementsHeld(deps, trx, locked.attempts))) return undefined;
  const refused = await findRefusedRelease(trx, late);
  if (!refused) return undefined;
  return recordReturn(deps, trx, locked, { attemptId: late.attemptId, amount: refused.amount, kind: "void" });
}

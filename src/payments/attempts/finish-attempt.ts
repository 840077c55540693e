import type { AuthorizeOutcome, ChargeRef } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { areMovementsHeld, lockPayment } from "../movements/begin-movement.ts";
import { callOffKey } from "../movements/psp-keys.ts";
import type { Attempt } from "../payment.ts";
import { recordFinish, setFinishRefused } from "../queries/finishing.ts";
import { getMovementByKey } from "../queries/movements.ts";
import { isLive } from "../state.ts";

/**
 * Makes the PSP charge what the customer has approved on its page. The intent is committed first: a call-off doesn't begin while the
 * call may be on its way, and no finish begins once the attempt is called off. The call is repeated under the same key until its
 * outcome is known, if necessary by the reconcile job, because customers close their browsers. If the PSP wants another way to pay
 * instead, it is asked again only once the customer is back or the PSP has notified.
 */
export async function finishAttempt(
  deps: PaymentDeps,
  scope: TenantScope,
  { connector }: ConnectorRoute,
  charge: ChargeRef,
  attempt: { readonly id: string; readonly paymentId: string },
): Promise<AuthorizeOutcome> {
  const refusal = await deps.database.inTenant(scope, (trx) => beginFinish(deps, trx, attempt));
  crashPoint("finish:intent-committed");
  if (refusal) return refusal;
  try {
    const finish = present(connector.hosted?.finish, "finish of a connector whose charges await it");
    const outcome = await finish(charge, { timeoutMs: deps.pspTimeoutMs });
    crashPoint("finish:psp-answered");
    if (outcome.kind === "action_required")
      await deps.database.inTenant(scope, async (trx) => setFinishRefused(trx, attempt.id));
    return outcome;
  } catch (error) {
    // A connector that throws has a bug; the PSP may still have charged.
    deps.log.error({ err: error, attempt: attempt.id, connector: connector.name }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

/** A further try would only ask the customer's bank again about the refused way to pay. */
const waitsAgain = (
  { pspReference, hostedReference, actionExpiresAt }: Attempt,
  redirectUrl: string,
): AuthorizeOutcome => ({
  kind: "action_required",
  pspReference,
  hostedReference,
  redirectUrl,
  expiresAt: actionExpiresAt?.toISOString() ?? null,
});

/** The outcome if the charge must not be finished: an attempt that is over, or is being called off, takes no money. */
async function beginFinish(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { id, paymentId }: { readonly id: string; readonly paymentId: string },
): Promise<AuthorizeOutcome | undefined> {
  const { attempts } = present(await lockPayment(trx, paymentId), "the payment of an attempt");
  const attempt = present(
    attempts.find((each) => each.id === id),
    "the attempt to finish",
  );
  if (!isLive(attempt.status))
    return { kind: "declined", pspReference: attempt.pspReference, reason: "abandoned" };
  if (attempt.finishRefused && attempt.redirectUrl !== null) return waitsAgain(attempt, attempt.redirectUrl);
  // A restored database may lack the record that the customer has paid in another way since.
  if (await areMovementsHeld(deps, trx, [attempt]))
    return { kind: "unknown", detail: "charges at the account are held after a restore" };
  const callOff = await getMovementByKey(trx, callOffKey(id));
  if (callOff && callOff.status !== "failed")
    return { kind: "unknown", detail: "the attempt is being called off" };
  recordFinish(trx, id);
  return undefined;
}

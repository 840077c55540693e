import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { decideAndWrite } from "../attempts/write-decision.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt, LockedPayment, Payment } from "../payment.ts";
import { checkSoon } from "../queries/attempts.ts";
import { countCallOff } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { amountCapturable, isLive } from "../state.ts";
import { commitEffects } from "./commit-effects.ts";
import type { Movement, MovementResult } from "./movement.ts";
import { effectsOfStep } from "./state.ts";

type Executed = {
  readonly locked: LockedPayment;
  readonly movement: Movement;
  readonly outcome: MovementResult;
};

type Settled = { readonly movement: Movement; readonly payment: Payment };

/**
 * Applies the PSP's answer to a call-off. If the attempt still waits, it is declined in the same transaction, so that no older
 * answer can approve it in between. If the attempt was approved meanwhile, the call-off has released its authorization: the
 * uncaptured rest is booked as released, and `payment.voided` is sent. If the PSP refused the call-off, the customer was faster,
 * and the attempt is checked at the PSP at once.
 */
export async function settleCallOff(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { locked, movement, outcome }: Executed,
): Promise<Settled> {
  const attempt = present(
    locked.attempts.find(({ id }) => id === movement.attemptId),
    "the attempt of a call-off",
  );
  if (movement.status === "failed" && isLive(attempt.status)) await checkSoon(trx, attempt.id);
  if (movement.status !== "succeeded") return { movement, payment: locked.payment };
  if (isLive(attempt.status)) return decline(deps, trx, { locked, attempt, movement });
  const left = attempt.status === "approved" ? amountCapturable(locked.payment) : 0;
  // Less was released if a part was captured at the PSP without Kassa's knowledge.
  const amount = Math.min(left, outcome.kind === "succeeded" ? (outcome.released ?? left) : left);
  if (amount === 0) return { movement, payment: locked.payment };
  const counted = await countCallOff(trx, movement.id, amount);
  const effects = effectsOfStep(locked.payment, counted, "started", "succeeded");
  return {
    movement: counted,
    payment: await commitEffects(deps, trx, { movement: counted, locked, effects }),
  };
}

async function decline(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { locked, attempt, movement }: { locked: LockedPayment; attempt: Attempt; movement: Movement },
): Promise<Settled> {
  const { session, payment } = locked;
  const { pspReference } = attempt;
  const outcome = { kind: "declined", pspReference, reason: "abandoned" } as const;
  await decideAndWrite(deps, trx, { session, payment, attempt }, outcome);
  return {
    movement,
    payment: present(await getPayment(trx, payment.id), "the payment of a call-off"),
  };
}

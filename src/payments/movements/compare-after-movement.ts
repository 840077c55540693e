import type { TenantTransaction } from "../../database/transaction.ts";
import { comparePostponed } from "../compare/compare-postponed.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt } from "../payment.ts";
import { compareSoon } from "../queries/compared.ts";
import { freeKey } from "../queries/movements.ts";
import type { Movement, MovementResult } from "./movement.ts";
import { requestKeptMs } from "./movement-key.ts";
import { expectedRelease, type Releasing } from "./released.ts";
import { isUnderWay } from "./state.ts";

type Moved = {
  /** As it was before the PSP's answer. */
  readonly releasing: Releasing & { readonly attempt: Attempt };
  /** As it is now. */
  readonly movement: Movement;
  readonly outcome: MovementResult;
};

/** Has the account's list read where the PSP's answer shows that it has done something that Kassa doesn't know of. */
export async function compareAfterMovement(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { releasing, movement, outcome }: Moved,
): Promise<void> {
  const { attempt } = releasing;
  if (isDropped(movement)) await freeKey(trx, movement.id);
  // What waits for a review goes on waiting for it.
  if (!isUnderWay(movement.status) && attempt.status !== "needs_review") await comparePostponed(trx, attempt);
  if (isCapturedElsewhere(releasing, outcome)) await compareSoon(trx, attempt.connectorAccount);
  if (!isDropped(movement)) return;
  const from = new Date(deps.clock.nowMs() - requestKeptMs);
  await compareSoon(trx, attempt.connectorAccount, from);
}

/** Whether another request was done under its key. Comparing learns that one, for which the key has to be free. */
export const isDropped = ({ status, failureReason }: Movement): boolean =>
  status === "failed" && failureReason === "idempotency_key_reused";

/** Whether the PSP has captured something that Kassa doesn't know of. */
function isCapturedElsewhere(releasing: Releasing, outcome: MovementResult): boolean {
  const { kind, late } = releasing.movement;
  if (outcome.kind === "succeeded") return (outcome.released ?? Infinity) < expectedRelease(releasing);
  const takes = (kind === "void" && !late) || kind === "capture";
  return takes && outcome.kind === "refused" && outcome.reason === "already_captured";
}

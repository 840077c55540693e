import type { MovementOutcome } from "../../connectors/contract.ts";
import type { Scope, Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { Tally } from "../../kernel/tally.ts";
import type { PaymentDeps } from "../deps.ts";
import { isHeldUp } from "../late-money-left.ts";
import { returnAfterDispute } from "../late-money-return.ts";
import type { Payment } from "../payment.ts";
import { getMovement, moveMovement } from "../queries/movements.ts";
import { isReleased } from "./ask-psp.ts";
import { type LockedPayment, lockPayment } from "./begin-movement.ts";
import { movementCheckMs } from "./check-schedule.ts";
import { commitEffects } from "./commit-effects.ts";
import { effectsOfStep } from "./effects.ts";
import type { Movement } from "./movement.ts";
import { type MovementKind, movementStep } from "./state.ts";

/** What came of applying an outcome. */
export type MovementApplied = {
  readonly applied: "moved" | "no_change" | "contradiction" | "fenced_off";
  readonly movement: Movement;
  readonly payment: Payment;
};

/** Asked under the locks before anything is written: false when the caller has lost its right to write. */
export type MovementFence = (trx: Transaction) => Promise<boolean>;

/** Outcomes that changed a movement, for the operator. */
export const movementsApplied = new Tally<`${MovementKind}_${MovementOutcome["kind"]}`>();

/**
 * Commits what a PSP said of a movement: its status, the payment's amounts, the ledger's entries and the events, in one
 * transaction. The request itself, a notification and the reconcile job all end here. However often and in whatever
 * order they come, each step happens once, for the state table decides under the session's lock.
 */
export async function applyMovement(
  deps: PaymentDeps,
  scope: Scope,
  movementId: string,
  outcome: MovementOutcome,
  fence?: MovementFence,
): Promise<MovementApplied> {
  const result = await deps.database.inScope(scope, async (trx) => {
    const known = await readMovement(trx, scope, movementId);
    if (fence && !(await fence(trx))) return { applied: "fenced_off", ...known } as const;
    const decided = await decide(deps, trx, scope, known, outcome);
    crashPoint("apply-movement:before-commit");
    return decided;
  });
  crashPoint("apply-movement:committed");
  report(deps, result, outcome);
  return result;
}

type Known = LockedPayment & { readonly movement: Movement };

/** Locks are always taken in this order: session, then what belongs to it. */
async function readMovement(trx: Transaction, scope: Scope, movementId: string): Promise<Known> {
  const { paymentId } = present(await getMovement(trx, scope, movementId), "the movement of an outcome");
  const locked = present(await lockPayment(trx, scope, paymentId), "the payment of a movement");
  return { ...locked, movement: present(await getMovement(trx, scope, movementId), "the movement") };
}

async function decide(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  known: Known,
  outcome: MovementOutcome,
): Promise<MovementApplied> {
  const { status: from, kind } = known.movement;
  const to = movementStep(kind, from, outcome.kind);
  if (to === "no_change" || to === "contradiction") return { applied: to, ...known };
  const movement = await moveMovement(trx, scope, known.movement.id, {
    status: to,
    pspReference: "pspReference" in outcome ? outcome.pspReference : null,
    failureReason: outcome.kind === "refused" ? outcome.reason : null,
    checkAfterMs: movementCheckMs(kind, to, 0),
  });
  const payment = await commitEffects(deps, trx, scope, {
    movement,
    locked: known,
    effects: effectsOfStep(known.payment, movement, from, to),
    ...deadlineAfter(movement, trx.clock?.now ?? new Date(deps.clock.nowMs())),
  });
  // The dispute that held the money up may have ended meanwhile. The job carries out what is recorded here.
  if (movement.late && isHeldUp(movement)) await returnAfterDispute(deps, trx, scope, movement);
  trx.afterCommit(() => movementsApplied.add(`${kind}_${outcome.kind}`));
  return { applied: "moved", movement, payment };
}

/** A capture that finds the authorization gone has what is left of it released at the next sweep. */
function deadlineAfter(movement: Movement, now: Date): { captureBefore?: Date } {
  return movement.kind === "capture" && isReleased(movement.failureReason) ? { captureBefore: now } : {};
}

function report(deps: PaymentDeps, { applied, movement }: MovementApplied, outcome: MovementOutcome): void {
  const facts = { movement: movement.id, status: movement.status };
  if (outcome.kind === "unknown")
    deps.log.warn({ ...facts, detail: outcome.detail }, "outcome unknown; the PSP will be asked");
  if (applied === "contradiction") {
    deps.log.error(
      { ...facts, said: outcome.kind },
      "the PSP says of a movement what can't be true beside what it said before; nothing was applied",
    );
  }
  if (applied === "moved" && movement.late && movement.status === "failed") reportLate(deps, movement);
}

function reportLate(deps: PaymentDeps, movement: Movement): void {
  const facts = { movement: movement.id, reason: movement.failureReason };
  if (isHeldUp(movement))
    deps.log.warn(facts, "late money is disputed; what is left of it is returned when the dispute is over");
  else deps.log.error(facts, "late money could not be returned; it has to be sent back by hand");
}

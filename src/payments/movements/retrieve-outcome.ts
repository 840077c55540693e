import type { FindMovementOutcome } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { Lease } from "../../database/leases.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { idTimeMs } from "../../kernel/id.ts";
import { readChargeRef } from "../charge-ref.ts";
import { callMarginMs, leaseMsFor, type PaymentDeps } from "../deps.ts";
import type { Attempt, Payment } from "../payment.ts";
import { movementLeases } from "../queries/movements.ts";
import { isLive } from "../state.ts";
import { callPsp, interpretRefusal } from "./call-psp.ts";
import { type Movement, type MovementResult, mayBeDropped } from "./movement.ts";
import { isUnderWay } from "./state.ts";

/** A movement with its attempt and payment. */
export type KnownMovement = {
  readonly movement: Movement;
  readonly attempt: Attempt;
  readonly payment: Payment;
};

export type Retrieved = {
  readonly outcome: MovementResult;
  /** Whether to ask again soon: the PSP didn't answer. */
  readonly retrySoon: boolean;
};

const unanswered = (detail: string, retrySoon: boolean): Retrieved => ({
  outcome: { kind: "unknown", detail },
  retrySoon,
});

/** Retrieves a movement's outcome from the PSP. If the PSP doesn't know the movement, repeats the call where that is safe. */
export async function retrieveOutcome(
  deps: PaymentDeps,
  lease: Lease,
  known: KnownMovement,
): Promise<Retrieved> {
  const { connectorAccount } = known.attempt;
  const route = await deps.connectors.routeForAccount(lease, connectorAccount);
  if (!route) return unanswered(`no account ${connectorAccount}`, false);
  const found = await findMovement(deps, lease, route, known);
  crashPoint("reconcile-movements:psp-found");
  if (found.kind === "unknown") return unanswered(found.detail, true);
  return { outcome: await interpretFound(deps, lease, known, found), retrySoon: false };
}

async function findMovement(
  deps: PaymentDeps,
  scope: TenantScope,
  route: ConnectorRoute,
  { movement, attempt, payment }: KnownMovement,
): Promise<FindMovementOutcome> {
  const { pspKey: idempotencyKey, kind, amount, final } = movement;
  const released = kind === "void" || kind === "call_off";
  const what = released ? ({ kind: "void", amount: null } as const) : { kind, amount, final };
  const charge = await readChargeRef(deps, scope, route, { attempt, payment });
  return route.connector.findMovement({ charge, idempotencyKey, ...what }, { timeoutMs: deps.pspTimeoutMs });
}

/**
 * A call may reach the PSP after Kassa has stopped waiting for it. So a key that the PSP doesn't know is never a failure: the
 * amount could then be moved again under another key. Instead the call is repeated under the same key, and moves money once.
 */
async function interpretFound(
  deps: PaymentDeps,
  lease: Lease,
  { movement, attempt, payment }: KnownMovement,
  found: Exclude<FindMovementOutcome, { kind: "unknown" }>,
): Promise<MovementResult> {
  if (found.kind === "key_reused") return drop(movement);
  if (found.kind === "found") return interpretRefusal(movement, attempt.pspReference ?? "", found.outcome);
  const isLostCallOff = movement.kind === "call_off" && !isLive(attempt.status);
  // A call-off may wait for the end of a page that can't be closed. Then the customer paid there, and nothing is left to wait for.
  if (isLostCallOff && isUnderWay(movement.status))
    return outcomeOfLostCallOff(deps, movement, payment.clockId);
  if (!isUnderWay(movement.status) || movement.status === "pending")
    return { kind: "unknown", detail: "the PSP no longer knows the movement" };
  // The movement was made at the PSP's dashboard. A call would make a second one.
  if (movement.origin === "psp") return { kind: "unknown", detail: "the PSP can't find its own movement" };
  return repeatCall(deps, lease, { movement, attempt, payment });
}

/** Renews the lease first: it covers two calls, and a look-up of the captured total may follow this one. */
async function repeatCall(deps: PaymentDeps, lease: Lease, known: KnownMovement): Promise<MovementResult> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const isKept = await deps.database.inTenant(lease, (trx) => movementLeases.renew(trx, lease, leaseMs));
  crashPoint("reconcile-movements:leased");
  return isKept
    ? callPsp(deps, lease, known)
    : { kind: "unknown", detail: "another process asks about the movement" };
}

/** The PSP has made another movement under this one's key, so it hasn't made this one and never will. */
function drop(movement: Movement): MovementResult {
  if (mayBeDropped(movement)) return { kind: "refused", reason: "idempotency_key_reused" };
  return { kind: "unknown", detail: "the PSP tells of another movement under the key" };
}

/**
 * The outcome of a call-off that the PSP doesn't know and whose attempt was decided meanwhile. It isn't repeated, because that
 * would release what the customer has confirmed. It fails once the first call's deadline has passed. If that call arrives even
 * later, the PSP notifies Kassa, and the comparison finds it.
 */
function outcomeOfLostCallOff(deps: PaymentDeps, movement: Movement, clockId: string | null): MovementResult {
  const begunMs = clockId === null ? movement.createdAt.getTime() : idTimeMs(movement.id);
  if (deps.clock.nowMs() - begunMs < deps.pspTimeoutMs + callMarginMs)
    return { kind: "unknown", detail: "the PSP doesn't know the call-off yet" };
  return { kind: "refused", reason: "attempt_decided" };
}

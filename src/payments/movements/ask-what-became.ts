import type { FindMovementOutcome } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { Lease } from "../../database/leases.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { idTimeMs } from "../../kernel/id.ts";
import { callMarginMs, leaseMsFor, type PaymentDeps } from "../deps.ts";
import type { Attempt, Payment } from "../payment.ts";
import { movementLeases } from "../queries/movements.ts";
import { isLive } from "../state.ts";
import { askPsp, meaningOf } from "./ask-psp.ts";
import { type Movement, type MovementResult, mayBeDropped } from "./movement.ts";
import { isUnderWay } from "./state.ts";

/** A movement with what it belongs to. */
export type KnownMovement = {
  readonly movement: Movement;
  readonly attempt: Attempt;
  readonly payment: Payment;
};

export type Answer = {
  readonly said: MovementResult;
  /** Whether the PSP may say something when it is asked again soon, because it has said nothing. */
  readonly askAgainSoon: boolean;
};

const silence = (detail: string, askAgainSoon: boolean): Answer => ({
  said: { kind: "unknown", detail },
  askAgainSoon,
});

/** Asks the PSP what became of a movement, and repeats a call that it doesn't know, where that is safe. */
export async function askWhatBecame(deps: PaymentDeps, lease: Lease, known: KnownMovement): Promise<Answer> {
  const { connectorAccount } = known.attempt;
  const route = deps.connectors.routeForAccount(lease, connectorAccount);
  if (!route) return silence(`no account ${connectorAccount}`, false);
  const found = await findByKey(deps, route, known);
  crashPoint("reconcile-movements:psp-found");
  if (found.kind === "unknown") return silence(found.detail, true);
  return { said: await meaningOfFound(deps, lease, known, found), askAgainSoon: false };
}

function findByKey(
  deps: PaymentDeps,
  { connector, account }: ConnectorRoute,
  { movement, attempt }: KnownMovement,
): Promise<FindMovementOutcome> {
  const { pspKey: idempotencyKey, kind, amount, final } = movement;
  const released = kind === "void" || kind === "call_off";
  const what = released ? ({ kind: "void", amount: null } as const) : { kind, amount, final };
  const request = { account, idempotencyKey, ...what, pspReference: attempt.pspReference };
  return connector.findMovement(request, { timeoutMs: deps.pspTimeoutMs });
}

/**
 * A call may reach the PSP after Kassa has stopped waiting for it, so a key that the PSP doesn't know is never a failure: the
 * amount would be free to be moved again under another key. The call is repeated under the same key, and moves money once.
 */
async function meaningOfFound(
  deps: PaymentDeps,
  lease: Lease,
  { movement, attempt, payment }: KnownMovement,
  found: Exclude<FindMovementOutcome, { kind: "unknown" }>,
): Promise<MovementResult> {
  if (found.kind === "key_reused") return dropped(movement);
  if (found.kind === "found") return meaningOf(movement, attempt.pspReference ?? "", found.outcome);
  if (!isUnderWay(movement.status) || movement.status === "pending")
    return { kind: "unknown", detail: "the PSP no longer knows the movement" };
  // Sending it would make a second one.
  if (movement.origin === "psp") return { kind: "unknown", detail: "the PSP can't find its own movement" };
  if (movement.kind === "call_off" && !isLive(attempt.status))
    return callOffWhenNotFound(deps, movement, payment.clockId);
  return repeat(deps, lease, { movement, attempt });
}

/** A lease lasts for two calls. After this one, what the charge has captured may have to be asked, too. */
async function repeat(
  deps: PaymentDeps,
  lease: Lease,
  { movement, attempt }: Pick<KnownMovement, "movement" | "attempt">,
): Promise<MovementResult> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const isKept = await deps.database.inTenant(lease, (trx) => movementLeases.renew(trx, lease, leaseMs));
  crashPoint("reconcile-movements:leased");
  return isKept
    ? askPsp(deps, lease, { movement, attempt })
    : { kind: "unknown", detail: "another process asks about the movement" };
}

/** The PSP has done another request under the movement's key: it has not done this one, and never will. */
function dropped(movement: Movement): MovementResult {
  if (mayBeDropped(movement)) return { kind: "refused", reason: "idempotency_key_reused" };
  return { kind: "unknown", detail: "the PSP tells of another movement under the key" };
}

/**
 * The PSP doesn't know a call-off whose attempt was decided meanwhile. It isn't sent again, because that would release what the
 * customer has confirmed. It fails once the first call's deadline is over. If that call arrives even later, the PSP notifies
 * Kassa, and the comparison finds it.
 */
function callOffWhenNotFound(deps: PaymentDeps, movement: Movement, clockId: string | null): MovementResult {
  const begunMs = clockId === null ? movement.createdAt.getTime() : idTimeMs(movement.id);
  if (deps.clock.nowMs() - begunMs < deps.pspTimeoutMs + callMarginMs)
    return { kind: "unknown", detail: "the PSP doesn't know the call-off yet" };
  return { kind: "refused", reason: "attempt_decided" };
}

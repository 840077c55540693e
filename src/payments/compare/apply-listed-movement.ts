import type { ListedCharge, ListedMovement, MovementOutcome } from "../../connectors/contract.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { isOwnId, looksLikeOurs } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { applyMovement } from "../movements/apply-movement.ts";
import { lockPayment, makeMovementId, recordMovement } from "../movements/begin-movement.ts";
import { interpretRefusal } from "../movements/call-psp.ts";
import { type Movement, type MovementResult, mayBeDropped } from "../movements/movement.ts";
import { attemptCalledOffBy, attemptReturnedBy, movementPrefixOf } from "../movements/psp-keys.ts";
import { isChangeable, isUnderWay, type MovementKind, movementStep } from "../movements/state.ts";
import type { Attempt, Payment } from "../payment.ts";
import { getAttempt, postponeComparison } from "../queries/attempts.ts";
import { compareSoon } from "../queries/compared.ts";
import { getMovement, getMovementByKey, hasOtherMovement, hasReleaseUnderWay } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { amountCapturable, isLive } from "../state.ts";
import { classifyMovement } from "./classify-movement.ts";
import { type Compared, kindOf, type Listed } from "./listed-charge.ts";
import { quarantine } from "./quarantine.ts";
import { awaitReview, decisionImpliedBy, restoreDecision } from "./restore-review-decision.ts";

/**
 * Applies a listed capture, void or refund to the database: a new outcome of a known movement, or a movement that the database
 * has lost or that was made at the PSP.
 *
 * @param read the movement of its key, as it was when the page was read
 */
export async function applyListedMovement(
  deps: PaymentDeps,
  listed: Listed,
  movement: ListedMovement,
  read: Movement | undefined,
): Promise<Compared> {
  const known = (await failIfKeyReused(deps, listed, movement, read)) ? undefined : read;
  crashPoint("compare:key-checked");
  const scope: TenantScope = listed.route.account;
  const { idempotencyKey: key } = movement;
  const kind = kindOf(movement);
  const outcome = interpretRefusal({ kind }, listed.charge.outcome.pspReference ?? "", movement.outcome);
  if (known && !wasRefused(known, listed, movement) && !isSame(known, listed, movement))
    return quarantine(deps, listed, key, "movement_mismatch");
  const step = movementStep(kind, known?.status ?? "started", outcome.kind);
  if (step === "no_change") return "known";
  const mayBeOlder = step === "contradiction" || (isChangeable(kind) && known && !isUnderWay(known.status));
  if (known && mayBeOlder && (await isDecidedSince(deps, listed, known))) return postpone(deps, listed);
  if (step === "contradiction") return quarantine(deps, listed, key, "movement_contradiction");
  // The database has lost it, and the PSP had refused it: no money moved.
  if (!known && outcome.kind === "refused") return "known";
  const id = known?.id ?? (await adoptForgotten(deps, listed, movement));
  crashPoint("compare:movement-adopted");
  if (id === "under_way") return "postponed";
  if (id === "awaits_review") return id;
  if (id === "no_effect") return "known";
  if (isMisfit(id)) return quarantine(deps, listed, key, id);
  const { applied } = await applyMovement(deps, scope, id, addListedCaptures(listed.charge, outcome), {
    whenAsked: known ?? { status: "started", revision: 0 },
  });
  crashPoint("compare:movement-applied");
  return applied === "moved" ? "learned" : "known";
}

/**
 * Whether a movement was decided after the PSP was asked for the list, so that the list is older: a refund was sent back
 * meanwhile. False for a payment on a sandbox clock, whose times can't be compared with real time.
 */
async function isDecidedSince(
  deps: PaymentDeps,
  { askedMs, route }: Listed,
  { paymentId, decidedAt }: Movement,
): Promise<boolean> {
  if ((decidedAt?.getTime() ?? 0) < askedMs) return false;
  const scope: TenantScope = route.account;
  const payment = await deps.database.inTenant(scope, (trx) => getPayment(trx, paymentId));
  crashPoint("compare:key-checked");
  return payment?.clockId === null;
}

/** Makes the account due, so that a newer list is read soon. */
async function postpone(deps: PaymentDeps, { route: { account }, charge }: Listed): Promise<"postponed"> {
  await deps.database.inTenant(account, (trx) => compareSoon(trx, account.id, charge.changedAt));
  crashPoint("compare:movement-adopted");
  return "postponed";
}

/**
 * Whether the PSP has refused the listed movement, so that nothing moves under its key: a request was repeated with another
 * amount.
 */
const wasRefused = (known: Movement, { charge }: Listed, listed: ListedMovement): boolean =>
  known.attemptId === charge.idempotencyKey &&
  known.kind === kindOf(listed) &&
  listed.outcome.kind === "refused";

/**
 * Drops a movement if the PSP lists another one under its key, of another amount or charge: the database had forgotten that one
 * when the key was used again. True if the key is now free for the listed one.
 */
async function failIfKeyReused(
  deps: PaymentDeps,
  listed: Listed,
  movement: ListedMovement,
  known: Movement | undefined,
): Promise<boolean> {
  if (!known || known.kind !== kindOf(movement) || !mayBeDropped(known)) return false;
  if (wasRefused(known, listed, movement) || isSame(known, listed, movement)) return false;
  const outcome = { kind: "refused", reason: "idempotency_key_reused" } as const;
  const { movement: now } = await applyMovement(deps, listed.route.account, known.id, outcome);
  // True as well if another process has dropped it first.
  return now.failureReason === outcome.reason;
}

/** The captured total of a listed charge. No capture can follow a release, so all captures are in the list. */
function addListedCaptures({ movements }: ListedCharge, outcome: MovementOutcome): MovementResult {
  if (outcome.kind !== "succeeded") return outcome;
  const captures = movements.filter(
    ({ kind, outcome: { kind: of } }) => kind === "capture" && of === "succeeded",
  );
  return { ...outcome, chargeCaptured: captures.reduce((sum, { amount }) => sum + (amount ?? 0), 0) };
}

const misfits = ["unknown_movement", "movement_mismatch"] as const;
type Misfit = (typeof misfits)[number];
const isMisfit = (text: string): text is Misfit => misfits.some((misfit) => misfit === text);

/**
 * Whether a listed movement is the known one of its key: accounts of their own may number their movements alike. A void that
 * released nothing fits whatever it was to release: the authorization had lapsed, or was released before. Neither a void that
 * is under way nor a call-off has an amount before the PSP says what it released.
 */
function isSame(known: Movement, { charge }: Listed, listed: ListedMovement): boolean {
  if (known.attemptId !== charge.idempotencyKey) return false;
  if (known.kind === "call_off") return kindOf(listed) === "call_off";
  const isOpen = known.kind === "void" && (listed.amount === null || isUnderWay(known.status));
  return (
    known.kind === listed.kind && (isOpen || known.amount === listed.amount) && known.final === listed.final
  );
}

/** The id of the recorded movement, or why there is none. */
type Adopted = string | "under_way" | "awaits_review" | "no_effect" | Misfit;

function adoptForgotten(deps: PaymentDeps, listed: Listed, movement: ListedMovement): Promise<Adopted> {
  return deps.database.inTenant(listed.route.account, (trx) => adopt(deps, trx, listed, movement));
}

async function adopt(
  deps: PaymentDeps,
  trx: TenantTransaction,
  of: Listed,
  listed: ListedMovement,
): Promise<Adopted> {
  const { route, charge } = of;
  const scope: TenantScope = route.account;
  const { idempotencyKey: key, final } = listed;
  const kind = kindOf(listed);
  const isReturn = kind === "refund" && attemptReturnedBy(key) === charge.idempotencyKey;
  const isCallOff = attemptCalledOffBy(key) === charge.idempotencyKey;
  const isOurs = isReturn || isCallOff || isOwnId(key, movementPrefixOf(kind), scope);
  const isForeign = !isOurs && !looksLikeOurs(key);
  const isOfOurs = (isOurs || isForeign) && isOwnId(charge.idempotencyKey, "att", scope);
  const found = isOfOurs ? await getAttempt(trx, charge.idempotencyKey) : undefined;
  const locked = found && (await lockPayment(trx, found.paymentId));
  const attempt = locked?.attempts.find(({ id }) => id === found?.id);
  // The charge took no money and wasn't applied (apply-listed-charge.ts), so its call-off isn't either.
  if (isOfOurs && isCallOff && !attempt) return "no_effect";
  // Its charge was known or applied just before, so the database has lost commits since. The next comparison starts again.
  if (!attempt || !locked) return isOfOurs ? "under_way" : "unknown_movement";
  const known = await getMovementByKey(trx, key);
  // It was begun or applied since the page was read.
  if (known && isSame(known, of, listed)) return known.id;
  if (known) return mayBeDropped(known) ? readAgain(trx, attempt, charge) : "movement_mismatch";
  if (attempt.status === "needs_review" && !isCallOff) {
    const decided = isOurs ? decisionImpliedBy(kind, isReturn) : undefined;
    if (!decided) return awaitReview(trx, attempt, { kind, charge });
    const underReview = { session: locked.session, payment: locked.payment, attempt };
    const isPossible = await restoreDecision(deps, trx, underReview, decided);
    return isPossible ? adopt(deps, trx, of, listed) : "movement_mismatch";
  }
  const wait = () => waitUntilDecided(trx, attempt, charge);
  if (isForeign && isLive(attempt.status)) return wait();
  // A void without an amount released the rest of an authorization that had lapsed.
  const amount = listed.amount ?? (isCallOff ? locked.payment.amount : amountCapturable(locked.payment));
  const isNothing = attempt.status === "approved" ? amount === 0 : listed.amount === null;
  // A void of a charge that waited for its customer, or of one with nothing left, has released nothing.
  if (kind === "void" && isNothing) return "no_effect";
  if (kind !== "refund" && (await hasReleaseUnderWay(trx, attempt))) return wait();
  if (isForeign && kind === "void" && isReleasedByOurs(charge, locked.payment)) return "no_effect";
  const place = isCallOff ? "late" : await classifyMovement(trx, { locked, attempt, kind, amount, isReturn });
  if (place === "under_way") return wait();
  if (place === "movement_mismatch")
    return (await isOlderThanBooks(trx, attempt, charge)) ? readAgain(trx, attempt, charge) : place;
  const id = (await forgottenId(trx, kind, listed)) ?? makeMovementId(deps, scope, kind);
  const what = { kind, attemptId: attempt.id, amount, final, late: place === "late" };
  const metadata = kind === "refund" ? locked.payment.metadata : null;
  const origin = isForeign ? "psp" : "kassa";
  await recordMovement(deps, trx, {
    id,
    locked,
    plan: { ...what, origin, reason: null, metadata, pspKey: key },
  });
  return id;
}

/** Postpones the charge until its attempt or the movement in progress is decided. */
async function waitUntilDecided(
  trx: TenantTransaction,
  { id }: Attempt,
  { changedAt }: Listed["charge"],
): Promise<"under_way"> {
  postponeComparison(trx, id, changedAt);
  return "under_way";
}

/**
 * Makes the account due, so that a newer list is read soon. If that doesn't match either, the hourly comparison reads the next.
 */
async function readAgain(
  trx: TenantTransaction,
  attempt: Attempt,
  charge: Listed["charge"],
): Promise<"under_way"> {
  const { id, connectorAccount, compareFrom } = attempt;
  postponeComparison(trx, id, charge.changedAt);
  if (compareFrom === null) await compareSoon(trx, connectorAccount, charge.changedAt);
  return "under_way";
}

/**
 * Whether the charge has a movement that the PSP made after the list. A movement that doesn't match now may match a newer list.
 */
const isOlderThanBooks = (
  trx: TenantTransaction,
  { paymentId, id }: Attempt,
  { movements }: Listed["charge"],
): Promise<boolean> =>
  hasOtherMovement(
    trx,
    { paymentId, attemptId: id },
    movements.map(({ idempotencyKey }) => idempotencyKey),
  );

/**
 * Whether Kassa's own void came after one at the PSP's dashboard. The PSP refused Kassa's because nothing was left to release,
 * and the release is booked and reported as Kassa's.
 */
const isReleasedByOurs = ({ movements }: Listed["charge"], payment: Payment): boolean =>
  amountCapturable(payment) === 0 &&
  movements.some(
    ({ kind, idempotencyKey, outcome }) =>
      kind === "void" &&
      looksLikeOurs(idempotencyKey) &&
      outcome.kind === "refused" &&
      outcome.reason === "already_voided",
  );

/** The id that the movement had before: the PSP keeps it as the movement's reference, and merchants may have stored it. */
async function forgottenId(
  trx: TenantTransaction,
  kind: MovementKind,
  { reference }: ListedMovement,
): Promise<string | undefined> {
  if (reference === null || !isOwnId(reference, movementPrefixOf(kind), trx.scope)) return undefined;
  return (await getMovement(trx, reference)) ? undefined : reference;
}

import type {
  AuthorizeOutcome,
  ChargeFacts,
  DisputeOutcome,
  FindMovementOutcome,
  FindOutcome,
  ListChargesOutcome,
  ListedCharge,
  MovementOutcome,
  MovementRefusal,
} from "../contract.ts";
import type { Answer } from "./client.ts";
import {
  type WireCharge,
  type WireErrorCode,
  type WireListedCharge,
  type WireMovement,
  wireCharge,
  wireChargeList,
  wireClock,
  wireDispute,
  wireDue,
  wireError,
  wireHistory,
  wireMovement,
  wireMovementList,
} from "./wire.ts";

/** What an answer must be about to count as an answer to the question. */
export type Question = { readonly account: string; readonly idempotencyKey: string };
/** `amount`: minor units; of a void the PSP decides. */
export type FindMovementQuestion = Question & {
  readonly kind: MovementKind;
  readonly amount: number | null;
  readonly final?: boolean;
  readonly charge?: string | null;
};
export type MovementQuestion = FindMovementQuestion & { readonly charge: string };
type MovementKind = WireMovement["kind"];
export type DisputeQuestion = { readonly account: string; readonly dispute: string };

export type CertainOutcome = Exclude<AuthorizeOutcome, { kind: "unknown" }>;
type CertainMovement = Exclude<MovementOutcome, { kind: "unknown" }>;
type Unknown = { readonly kind: "unknown"; readonly detail: string };

export function translateAuthorize(answer: Answer, question: Question): AuthorizeOutcome {
  if (answer.kind === "unanswered") return unknown(answer.detail);
  if (answer.status !== 200) {
    const code = refusedWith(answer.status, answer.body);
    if (code === undefined) return unknown(`status ${answer.status}`);
    return { kind: "declined", pspReference: null, reason: "processing_error" };
  }
  if (!wireCharge.fits(answer.body)) return unknown("an answer of another shape");
  return aboutSameKey(answer.body, question)
    ? translateCharge(answer.body)
    : unknown("an answer about another charge");
}

export function translateFind(answer: Answer, question: Question): FindOutcome {
  const list = readList(answer);
  if (list.kind === "unknown") return list;
  if (!wireChargeList.fits(list.body)) return unknown("an answer of another shape");
  const charge = list.body.data[0];
  if (!charge) return { kind: "not_found" };
  if (!aboutSameKey(charge, question)) return unknown("an answer about another charge");
  const outcome = translateCharge(charge);
  return outcome.kind === "unknown" ? outcome : { kind: "found", outcome, charge: factsOf(charge) };
}

export function translateMovement(answer: Answer, question: MovementQuestion): MovementOutcome {
  if (answer.kind === "unanswered") return unknown(answer.detail);
  if (answer.status !== 200) {
    const code = refusedWith(answer.status, answer.body);
    return code === undefined
      ? unknown(`status ${answer.status}`)
      : { kind: "refused", reason: "refused_by_psp" };
  }
  const movement = answer.body;
  if (!wireMovement.fits(movement)) return unknown("an answer of another shape");
  if (!aboutSameMovement(movement, question) || movement.charge !== question.charge) {
    return unknown("an answer about another movement");
  }
  return movementOutcome(movement);
}

export function translateFindMovement(answer: Answer, question: FindMovementQuestion): FindMovementOutcome {
  const list = readList(answer);
  if (list.kind === "unknown") return list;
  if (!wireMovementList.fits(list.body)) return unknown("an answer of another shape");
  const movement = list.body.data[0];
  if (!movement) return { kind: "not_found" };
  if (!aboutSameKey(movement, question) || movement.kind !== question.kind)
    return unknown("an answer about another movement");
  const isSame =
    aboutSameMovement(movement, question) && movement.charge === (question.charge ?? movement.charge);
  if (!isSame && !isSpentKey(movement, question)) return { kind: "key_reused" };
  return { kind: "found", outcome: movementOutcome(movement) };
}

/** One page of charges. One that can't be understood makes the page unknown: nothing may be passed over in silence. */
export function translateHistory(answer: Answer, account: string): ListChargesOutcome {
  const list = readList(answer);
  if (list.kind === "unknown") return list;
  if (!wireHistory.fits(list.body)) return unknown("an answer of another shape");
  const charges: ListedCharge[] = [];
  for (const charge of list.body.data) {
    const listed = charge.account === account ? translateListed(charge) : undefined;
    if (!listed) return unknown(`a charge that can't be understood: ${charge.id}`);
    charges.push(listed);
  }
  return { kind: "page", charges, next: list.body.next };
}

export function translateDispute(answer: Answer, question: DisputeQuestion): DisputeOutcome {
  if (answer.kind === "unanswered") return unknown(answer.detail);
  if (answer.status !== 200) {
    const code = refusedWith(answer.status, answer.body);
    return code === undefined ? unknown(`status ${answer.status}`) : { kind: "refused", detail: code };
  }
  const dispute = answer.body;
  if (!wireDispute.fits(dispute)) return unknown("an answer of another shape");
  if (dispute.account !== question.account || dispute.id !== question.dispute)
    return unknown("an answer about another dispute");
  const { chargeKey, stage, status, reason, amount, currency, fee, evidenceDueAt } = dispute;
  const facts = { chargeKey, stage, status, reason, amount, currency, fee, evidenceDueAt };
  return { kind: "known", dispute: { pspReference: dispute.id, ...facts } };
}

export function translateDue(answer: Answer): { readonly kind: "due"; readonly at: string | null } | Unknown {
  const read = readList(answer);
  if (read.kind === "unknown") return read;
  if (!wireDue.fits(read.body)) return unknown("an answer of another shape");
  return { kind: "due", at: read.body.at };
}

export function translateClock(answer: Answer, clock: string): { readonly kind: "done" } | Unknown {
  const read = readList(answer);
  if (read.kind === "unknown") return read;
  if (!wireClock.fits(read.body)) return unknown("an answer of another shape");
  return read.body.id === clock ? { kind: "done" } : unknown("an answer about another clock");
}

/** A charge in Kassa's words; unknown when it contradicts itself. */
export function translateCharge(charge: WireCharge): AuthorizeOutcome {
  // Released at Kassa's wish before anything was captured: it brings no money, and whoever asks has not heard the answer
  // to that wish. An attempt that counts as approved stays so, for final states are final.
  if (charge.status === "voided") return { kind: "declined", pspReference: charge.id, reason: "abandoned" };
  return translateAuthorization(charge);
}

/** What the authorization came to, whatever was done with it since. */
function translateAuthorization(charge: WireCharge): AuthorizeOutcome {
  const pspReference = charge.id;
  switch (charge.status) {
    case "approved":
    case "voided":
      return {
        kind: "approved",
        pspReference,
        amount: charge.amount,
        currency: charge.currency,
        captured: charge.capture === "automatic",
        surplus: Math.max(0, (charge.amountReceived ?? 0) - charge.amount),
        captureBefore: charge.captureBefore ?? lapsedBy(charge),
        card: charge.checks,
      };
    case "declined":
      if (charge.declineReason === null) return unknown("a decline without a reason");
      return { kind: "declined", pspReference, reason: charge.declineReason };
    case "action_required":
      if (charge.actionUrl === null) return unknown("an action without an address");
      return { kind: "action_required", pspReference, redirectUrl: charge.actionUrl };
    case "pending":
      return {
        kind: "pending",
        pspReference,
        instructions: instructionsOf(charge.transfer),
        amountReceived: charge.amountReceived ?? 0,
      };
  }
}

/**
 * A time when an authorization could no longer be captured that has lapsed untouched: the PSP names none any more, and
 * without one Kassa, which may hear of the approval only now, would wait for its capture for ever. One that was voided is
 * another matter: that was asked for, and is heard of as what it was.
 */
function lapsedBy({ status, amount, amountCaptured, amountReleased, createdAt }: WireCharge): string | null {
  const hasLapsed = status === "approved" && amountCaptured === 0 && amountReleased === amount;
  return hasLapsed ? createdAt : null;
}

/** The same of one that was captured in part: what is left was released, and by no movement. */
function restHasLapsed({
  status,
  amount,
  amountCaptured,
  amountReleased,
  movements,
}: WireListedCharge): boolean {
  if (status !== "approved" || amountReleased === 0 || amountCaptured + amountReleased !== amount)
    return false;
  return !movements.some(
    ({ kind, final, status: done }) => done === "succeeded" && (kind === "void" || final),
  );
}

function instructionsOf(transfer: WireCharge["transfer"]) {
  if (transfer === null) return null;
  const { iban, bic, accountHolder, reference, pageUrl } = transfer;
  return { iban, bic, accountHolder, reference, simulatorUrl: pageUrl };
}

function factsOf(charge: WireCharge): ChargeFacts {
  const { amountCaptured, amountRefunded, amountReleased, disputes } = charge;
  const released = amountReleased > 0 && amountCaptured + amountReleased === charge.amount;
  return { amountCaptured, amountRefunded, released, disputes };
}

function translateListed(charge: WireListedCharge): ListedCharge | undefined {
  const outcome = translateAuthorization(charge);
  if (outcome.kind === "unknown") return undefined;
  return {
    changedAt: new Date(charge.changedAt),
    idempotencyKey: charge.idempotencyKey,
    session: charge.merchantReference,
    method: charge.method,
    card: charge.card && { brand: charge.card.brand, last4: charge.card.last4 },
    bankAccount: charge.bankAccount && { last4: charge.bankAccount.last4 },
    outcome:
      outcome.kind === "approved" && restHasLapsed(charge)
        ? { ...outcome, captureBefore: charge.createdAt }
        : outcome,
    movements: charge.movements.map((movement) => ({
      idempotencyKey: movement.idempotencyKey,
      reference: movement.merchantReference ?? null,
      kind: movement.kind,
      amount: movement.amount,
      final: movement.final,
      outcome: movementOutcome(movement),
    })),
    disputes: charge.disputes,
  };
}

function movementOutcome(movement: WireMovement): CertainMovement {
  switch (movement.status) {
    case "pending":
      return { kind: "pending", pspReference: movement.id };
    case "succeeded":
      return { kind: "succeeded", pspReference: movement.id, ...releasedBy(movement) };
    case "refused":
      return {
        kind: "refused",
        reason: movement.refusal === null ? "refused_by_psp" : refusals[movement.refusal],
      };
  }
}

const releasedBy = ({ kind, amount }: WireMovement): { readonly released?: number } =>
  kind === "void" && amount !== null ? { released: amount } : {};

const refusals: Readonly<Record<NonNullable<WireMovement["refusal"]>, MovementRefusal>> = {
  charge_not_approved: "refused_by_psp",
  charge_captured: "already_captured",
  charge_voided: "already_voided",
  authorization_lapsed: "authorization_lapsed",
  currency_mismatch: "refused_by_psp",
  amount_exceeds_authorized: "amount_too_large",
  amount_exceeds_captured: "amount_too_large",
  charge_disputed: "charge_disputed",
  insufficient_balance: "insufficient_balance",
  account_closed: "account_closed",
  expired_card: "expired_card",
  lost_or_stolen_card: "lost_or_stolen_card",
};

/** The body of a 200. An error never says that something isn't there: only an empty list does. */
function readList(answer: Answer): { readonly kind: "read"; readonly body: unknown } | Unknown {
  if (answer.kind === "unanswered") return unknown(answer.detail);
  return answer.status === 200 ? { kind: "read", body: answer.body } : unknown(`status ${answer.status}`);
}

/**
 * The code of an error answer that proves that nothing was done; undefined when it proves nothing. Status and code must
 * agree: a 4xx from a proxy on the way, or a 5xx with whatever body, leaves open what the PSP did.
 */
function refusedWith(status: number, body: unknown): WireErrorCode | undefined {
  if (status < 400 || status > 499 || !wireError.fits(body)) return undefined;
  const { code } = body.error;
  return nothingDone[code] ? code : undefined;
}

/** A reused key means that another request with it may have been done; a rate limit that one may have passed before. */
const nothingDone: Readonly<Record<WireErrorCode, boolean>> = {
  invalid_request: true,
  idempotency_key_required: true,
  unknown_test_card: true,
  unknown_test_iban: true,
  method_captures_at_once: true,
  method_currency_unsupported: true,
  unauthorized: true,
  live_account_refused: true,
  not_found: true,
  dispute_not_open: true,
  idempotency_key_reused: false,
  rate_limited: false,
  internal_error: false,
  unavailable: false,
};

function aboutSameKey(answer: WireCharge | WireMovement, question: Question): boolean {
  return answer.account === question.account && answer.idempotencyKey === question.idempotencyKey;
}

/** A key proves nothing alone: what was done under it has to be what was asked for. */
function aboutSameMovement(answer: WireMovement, question: FindMovementQuestion): boolean {
  const { kind, amount, final } = question;
  const isSame =
    answer.kind === kind &&
    (amount ?? answer.amount) === answer.amount &&
    (final ?? answer.final) === answer.final;
  return aboutSameKey(answer, question) && isSame;
}

/**
 * Whether the PSP refused another amount under the key: nothing was moved under it, and nothing else will be. So it is
 * when a merchant repeats a request that a restored backup has forgotten, for what is left by now.
 */
function isSpentKey(answer: WireMovement, question: FindMovementQuestion): boolean {
  return answer.status === "refused" && answer.kind === question.kind && aboutSameKey(answer, question);
}

function unknown(detail: string): Unknown {
  return { kind: "unknown", detail };
}

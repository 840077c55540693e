import type {
  AuthorizeOutcome,
  ChargeFacts,
  FindChargeOutcome,
  FindMovementOutcome,
  HostedOutcome,
  ListChargesOutcome,
  ListedCharge,
  MovementOutcome,
  PaidWith,
} from "../contract.ts";
import type { DisputeOutcome } from "../disputes.ts";
import type { PspResponse } from "../psp-response.ts";
import type { MovementRefusal } from "../reasons.ts";
import { toIban } from "../transfer-instructions.ts";
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

/** The object that a response must be about; otherwise its outcome is unknown. */
export type Expected = { readonly account: string; readonly idempotencyKey: string };
/** `amount` is in minor units; null matches any amount, as for a void. */
export type ExpectedMovement = Expected & {
  readonly kind: MovementKind;
  readonly amount: number | null;
  readonly final?: boolean;
  readonly charge?: string | null;
};
export type ExpectedChargeMovement = ExpectedMovement & { readonly charge: string };
type MovementKind = WireMovement["kind"];
export type ExpectedDispute = { readonly account: string; readonly dispute: string };

export type CertainOutcome = Exclude<AuthorizeOutcome, { kind: "unknown" }>;
type CertainMovement = Exclude<MovementOutcome, { kind: "unknown" }>;
type Unknown = { readonly kind: "unknown"; readonly detail: string };

export function translateAuthorize(response: PspResponse, expected: Expected): AuthorizeOutcome {
  if (response.kind === "no_response") return unknown(response.detail);
  if (response.status !== 200) {
    const code = provenRefusal(response.status, response.body);
    if (code === undefined) return unknown(`status ${response.status}`);
    return { kind: "declined", pspReference: null, reason: "processing_error" };
  }
  if (!wireCharge.fits(response.body)) return unknown("the response has an unexpected shape");
  return matchesKey(response.body, expected)
    ? translateCharge(response.body)
    : unknown("the response is about another charge");
}

export function translateHosted(response: PspResponse, expected: Expected): HostedOutcome {
  const outcome = translateAuthorize(response, expected);
  if (outcome.kind === "declined") return { kind: "refused", reason: outcome.reason };
  if (outcome.kind === "unknown") return outcome;
  if (outcome.kind !== "action_required") return unknown("the hosted page isn't open any more");
  const { hostedReference, pspReference, redirectUrl: url, expiresAt } = outcome;
  if (hostedReference === null || expiresAt === null) return unknown("the charge has no hosted page");
  return { kind: "created", hostedReference, pspReference, url, expiresAt };
}

export function translateFindCharge(response: PspResponse, expected: Expected): FindChargeOutcome {
  const read = readBody(response);
  if (read.kind === "unknown") return read;
  if (!wireChargeList.fits(read.body)) return unknown("the response has an unexpected shape");
  const charge = read.body.data[0];
  if (!charge) return { kind: "not_charged" };
  if (!matchesKey(charge, expected)) return unknown("the response is about another charge");
  const outcome = translateCharge(charge);
  return outcome.kind === "unknown" ? outcome : { kind: "found", outcome, charge: chargeFacts(charge) };
}

export function translateMovement(response: PspResponse, expected: ExpectedChargeMovement): MovementOutcome {
  if (response.kind === "no_response") return unknown(response.detail);
  if (response.status !== 200) {
    const code = provenRefusal(response.status, response.body);
    return code === undefined
      ? unknown(`status ${response.status}`)
      : { kind: "refused", reason: "refused_by_psp" };
  }
  const movement = response.body;
  if (!wireMovement.fits(movement)) return unknown("the response has an unexpected shape");
  if (!matchesMovement(movement, expected) || movement.charge !== expected.charge) {
    return unknown("the response is about another movement");
  }
  return movementOutcome(movement);
}

export function translateFindMovement(
  response: PspResponse,
  expected: ExpectedMovement,
): FindMovementOutcome {
  const read = readBody(response);
  if (read.kind === "unknown") return read;
  if (!wireMovementList.fits(read.body)) return unknown("the response has an unexpected shape");
  const movement = read.body.data[0];
  if (!movement) return { kind: "not_found" };
  if (!matchesKey(movement, expected) || movement.kind !== expected.kind)
    return unknown("the response is about another movement");
  const isSame =
    matchesMovement(movement, expected) && movement.charge === (expected.charge ?? movement.charge);
  if (!isSame && !wasRefusedUnderKey(movement, expected)) return { kind: "key_reused" };
  return { kind: "found", outcome: movementOutcome(movement) };
}

/** A page of charges. One charge that can't be translated makes the page unknown: no charge may be skipped silently. */
export function translateHistory(response: PspResponse, account: string): ListChargesOutcome {
  const read = readBody(response);
  if (read.kind === "unknown") return read;
  if (!wireHistory.fits(read.body)) return unknown("the response has an unexpected shape");
  const charges: ListedCharge[] = [];
  for (const charge of read.body.data) {
    const listed = charge.account === account ? translateListedCharge(charge) : undefined;
    if (!listed) return unknown(`the charge ${charge.id} can't be translated`);
    charges.push(listed);
  }
  return { kind: "page", charges, next: read.body.next };
}

export function translateDispute(response: PspResponse, expected: ExpectedDispute): DisputeOutcome {
  if (response.kind === "no_response") return unknown(response.detail);
  if (response.status !== 200) {
    const code = provenRefusal(response.status, response.body);
    return code === undefined ? unknown(`status ${response.status}`) : { kind: "refused", detail: code };
  }
  const dispute = response.body;
  if (!wireDispute.fits(dispute)) return unknown("the response has an unexpected shape");
  if (dispute.account !== expected.account || dispute.id !== expected.dispute)
    return unknown("the response is about another dispute");
  const { chargeKey, stage, status, reason, amount, amountLost, currency, fee, evidenceDueAt } = dispute;
  const facts = { chargeKey, stage, status, reason, amount, currency, fee, evidenceDueAt };
  const decision = status === "won" || status === "lost" ? { amountLost } : {};
  return { kind: "known", dispute: { pspReference: dispute.id, ...facts, ...decision } };
}

export function translateDue(
  response: PspResponse,
): { readonly kind: "due"; readonly at: string | null } | Unknown {
  const read = readBody(response);
  if (read.kind === "unknown") return read;
  if (!wireDue.fits(read.body)) return unknown("the response has an unexpected shape");
  return { kind: "due", at: read.body.at };
}

export function translateClock(response: PspResponse, clock: string): { readonly kind: "done" } | Unknown {
  const read = readBody(response);
  if (read.kind === "unknown") return read;
  if (!wireClock.fits(read.body)) return unknown("the response has an unexpected shape");
  return read.body.id === clock ? { kind: "done" } : unknown("the response is about another clock");
}

/** The outcome of a charge; unknown if the charge contradicts itself. */
export function translateCharge(charge: WireCharge): AuthorizeOutcome {
  // Kassa voided it before any capture, so it brings no money. An attempt that is already approved stays approved.
  if (charge.status === "voided") return { kind: "declined", pspReference: charge.id, reason: "abandoned" };
  return translateAuthorization(charge);
}

/** The outcome of the authorization itself, whatever happened to it since. */
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
        captureBefore: charge.captureBefore ?? lapsedDeadline(charge),
        card: charge.checks,
        ...paidWith(charge),
      };
    case "declined":
      if (charge.declineReason === null) return unknown("the decline has no reason");
      return { kind: "declined", pspReference, reason: charge.declineReason };
    case "failed":
      if (charge.declineReason === null) return unknown("the failure has no reason");
      return { kind: "failed", pspReference, reason: charge.declineReason };
    case "action_required":
      if (charge.actionUrl === null) return unknown("the action has no URL");
      return {
        kind: "action_required",
        pspReference,
        hostedReference: charge.hosted ? charge.id : null,
        redirectUrl: charge.actionUrl,
        expiresAt: charge.hosted ? charge.actionExpiresAt : null,
      };
    case "pending":
      return {
        kind: "pending",
        pspReference,
        instructions: instructionsOf(charge.transfer),
        amountReceived: charge.amountReceived ?? 0,
        ...paidWith(charge),
      };
  }
}

function paidWith({ hosted, card, bankAccount }: WireCharge): { readonly paidWith?: PaidWith } {
  return hosted ? { paidWith: summaries({ card, bankAccount }) } : {};
}

const summaries = ({ card, bankAccount }: Pick<WireCharge, "card" | "bankAccount">): PaidWith => ({
  card: card && { brand: card.brand, last4: card.last4 },
  bankAccount: bankAccount && { last4: bankAccount.last4 },
});

/**
 * A past capture deadline for an authorization that lapsed without any capture; otherwise null. The PSP no longer reports
 * its deadline. Without one, Kassa would wait for a capture forever if it learns of the approval only now.
 */
function lapsedDeadline({
  status,
  amount,
  amountCaptured,
  amountReleased,
  createdAt,
}: WireCharge): string | null {
  const hasLapsed = status === "approved" && amountCaptured === 0 && amountReleased === amount;
  return hasLapsed ? createdAt : null;
}

/** Whether the rest of the authorization lapsed: it was released, but not by a void or a final capture. */
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
  return toIban({ iban, bic, accountHolder, reference, simulatorUrl: pageUrl });
}

function chargeFacts(charge: WireCharge): ChargeFacts {
  const { amountCaptured, amountRefunded, amountReleased, disputes } = charge;
  const released = amountReleased > 0 && amountCaptured + amountReleased === charge.amount;
  return { amountCaptured, amountRefunded, released, disputes };
}

function translateListedCharge(charge: WireListedCharge): ListedCharge | undefined {
  const outcome = translateAuthorization(charge);
  if (outcome.kind === "unknown") return undefined;
  return {
    changedAt: new Date(charge.changedAt),
    idempotencyKey: charge.idempotencyKey,
    session: charge.merchantReference,
    method: charge.method,
    ...summaries(charge),
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

/** The body of a 200. An error response never means not_found: only an empty list does. */
function readBody(response: PspResponse): { readonly kind: "read"; readonly body: unknown } | Unknown {
  if (response.kind === "no_response") return unknown(response.detail);
  return response.status === 200
    ? { kind: "read", body: response.body }
    : unknown(`status ${response.status}`);
}

/**
 * The code of an error response that proves that the PSP did nothing; otherwise undefined. Both status and code must say
 * so: after a proxy's 4xx or any 5xx, the PSP may have done something.
 */
function provenRefusal(status: number, body: unknown): WireErrorCode | undefined {
  if (status < 400 || status > 499 || !wireError.fits(body)) return undefined;
  const { code } = body.error;
  return provesNothingDone[code] ? code : undefined;
}

/** False for a reused key or a rate limit, too: an earlier request with the key may have been carried out. */
const provesNothingDone: Readonly<Record<WireErrorCode, boolean>> = {
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

function matchesKey(found: WireCharge | WireMovement, expected: Expected): boolean {
  return found.account === expected.account && found.idempotencyKey === expected.idempotencyKey;
}

/** A matching key is not enough: the movement's kind, amount and `final` must match, too. */
function matchesMovement(found: WireMovement, expected: ExpectedMovement): boolean {
  const { kind, amount, final } = expected;
  const isSame =
    found.kind === kind &&
    (amount ?? found.amount) === found.amount &&
    (final ?? found.final) === found.final;
  return matchesKey(found, expected) && isSame;
}

/**
 * Whether the PSP refused another movement under the key: no money was moved under it, and none will be. This happens when
 * a merchant repeats a request that a restored backup lacks, but for the amount that is left by then.
 */
function wasRefusedUnderKey(found: WireMovement, expected: ExpectedMovement): boolean {
  return found.status === "refused" && found.kind === expected.kind && matchesKey(found, expected);
}

function unknown(detail: string): Unknown {
  return { kind: "unknown", detail };
}

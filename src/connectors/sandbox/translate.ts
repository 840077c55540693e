import type { AuthorizeOutcome, DeclineReason, FindOutcome, MovementOutcome } from "../contract.ts";
import type { Answer } from "./client.ts";
import {
  type WireCharge,
  type WireErrorCode,
  type WireMovement,
  wireCharge,
  wireChargeList,
  wireError,
  wireMovement,
} from "./wire.ts";

/** What an answer must be about to count as an answer to the question. */
export type Question = { readonly account: string; readonly idempotencyKey: string };
export type MovementQuestion = Question & { readonly charge: string };

export type CertainOutcome = Exclude<AuthorizeOutcome, { kind: "unknown" }>;
type Unknown = { readonly kind: "unknown"; readonly detail: string };

export function translateAuthorize(answer: Answer, question: Question): AuthorizeOutcome {
  if (answer.kind === "unanswered") return unknown(answer.detail);
  if (answer.status !== 200) {
    const code = refusedWith(answer.status, answer.body);
    if (code === undefined) return unknown(`status ${answer.status}`);
    return { kind: "declined", pspReference: null, reason: "processing_error" };
  }
  if (!wireCharge.Check(answer.body)) return unknown("an answer of another shape");
  return aboutSameKey(answer.body, question)
    ? translateCharge(answer.body)
    : unknown("an answer about another charge");
}

export function translateFind(answer: Answer, question: Question): FindOutcome {
  if (answer.kind === "unanswered") return unknown(answer.detail);
  // An error never says that there is no charge: only an empty list does.
  if (answer.status !== 200) return unknown(`status ${answer.status}`);
  if (!wireChargeList.Check(answer.body)) return unknown("an answer of another shape");
  const charge = answer.body.data[0];
  if (!charge) return { kind: "not_found" };
  if (!aboutSameKey(charge, question)) return unknown("an answer about another charge");
  const outcome = translateCharge(charge);
  return outcome.kind === "unknown" ? outcome : { kind: "found", outcome };
}

export function translateMovement(answer: Answer, question: MovementQuestion): MovementOutcome {
  if (answer.kind === "unanswered") return unknown(answer.detail);
  if (answer.status !== 200) {
    const code = refusedWith(answer.status, answer.body);
    return code === undefined ? unknown(`status ${answer.status}`) : { kind: "refused", reason: code };
  }
  const movement = answer.body;
  if (!wireMovement.Check(movement)) return unknown("an answer of another shape");
  if (!aboutSameKey(movement, question) || movement.charge !== question.charge) {
    return unknown("an answer about another movement");
  }
  switch (movement.status) {
    case "succeeded":
      return { kind: "succeeded", pspReference: movement.id };
    case "refused":
      return { kind: "refused", reason: movement.refusal ?? "refused" };
  }
}

/** A charge in Kassa's words; unknown when it contradicts itself. */
export function translateCharge(charge: WireCharge): AuthorizeOutcome {
  const pspReference = charge.id;
  switch (charge.status) {
    case "approved":
      return { kind: "approved", ...evidence(charge), captured: charge.capture === "automatic" };
    case "voided":
      // Released at Kassa's wish: it brings no money, and whoever asks has not heard the answer to that wish. An attempt
      // that counts as approved stays so, for final states are final.
      return { kind: "declined", pspReference, reason: "abandoned" };
    case "declined":
      if (charge.declineReason === null) return unknown("a decline without a reason");
      return { kind: "declined", pspReference, reason: declineReasons[charge.declineReason] };
    case "action_required":
      if (charge.challengeUrl === null) return unknown("a challenge without an address");
      return { kind: "action_required", pspReference, redirectUrl: charge.challengeUrl };
    case "pending":
      return { kind: "pending", pspReference };
  }
}

const declineReasons: Readonly<Record<NonNullable<WireCharge["declineReason"]>, DeclineReason>> = {
  generic_decline: "generic_decline",
  insufficient_funds: "insufficient_funds",
  expired_card: "expired_card",
  incorrect_cvc: "incorrect_cvc",
  processing_error: "processing_error",
  authentication_failed: "authentication_failed",
  abandoned: "abandoned",
};

/**
 * The code of an error answer that proves that nothing was done; undefined when it proves nothing. Status and code must
 * agree: a 4xx from a proxy on the way, or a 5xx with whatever body, leaves open what the PSP did.
 */
function refusedWith(status: number, body: unknown): WireErrorCode | undefined {
  if (status < 400 || status > 499 || !wireError.Check(body)) return undefined;
  const { code } = body.error;
  return nothingDone[code] ? code : undefined;
}

/** A reused key means that another request with it may have been done; a rate limit that one may have passed before. */
const nothingDone: Readonly<Record<WireErrorCode, boolean>> = {
  invalid_request: true,
  idempotency_key_required: true,
  unknown_test_card: true,
  unauthorized: true,
  live_account_refused: true,
  not_found: true,
  idempotency_key_reused: false,
  rate_limited: false,
  internal_error: false,
  unavailable: false,
};

function evidence(charge: WireCharge) {
  return { pspReference: charge.id, amount: charge.amount, currency: charge.currency };
}

function aboutSameKey(answer: WireCharge | WireMovement, question: Question): boolean {
  return answer.account === question.account && answer.idempotencyKey === question.idempotencyKey;
}

function unknown(detail: string): Unknown {
  return { kind: "unknown", detail };
}

import type { Call } from "./call.ts";
import { notifyDispute } from "./notifications.ts";
import { checkMerchantAccount } from "./sessions.ts";
import {
  type DefenseReasons,
  type Dispute,
  type DisputeStatus,
  makePspReference,
  type Payment,
  type RequirementLevel,
} from "./state.ts";
import { recordMove, type World } from "./world.ts";

const defenseSeconds = 14 * 86_400;

const usualReasons: DefenseReasons = {
  SupplyDefenseMaterial: { DefenseMaterial: "Required" },
  GoodsOrServicesProvided: { ProofOfDelivery: "OneOrMore", DefenseMaterial: "OneOrMore" },
  CreditProcessed: { ProofOfRefund: "Required", Correspondence: "Optional" },
};

export type DisputeOpening = {
  /** The scheme's code; 10.4, Visa's of fraud, if omitted. */
  readonly reasonCode?: string;
  /** The captured amount if omitted. */
  readonly value?: number;
  /** From the notice of the dispute until its amount is taken; 0 if omitted. */
  readonly noticeSeconds?: number;
  /** How it can be defended; not at all if there are none. Three usual reasons if omitted. */
  readonly defenseReasons?: DefenseReasons;
  /** Why the first defence is refused, whatever its documents. */
  readonly defenseRefusal?: string;
};

/** The customer's bank disputes a captured payment: the merchant may defend at once, and its amount is taken. */
export function openDispute(world: World, payment: Payment, opening: DisputeOpening = {}): Dispute {
  const captures = [...world.state.modifications.values()];
  const capture = captures.find((candidate) => candidate.payment === payment && candidate.kind === "capture");
  if (!capture) throw new Error(`Payment ${payment.pspReference} isn't captured, so nobody disputes it.`);
  const dispute: Dispute = {
    pspReference: makePspReference(),
    payment,
    capture,
    amount: { value: opening.value ?? payment.captured, currency: payment.amount.currency },
    reasonCode: opening.reasonCode ?? "10.4",
    defensePeriodEndsAt: world.clock.now() + defenseSeconds,
    status: "Undefended",
    charged: false,
    documents: new Map(),
    defenseReasons: opening.defenseReasons ?? usualReasons,
    defenseRefusal: opening.defenseRefusal ?? null,
  };
  world.state.disputes.set(dispute.pspReference, dispute);
  notifyDispute(world, "NOTIFICATION_OF_CHARGEBACK", dispute, "Other Fraud-Card Absent Environment");
  if (opening.noticeSeconds === undefined) chargeBack(world, dispute);
  else world.clock.at(world.clock.now() + opening.noticeSeconds, () => chargeBack(world, dispute));
  world.clock.at(dispute.defensePeriodEndsAt, () => endDefensePeriod(world, dispute));
  return dispute;
}

/** A dispute that was defended before is charged back and reversed. */
function chargeBack(world: World, dispute: Dispute): void {
  dispute.charged = true;
  move(world, dispute, "disputed");
  notifyDispute(world, "CHARGEBACK", dispute, "Other Fraud-Card Absent Environment");
  if (dispute.status === "Pending") reverse(world, dispute);
}

/** @param value what comes back, in minor units */
function reverse(world: World, dispute: Dispute, value = dispute.amount.value): void {
  move(world, dispute, "dispute_returned", value);
  notifyDispute(world, "CHARGEBACK_REVERSED", dispute, undefined, value);
}

function endDefensePeriod(world: World, dispute: Dispute): void {
  if (dispute.status === "Undefended") change(world, dispute, "Expired", "DISPUTE_DEFENSE_PERIOD_ENDED");
}

/**
 * The issuer takes the defence, or charges back again, which it may do even after it took the defence. A dispute that was lost by a
 * second chargeback may be won in pre-arbitration. Only a defended dispute can be decided.
 */
export function decideDispute(world: World, dispute: Dispute, won: boolean): void {
  const isDefended = dispute.status === "Pending" || dispute.status === "Won" || dispute.status === "Lost";
  if (!isDefended || !dispute.charged)
    throw new Error(`Dispute ${dispute.pspReference} is ${dispute.status}.`);
  if (won && dispute.status === "Lost") {
    move(world, dispute, "dispute_returned");
    change(world, dispute, "Won", "PREARBITRATION_WON");
  } else if (won) change(world, dispute, "Won", "ISSUER_RESPONSE_TIMEFRAME_EXPIRED");
  else {
    move(world, dispute, "disputed");
    change(world, dispute, "Lost", "SECOND_CHARGEBACK");
  }
}

function change(world: World, dispute: Dispute, status: DisputeStatus, eventCode: string): void {
  dispute.status = status;
  notifyDispute(world, eventCode, dispute);
}

function move(
  world: World,
  dispute: Dispute,
  effect: "disputed" | "dispute_returned",
  value = dispute.amount.value,
): void {
  const cause = { object: dispute.pspReference, idempotencyKey: null };
  recordMove(world, effect, dispute.payment, value, cause);
}

/** What is required is there, and of the types of which one is enough, one. A generic document replaces all others. */
function isSatisfied(dispute: Dispute, types: DefenseReasons[string]): boolean {
  const of = (level: RequirementLevel) => Object.keys(types).filter((type) => types[type] === level);
  const has = (type: string) => dispute.documents.has(type);
  if (of("AlternativeRequired").some(has)) return true;
  return of("Required").every(has) && (of("OneOrMore").length === 0 || of("OneOrMore").some(has));
}

export function retrieveDefenseReasons(call: Call): object {
  return withDispute(call, (dispute) => ({
    defenseReasons: Object.entries(dispute.defenseReasons).map(([defenseReasonCode, types]) => ({
      defenseReasonCode,
      satisfied: isSatisfied(dispute, types),
      defenseDocumentTypes: Object.entries(types).map(([type, requirementLevel]) => ({
        defenseDocumentTypeCode: type,
        requirementLevel,
        available: dispute.documents.has(type),
      })),
    })),
  }));
}

/** The largest document of each type of content, in bytes. */
const sizeLimits: Readonly<Record<string, number>> = {
  "application/pdf": 2_000_000,
  "image/jpeg": 10_000_000,
  "image/jpg": 10_000_000,
  "image/tiff": 10_000_000,
};

type WireDocument = {
  readonly defenseDocumentTypeCode: string;
  readonly contentType: string;
  readonly content: string;
};

/** Of each type there is one document: another one replaces it. */
export function supplyDefenseDocument(call: Call): object {
  const documents = call.body.defenseDocuments as readonly WireDocument[];
  return withOpenDispute(call, (dispute) => {
    for (const document of documents) {
      const fault = documentFault(dispute, document);
      if (fault !== null) return fault;
    }
    for (const { defenseDocumentTypeCode: type, contentType, content } of documents)
      dispute.documents.set(type, { contentType, content: Buffer.from(content, "base64") });
    return null;
  });
}

function documentFault(dispute: Dispute, document: WireDocument): string | null {
  const { defenseDocumentTypeCode, contentType, content } = document;
  const types = new Set(Object.values(dispute.defenseReasons).flatMap((all) => Object.keys(all)));
  if (!types.has(defenseDocumentTypeCode)) return `Invalid defense document type: ${defenseDocumentTypeCode}`;
  const limit = sizeLimits[contentType];
  if (limit === undefined) return `Unsupported content type: ${contentType}`;
  const size = Buffer.from(content, "base64").length;
  if (size === 0) return "The content of the defense document is empty";
  return size > limit ? "The defense document is too large" : null;
}

export function deleteDefenseDocument(call: Call): object {
  return withOpenDispute(call, (dispute) =>
    dispute.documents.delete(String(call.body.defenseDocumentType)) ? null : "Defense document not found",
  );
}

/** The defence goes to the issuer, and the amount comes back until the issuer decides. */
export function defendDispute(call: Call): object {
  const { world } = call;
  return withOpenDispute(call, (dispute) => {
    const types = dispute.defenseReasons[String(call.body.defenseReasonCode)];
    if (!types) return `Invalid defense reason: ${call.body.defenseReasonCode}`;
    const refusal = dispute.defenseRefusal;
    dispute.defenseRefusal = null;
    if (refusal !== null) return refusal;
    if (!isSatisfied(dispute, types)) return "Not all required defense documents are supplied";
    change(world, dispute, "Pending", "INFORMATION_SUPPLIED");
    if (dispute.charged) reverse(world, dispute);
    return null;
  });
}

export function acceptDispute(call: Call): object {
  return withOpenDispute(call, (dispute) => {
    dispute.status = "Accepted";
    return null;
  });
}

/** Errors of this service come with status 200 and `success: false`. */
function withOpenDispute(call: Call, change: (dispute: Dispute) => string | null): object {
  return withDispute(call, (dispute) => {
    const errorMessage =
      dispute.status === "Undefended"
        ? change(dispute)
        : `The dispute can't be changed: it is ${dispute.status}`;
    return errorMessage === null ? {} : { disputeServiceResult: { success: false, errorMessage } };
  });
}

function withDispute(call: Call, answer: (dispute: Dispute) => object): object {
  const { world, body } = call;
  checkMerchantAccount(world, body.merchantAccountCode);
  const dispute = world.state.disputes.get(String(body.disputePspReference));
  if (!dispute || dispute.payment.session.request.merchantAccount !== body.merchantAccountCode)
    return { disputeServiceResult: { success: false, errorMessage: "Dispute not found" } };
  return { disputeServiceResult: { success: true }, ...answer(dispute) };
}

import type { ListedCharge, ListedMovement } from "../contract.ts";
import { fromStripeAmount } from "./amounts.ts";
import { captureAtStripe, releaseOf } from "./made-at-stripe.ts";
import {
  attemptField,
  movementField,
  readCaptures,
  referenceField,
  sessionField,
  type Written,
} from "./metadata.ts";
import { approval, chargeOf, paidWith } from "./translate-charge.ts";
import { captured, refundOutcome } from "./translate-movement.ts";
import type { WireIntent, WireRefund } from "./wire.ts";

/** A PaymentIntent of Kassa's that was approved, with everything that happened to its charge. */
export type ListedPayment = {
  readonly intent: WireIntent;
  /** Newest first, without the releases that Stripe shows as refunds. */
  readonly refunds: readonly WireRefund[];
  readonly disputes: readonly string[];
  /** When it last changed, in Unix seconds. */
  readonly changedAt: number;
};

/** Undefined if a part of it can't be translated. */
export function translateListed({
  intent,
  refunds,
  disputes,
  changedAt,
}: ListedPayment): ListedCharge | undefined {
  const { [attemptField]: idempotencyKey, [sessionField]: session } = intent.metadata;
  const outcome = approval(intent, intent.capture_method !== "manual", captureBeforeOf(intent));
  const movements = movementsOf(intent, refunds);
  if (idempotencyKey === undefined || session === undefined || outcome.kind === "unknown" || !movements)
    return undefined;
  const { card, bankAccount } = paidWith(intent);
  return {
    changedAt: new Date(changedAt * 1000),
    ...{ idempotencyKey, session, method: "card", card, bankAccount, outcome, movements, disputes },
  };
}

function captureBeforeOf(intent: WireIntent): number | null {
  if (intent.cancellation_reason === "automatic") return intent.canceled_at;
  return chargeOf(intent)?.payment_method_details?.card?.capture_before ?? null;
}

/** Captures first, then the release: no capture can follow it. Undefined if an amount isn't a whole number of minor units. */
function movementsOf(intent: WireIntent, refunds: readonly WireRefund[]): ListedMovement[] | undefined {
  const made = captureAtStripe(intent);
  const captures = [...readCaptures(intent.metadata), ...(made ? [made] : [])];
  const release = releaseOf(intent);
  const listed = [
    ...captures.map((capture) => movementOf(intent, "capture", capture)),
    ...(release ? [movementOf(intent, "void", release)] : []),
    ...refunds.map((refund) => refundOf(intent, refund)),
  ];
  return listed.every((movement) => movement !== undefined) ? listed : undefined;
}

function movementOf(
  intent: WireIntent,
  kind: "capture" | "void",
  { key, reference, amount: units, final }: Written,
): ListedMovement | undefined {
  const amount = fromStripeAmount(units ?? 0, intent.currency.toUpperCase());
  if (amount === undefined) return undefined;
  const outcome = kind === "void" ? { ...captured(intent), released: amount } : captured(intent);
  return { idempotencyKey: key, reference, kind, amount, final, outcome };
}

function refundOf(intent: WireIntent, refund: WireRefund): ListedMovement | undefined {
  const amount = fromStripeAmount(refund.amount, intent.currency.toUpperCase());
  if (amount === undefined) return undefined;
  return {
    idempotencyKey: refund.metadata?.[movementField] ?? refund.id,
    reference: refund.metadata?.[referenceField] ?? null,
    kind: "refund",
    amount,
    final: false,
    outcome: refundOutcome(refund),
  };
}

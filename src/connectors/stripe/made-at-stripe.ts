import { readCaptures, readRelease, type Written } from "./metadata.ts";
import { chargeOf } from "./translate-charge.ts";
import type { WireIntent } from "./wire.ts";

/**
 * What was captured of a PaymentIntent without Kassa, in Stripe's dashboard, as one capture; undefined if nothing was. It has no object
 * at Stripe, so its key is made of the PaymentIntent's id.
 */
export function captureAtStripe(intent: WireIntent): Written | undefined {
  if (intent.capture_method !== "manual") return undefined;
  const own = readCaptures(intent.metadata).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const amount = (chargeOf(intent)?.amount_captured ?? 0) - own;
  return amount > 0 ? { key: `${intent.id} captured`, reference: null, amount, final: false } : undefined;
}

/**
 * The release of a PaymentIntent's authorization: Kassa's, or one that was made in Stripe's dashboard. Undefined if nothing was released,
 * if a final capture released the rest, or if the authorization lapsed.
 */
export function releaseOf(intent: WireIntent): Written | undefined {
  const charge = chargeOf(intent);
  if (!charge || intent.status === "requires_capture" || intent.cancellation_reason === "automatic")
    return undefined;
  const amount = charge.amount - charge.amount_captured;
  if (amount <= 0 || readCaptures(intent.metadata).some(({ final }) => final)) return undefined;
  const { key, reference } = readRelease(intent.metadata) ?? {
    key: `${intent.id} released`,
    reference: null,
  };
  return { key, reference, amount, final: false };
}

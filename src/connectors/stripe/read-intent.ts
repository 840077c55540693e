import type { StripeCall, StripeClient } from "./client.ts";
import { unexpected } from "./read-payment.ts";
import { unknown } from "./translate-charge.ts";
import { type WireIntent, wireIntent } from "./wire.ts";

/** Reads a PaymentIntent with its charge. */
export async function readIntent(
  client: StripeClient,
  call: StripeCall,
  id: string,
): Promise<WireIntent | { readonly kind: "unknown"; readonly detail: string }> {
  const query = { expand: ["latest_charge"] };
  const answer = await client.get(call, `/v1/payment_intents/${encodeURIComponent(id)}`, query);
  if (answer.kind === "error") return unknown(`Stripe can't show the PaymentIntent (${answer.error.code})`);
  if (answer.kind === "unknown") return answer;
  return wireIntent.fits(answer.body) ? answer.body : unexpected;
}

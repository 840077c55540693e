/** A page that is shown as paid: stripe-mock's fixture is an open one. */
export const paidPage = "cs_test_a2";

type Json = { [name: string]: unknown };

/** Gives the fixtures what they lack: they remember nothing of requests, so a payment is never authorized and a page never expires. */
export function adaptFixture(path: string, response: Json): Json {
  if (path.endsWith("/expire")) return { ...response, status: "expired" };
  if (path.endsWith(`/${paidPage}`))
    return { ...response, status: "complete", payment_intent: authorized(response.payment_intent as Json) };
  // The metadata that the connector gave the payment.
  if (path.startsWith("/v1/disputes/"))
    return { ...response, payment_intent: named(response.payment_intent as Json) };
  return response;
}

const named = (intent: Json): Json => ({
  ...intent,
  metadata: { kassa_attempt: "att_1", kassa_session: "cs_1" },
});

const authorized = (intent: Json): Json => ({
  ...named(intent),
  status: "requires_capture",
  latest_charge: { ...(intent.latest_charge as Json | null), disputed: true },
});

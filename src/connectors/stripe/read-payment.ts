import type { ChargeRef } from "../contract.ts";
import type { StripeCall, StripeClient } from "./client.ts";
import { attemptField } from "./metadata.ts";
import { paymentOf, type StripePayment, unknown } from "./translate-charge.ts";
import { wireSession, wireSessions } from "./wire.ts";

export type ReadPayment =
  | { readonly kind: "read"; readonly payment: StripePayment }
  /** Stripe has made no session for the attempt. */
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly detail: string };

const expansion = "payment_intent.latest_charge";

/** How long before and after an attempt's start its session can have been made, by Stripe's clock, in seconds. */
const beforeSeconds = 5 * 60;
const afterSeconds = 15 * 60;

/** At most so many pages of a hundred sessions are read, as long as there is time. */
const pagesAtMost = 10;

/**
 * Reads a charge: by the reference of its session, by that of its PaymentIntent, or, when Kassa knows neither, among the sessions
 * that were made when the attempt began. Search isn't used, because it lags behind.
 */
export function readPayment(client: StripeClient, call: StripeCall, charge: ChargeRef): Promise<ReadPayment> {
  if (charge.hostedReference !== null) return readSession(client, call, charge.hostedReference);
  if (charge.pspReference !== null) return readByIntent(client, call, charge.pspReference);
  return searchSession(client, call, charge);
}

async function readSession(client: StripeClient, call: StripeCall, id: string): Promise<ReadPayment> {
  const answer = await client.get(call, `/v1/checkout/sessions/${encodeURIComponent(id)}`, {
    expand: [expansion],
  });
  if (answer.kind === "error") return unknown(`Stripe can't show the session (${answer.error.code})`);
  if (answer.kind === "unknown") return answer;
  return wireSession.fits(answer.body) ? read(answer.body) : unexpected;
}

async function readByIntent(client: StripeClient, call: StripeCall, intent: string): Promise<ReadPayment> {
  const query = { payment_intent: intent, expand: [`data.${expansion}`] };
  const answer = await client.get(call, "/v1/checkout/sessions", query);
  if (answer.kind === "error") return unknown(`Stripe can't list sessions (${answer.error.code})`);
  if (answer.kind === "unknown") return answer;
  if (!wireSessions.fits(answer.body)) return unexpected;
  const [session] = answer.body.data;
  return session ? read(session) : unknown("Stripe shows no session of the PaymentIntent");
}

async function searchSession(
  client: StripeClient,
  { account, timeoutMs }: StripeCall,
  { startedAt, idempotencyKey }: ChargeRef,
): Promise<ReadPayment> {
  const started = Math.floor(startedAt.getTime() / 1000);
  const created = { gte: started - beforeSeconds, lte: started + afterSeconds };
  const endMs = performance.now() + timeoutMs;
  let after: string | undefined;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) break;
    const query = { created, limit: 100, starting_after: after, expand: [`data.${expansion}`] };
    const answer = await client.get({ account, timeoutMs: leftMs }, "/v1/checkout/sessions", query);
    if (answer.kind === "error") return unknown(`Stripe can't list sessions (${answer.error.code})`);
    if (answer.kind === "unknown") return answer;
    if (!wireSessions.fits(answer.body)) return unexpected;
    const { data, has_more: hasMore } = answer.body;
    const session = data.find(({ metadata }) => metadata?.[attemptField] === idempotencyKey);
    if (session) return read(session);
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return { kind: "none" };
  }
  return unknown("there are too many sessions to find the attempt's among them");
}

function read(session: Parameters<typeof paymentOf>[0]): ReadPayment {
  const payment = paymentOf(session);
  return payment ? { kind: "read", payment } : unexpected;
}

export const unexpected = unknown("the response has an unexpected shape");

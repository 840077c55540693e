import type { Call } from "./call.ts";
import { checkAmount } from "./currencies.ts";
import { invalidRequest, resourceMissing } from "./errors.ts";
import { emitIntent, emitSession } from "./events.ts";
import { checkMetadata, mergeMetadata } from "./metadata.ts";
import { renderLineItem, renderSession } from "./render-payment.ts";
import { makeId, type Session, type SessionParams } from "./state.ts";
import type { World } from "./world.ts";

const minuteSeconds = 60;

export function createSession(call: Call): object {
  const { world, livemode } = call;
  const params = call.body as SessionParams;
  const { amount, currency } = checkParams(params);
  const created = world.clock.now();
  const expiresAt = params.expires_at ?? created + 24 * 60 * minuteSeconds;
  checkExpiry(expiresAt, created);
  const session: Session = {
    id: makeId(livemode ? "cs_live" : "cs_test", 58),
    livemode,
    created,
    status: "open",
    expiresAt,
    amount,
    currency,
    params,
    metadata: params.metadata ?? {},
    customerEmail: params.customer_email ?? null,
    intent: null,
  };
  world.state.sessions.set(session.id, session);
  world.clock.at(expiresAt, () => {
    if (session.status === "open") endSession(world, session);
  });
  return renderSession(world, session);
}

function checkParams(params: SessionParams): { readonly amount: number; readonly currency: string } {
  if (params.mode !== "payment") throw missing(params.mode, "mode");
  if ((params.ui_mode ?? "hosted_page") !== "hosted_page")
    throw invalidRequest("The fake only knows hosted pages.", { param: "ui_mode" });
  if (params.success_url === undefined) throw missing(undefined, "success_url");
  for (const param of ["success_url", "cancel_url"] as const)
    if (params[param] !== undefined && !/^https?:\/\/[^\s]+$/.test(params[param])) throw invalidUrl(param);
  if (params.payment_method_types?.some((type) => type !== "card"))
    throw invalidRequest("The fake's customers only have cards.", { param: "payment_method_types" });
  if (params.customer_email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(params.customer_email))
    throw invalidRequest(`Invalid email address: ${params.customer_email}`, {
      code: "email_invalid",
      param: "customer_email",
    });
  checkMetadata(params.metadata);
  checkMetadata(params.payment_intent_data?.metadata);
  checkDescriptors(params.payment_intent_data);
  return totalOf(params);
}

function checkDescriptors(data: SessionParams["payment_intent_data"]): void {
  // The specification: "Setting this value for a card charge returns an error."
  if (data?.statement_descriptor !== undefined)
    throw invalidRequest(
      "The `statement_descriptor` parameter isn't supported for cards. Use `statement_descriptor_suffix` instead.",
      { param: "payment_intent_data[statement_descriptor]" },
    );
  if (/[<>\\'"*]/.test(data?.statement_descriptor_suffix ?? ""))
    throw invalidRequest("The statement descriptor suffix contains invalid characters.", {
      param: "payment_intent_data[statement_descriptor_suffix]",
    });
}

function totalOf(params: SessionParams): { readonly amount: number; readonly currency: string } {
  const items = params.line_items ?? [];
  const prices = items.map(({ price_data }) => price_data);
  const [first] = prices;
  if (!first) throw missing(undefined, "line_items");
  const currency = first.currency;
  let amount = 0;
  items.forEach(({ quantity }, index) => {
    const price = prices[index];
    if (price?.unit_amount === undefined)
      throw missing(undefined, `line_items[${index}][price_data][unit_amount]`);
    if (!price.product_data) throw missing(undefined, `line_items[${index}][price_data][product_data]`);
    if (price.currency !== currency)
      throw invalidRequest("All prices of a session must have the same currency.", { param: "line_items" });
    if (!/^[a-z]{3}$/.test(currency))
      throw invalidRequest(`Invalid currency: ${currency}.`, {
        param: `line_items[${index}][price_data][currency]`,
      });
    if (quantity === undefined) throw missing(undefined, `line_items[${index}][quantity]`);
    amount += price.unit_amount * quantity;
  });
  checkAmount(amount, currency, "line_items");
  return { amount, currency };
}

function checkExpiry(expiresAt: number, now: number): void {
  const [least, most] = [now + 30 * minuteSeconds, now + 24 * 60 * minuteSeconds];
  // A request may take a few seconds.
  if (expiresAt < least - 5 || expiresAt > most + 5)
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
}

function missing(given: string | undefined, param: string) {
  if (given !== undefined) return invalidRequest(`The fake doesn't know ${param}=${given}.`, { param });
  return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

function invalidUrl(param: string) {
  return invalidRequest("Not a valid URL", { code: "url_invalid", param });
}

export function findSession(call: Call): Session {
  const session = call.world.state.sessions.get(call.id);
  if (session?.livemode !== call.livemode) throw resourceMissing("checkout.session", call.id, "session");
  return session;
}

export function updateSession(call: Call): object {
  const session = findSession(call);
  session.metadata = mergeMetadata(session.metadata, call.body.metadata);
  return renderSession(call.world, session);
}

export function expireSession(call: Call): object {
  const session = findSession(call);
  if (session.status !== "open")
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      { param: "session" },
    );
  endSession(call.world, session);
  return renderSession(call.world, session);
}

/** Ends an open session. An intent that a declined card left behind ends with it. */
function endSession(world: World, session: Session): void {
  session.status = "expired";
  const intent = session.intent === null ? undefined : world.state.intents.get(session.intent);
  if (intent) {
    intent.status = "canceled";
    intent.challengeUrl = null;
    intent.canceledAt = world.clock.now();
    intent.cancellationReason = "expired";
    emitIntent(world, "canceled", intent);
  }
  emitSession(world, "expired", session);
}

export function renderLineItems(session: Session): object {
  const data = (session.params.line_items ?? []).map((item, index) => renderLineItem(session, item, index));
  return { object: "list", data, has_more: false, url: `/v1/checkout/sessions/${session.id}/line_items` };
}

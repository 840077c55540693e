import { present } from "../../../src/kernel/assert.ts";
import { book, processingFee } from "./balance.ts";
import type { CardError } from "./card-error.ts";
import { openDispute } from "./disputes.ts";
import { emitCharge, emitIntent, emitSession } from "./events.ts";
import { lapse } from "./release.ts";
import { type Charge, type Intent, makeId, type Session } from "./state.ts";
import { authenticationFailure, cardError, findTestCard, type TestCard } from "./test-cards.ts";
import { recordMove, type World } from "./world.ts";

/** What became of a customer's step on the hosted page. */
export type PageOutcome =
  | { readonly kind: "paid"; readonly redirectUrl: string }
  | { readonly kind: "declined"; readonly message: string }
  /** The issuer's page has to be answered first. */
  | { readonly kind: "challenge"; readonly url: string }
  /** The session is complete or expired. */
  | { readonly kind: "over"; readonly status: Session["status"] };

export type Entry = { readonly number: string; readonly email?: string };

/** The customer submits a card on the hosted page. */
export function submitCard(world: World, session: Session, entry: Entry): PageOutcome {
  if (session.status !== "open") return { kind: "over", status: session.status };
  const card = findTestCard(entry.number);
  // The page itself refuses a number that no card has: nothing reaches the API.
  if (!card) return { kind: "declined", message: cardError("incorrect_number", null).message };
  session.customerEmail ??= entry.email ?? "customer@example.com";
  const intent = intentOf(world, session);
  intent.card = card;
  intent.lastError = null;
  if (!card.challenge) return charge(world, session, intent, card);
  intent.status = "requires_action";
  intent.challengeUrl = `${world.pageUrl()}/c/pay/${session.id}/authenticate`;
  emitIntent(world, "requires_action", intent);
  return { kind: "challenge", url: intent.challengeUrl };
}

/** The customer answers the issuer's page. */
export function answerChallenge(world: World, session: Session, passes: boolean): PageOutcome {
  const intent = session.intent === null ? undefined : world.state.intents.get(session.intent);
  if (session.status !== "open" || intent?.status !== "requires_action")
    return { kind: "over", status: session.status };
  const card = present(intent.card, "the challenged card");
  intent.challengeUrl = null;
  if (passes) return charge(world, session, intent, card);
  decline(world, intent, authenticationFailure);
  return { kind: "declined", message: authenticationFailure.message };
}

function intentOf(world: World, session: Session): Intent {
  const known = session.intent === null ? undefined : world.state.intents.get(session.intent);
  if (known) return known;
  const data = session.params.payment_intent_data ?? {};
  const intent: Intent = {
    id: makeId("pi"),
    livemode: session.livemode,
    created: world.clock.now(),
    session: session.id,
    amount: session.amount,
    currency: session.currency,
    captureMethod: data.capture_method === "manual" ? "manual" : "automatic_async",
    multicapture: session.params.payment_method_options?.card?.request_multicapture === "if_available",
    status: "requires_payment_method",
    amountCapturable: 0,
    amountReceived: 0,
    metadata: data.metadata ?? {},
    latestCharge: null,
    lastError: null,
    canceledAt: null,
    cancellationReason: null,
    challengeUrl: null,
    card: null,
  };
  world.state.intents.set(intent.id, intent);
  session.intent = intent.id;
  emitIntent(world, "created", intent);
  return intent;
}

function charge(world: World, session: Session, intent: Intent, card: TestCard): PageOutcome {
  const made = makeCharge(world, intent, card);
  if (card.decline) {
    emitCharge(world, "failed", made);
    decline(world, intent, card.decline);
    return { kind: "declined", message: card.decline.message };
  }
  recordMove(world, "authorized", made, made.amount);
  session.status = "complete";
  if (intent.captureMethod === "manual") authorize(world, intent, made);
  else {
    take(world, intent, made, intent.amount);
    emitCharge(world, "succeeded", made);
    emitIntent(world, "succeeded", intent);
  }
  emitSession(world, "completed", session);
  if (made.captured) disputeIfTestCard(world, made);
  const url = present(session.params.success_url, "success_url");
  return { kind: "paid", redirectUrl: url.replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
}

function makeCharge(world: World, intent: Intent, card: TestCard): Charge {
  const created = world.clock.now();
  const isHeld = intent.captureMethod === "manual" && !card.decline;
  const made: Charge = {
    id: makeId("ch"),
    livemode: intent.livemode,
    created,
    intent: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    card,
    authenticated: card.challenge,
    failure: card.decline,
    captureBefore: isHeld ? created + world.authorizationDays * 86_400 : null,
    captured: false,
    amountCaptured: 0,
    amountRefunded: 0,
    amountReleased: 0,
    disputed: false,
    balanceTransaction: null,
  };
  world.state.charges.set(made.id, made);
  intent.latestCharge = made.id;
  return made;
}

function decline(world: World, intent: Intent, error: CardError): void {
  intent.status = "requires_payment_method";
  intent.lastError = error;
  emitIntent(world, "payment_failed", intent);
}

function authorize(world: World, intent: Intent, made: Charge): void {
  intent.status = "requires_capture";
  intent.amountCapturable = intent.amount;
  emitCharge(world, "succeeded", made);
  emitIntent(world, "amount_capturable_updated", intent);
  world.clock.at(present(made.captureBefore, "capture_before"), () => lapse(world, intent, made));
}

/** Takes money of an authorization, and books it. */
export function take(world: World, intent: Intent, made: Charge, amount: number): void {
  made.captured = true;
  made.amountCaptured += amount;
  intent.amountReceived += amount;
  intent.status = "succeeded";
  intent.amountCapturable = 0;
  const { currency, livemode, id } = made;
  const fee = processingFee(amount, currency);
  made.balanceTransaction = book(world, {
    amount,
    fee,
    currency,
    type: "charge",
    reportingCategory: "charge",
    source: id,
    livemode,
  });
  recordMove(world, "captured", made, amount);
}

/** Stripe's cards for disputes are disputed as soon as their charge is captured. */
export function disputeIfTestCard(world: World, made: Charge): void {
  if (made.card.dispute && !made.disputed) openDispute(world, made, made.card.dispute);
}

import { present } from "../../../src/kernel/assert.ts";
import type { Call, Result } from "./call.ts";
import { makeCapture } from "./captures.ts";
import { type Money, readMoney } from "./currencies.ts";
import { notFound, unprocessable } from "./errors.ts";
import { checkInvoiceId } from "./orders.ts";
import { authorizationLinks, captureLinks, renderAuthorization, renderCapture } from "./render-payment.ts";
import {
  type Authorization,
  type Capture,
  type Funding,
  type Hold,
  heldAmount,
  makeId,
  type Order,
} from "./state.ts";
import { recordMove, type World } from "./world.ts";

const day = 86_400;
const honorSeconds = 3 * day;
const validSeconds = 29 * day;

/** Holds the money of an approved order, unless PayPal reviews or declines that. */
export function authorize(world: World, order: Order, funding: Funding): Authorization {
  const now = world.clock.now();
  const { amount } = order;
  const hold: Hold = {
    ...{ order, amount, captured: 0, released: 0, created: now },
    ...{ authorizations: [], emptyAfterHonorPeriod: false },
  };
  const authorization = addAuthorization(world, hold, amount, false);
  if (funding.declined) deny(world, authorization);
  else if (!funding.pending) beginHold(world, authorization);
  else authorization.status = "PENDING";
  return authorization;
}

function addAuthorization(
  world: World,
  hold: Hold,
  amount: number,
  isReauthorization: boolean,
): Authorization {
  const now = world.clock.now();
  const expiresAt = hold.created + validSeconds;
  const authorization: Authorization = {
    ...{ id: makeId(), created: now, updated: now, hold, amount, expiresAt, isReauthorization },
    honorEndsAt: Math.min(now + honorSeconds, expiresAt),
    status: "CREATED",
    expired: false,
  };
  hold.authorizations.push(authorization);
  world.state.authorizations.set(authorization.id, authorization);
  world.clock.at(expiresAt, () => lapse(world, authorization));
  return authorization;
}

function beginHold(world: World, authorization: Authorization): void {
  recordMove(world, "authorized", authorization.hold.order, authorization.amount, authorization.id);
  change(world, authorization, "CREATED");
  world.notify("PAYMENT.AUTHORIZATION.CREATED", renderAuthorization(world, authorization));
}

function deny(world: World, authorization: Authorization): void {
  authorization.hold.released = authorization.hold.amount;
  change(world, authorization, "DENIED");
  // PayPal's list of events has none for a denied authorization.
  world.notify("PAYMENT.AUTHORIZATION.VOIDED", renderAuthorization(world, authorization));
}

/** PayPal's review decides an authorization that is pending. */
export function decideAuthorization(world: World, authorization: Authorization, succeeds: boolean): void {
  if (authorization.status !== "PENDING")
    throw new Error(`Authorization ${authorization.id} is ${authorization.status}.`);
  if (succeeds) beginHold(world, authorization);
  else deny(world, authorization);
}

function change(world: World, authorization: Authorization, status: Authorization["status"]): void {
  authorization.status = status;
  authorization.updated = world.clock.now();
}

/** Gives what is held back to the customer. */
function releaseRest(world: World, hold: Hold, object: string): void {
  const rest = heldAmount(hold);
  hold.released += rest;
  recordMove(world, "released", hold.order, rest, object);
}

function isOpen({ status }: Authorization): boolean {
  return status === "CREATED" || status === "PARTIALLY_CAPTURED" || status === "PENDING";
}

/** The end of the validity. */
function lapse(world: World, authorization: Authorization): void {
  if (!isOpen(authorization)) return;
  if (authorization.status !== "PENDING") releaseRest(world, authorization.hold, authorization.id);
  authorization.expired = true;
  change(world, authorization, "VOIDED");
  world.notify("PAYMENT.AUTHORIZATION.VOIDED", renderAuthorization(world, authorization));
}

/** By a call, or in PayPal's dashboard: also the reauthorizations end. What was captured remains captured. */
export function voidHold(world: World, authorization: Authorization): void {
  if (authorization.status !== "PENDING") releaseRest(world, authorization.hold, authorization.id);
  for (const one of authorization.hold.authorizations.filter(isOpen)) {
    change(world, one, "VOIDED");
    world.notify("PAYMENT.AUTHORIZATION.VOIDED", renderAuthorization(world, one));
  }
}

export function voidAuthorization(call: Call): Result {
  const { world, wantsRepresentation } = call;
  const authorization = findAuthorization(call);
  if (authorization.isReauthorization) throw unprocessable("CANNOT_BE_VOIDED");
  if (authorization.status === "CAPTURED") throw unprocessable("PREVIOUSLY_CAPTURED");
  if (!isOpen(authorization)) throw unprocessable("PREVIOUSLY_VOIDED");
  voidHold(world, authorization);
  if (!wantsRepresentation) return { status: 204, body: null };
  const render = () => renderAuthorization(world, authorization);
  return { status: 200, body: render(), latest: render };
}

type CaptureBody = {
  readonly amount?: Money;
  readonly final_capture?: boolean;
  readonly invoice_id?: string;
};

/** `POST /v2/payments/authorizations/{id}/capture`: a part, or what is left. `final_capture` releases the rest. */
export function captureAuthorization(call: Call): Result {
  const { world, body, wantsRepresentation } = call;
  const { amount: given, final_capture: final = false, invoice_id } = body as CaptureBody;
  const authorization = findAuthorization(call);
  const { hold } = authorization;
  checkCapturable(world, authorization);
  const amount =
    given === undefined ? heldAmount(hold) : readAmount(given, hold, "AUTH_CAPTURE_CURRENCY_MISMATCH");
  if (hold.captured + amount > Math.floor(hold.amount * world.settings.overCapture))
    throw unprocessable("MAX_CAPTURE_AMOUNT_EXCEEDED", { field: "/amount/value" });
  const invoiceId = invoice_id ?? hold.order.unit.invoice_id;
  if (invoice_id !== undefined) checkInvoiceId(world, invoice_id);
  const capture = takeFrom(world, authorization, { amount, final, invoiceId });
  const render = (): object =>
    wantsRepresentation
      ? renderCapture(world, capture)
      : { id: capture.id, status: capture.status, links: captureLinks(world, capture) };
  return { status: 201, body: render(), latest: render };
}

/** @throws ApiError for what can't be captured or reauthorized */
function checkCapturable(world: World, { status, expired, honorEndsAt, hold }: Authorization): void {
  if (expired) throw unprocessable("AUTHORIZATION_EXPIRED");
  switch (status) {
    case "VOIDED":
      throw unprocessable("AUTHORIZATION_VOIDED");
    case "DENIED":
      throw unprocessable("AUTHORIZATION_DENIED");
    case "CAPTURED":
      throw unprocessable("AUTHORIZATION_ALREADY_CAPTURED");
    case "PENDING":
      throw unprocessable("TRANSACTION_REFUSED");
    case "CREATED":
    case "PARTIALLY_CAPTURED":
      if (hold.emptyAfterHonorPeriod && world.clock.now() >= honorEndsAt)
        throw unprocessable("PAYER_CANNOT_PAY");
  }
}

function readAmount(given: Money, { order }: Hold, mismatch: string): number {
  if (given.currency_code !== order.currency)
    throw unprocessable(mismatch, { field: "/amount/currency_code", value: given.currency_code });
  return readMoney(given, { field: "/amount", decimalsIssue: "DECIMALS_NOT_SUPPORTED" });
}

function takeFrom(
  world: World,
  authorization: Authorization,
  { amount, final, invoiceId }: Pick<Capture, "amount" | "final" | "invoiceId">,
): Capture {
  const { hold } = authorization;
  hold.captured += amount;
  const isLast = final || hold.captured >= hold.amount;
  const given = { order: hold.order, authorization, amount, final: isLast, invoiceId };
  const { ofCaptures = {} } = present(hold.order.funding, "the approved funding");
  const capture = makeCapture(world, given, ofCaptures);
  if (capture.status === "DECLINED") return capture;
  if (final) releaseRest(world, hold, capture.id);
  const status = isLast ? "CAPTURED" : "PARTIALLY_CAPTURED";
  for (const one of hold.authorizations.filter(isOpen)) change(world, one, status);
  return capture;
}

/** `POST /v2/payments/authorizations/{id}/reauthorize`: a new authorization with another honor period, on the same hold. */
export function reauthorize(call: Call): Result {
  const { world, body, wantsRepresentation } = call;
  const original = findAuthorization(call);
  const { hold } = original;
  if (original.isReauthorization) throw unprocessable("REAUTHORIZATION_NOT_SUPPORTED");
  checkCapturable(world, original);
  if (world.clock.now() < (hold.authorizations.at(-1)?.honorEndsAt ?? 0))
    throw unprocessable("REAUTHORIZATION_TOO_SOON");
  const { amount: given } = body as { amount?: Money };
  const amount = given === undefined ? original.amount : readAmount(given, hold, "AUTH_CURRENCY_MISMATCH");
  if (amount > Math.floor(original.amount * world.settings.overCapture))
    throw unprocessable("TRANSACTION_REFUSED");
  const renewed = addAuthorization(world, hold, amount, true);
  resizeHold(world, renewed);
  world.notify("PAYMENT.AUTHORIZATION.CREATED", renderAuthorization(world, renewed));
  const render = (): object =>
    wantsRepresentation
      ? renderAuthorization(world, renewed)
      : { id: renewed.id, status: renewed.status, links: authorizationLinks(world, renewed) };
  return { status: 201, body: render(), latest: render };
}

/** A reauthorization of another amount holds more or less than before. */
function resizeHold(world: World, { hold, amount, id }: Authorization): void {
  const more = amount - hold.amount;
  hold.amount = amount;
  recordMove(world, more > 0 ? "authorized" : "released", hold.order, Math.abs(more), id);
}

function findAuthorization({ world, id }: Call): Authorization {
  const authorization = world.state.authorizations.get(id);
  if (!authorization) throw notFound();
  return authorization;
}

export function getAuthorization(call: Call): object {
  return renderAuthorization(call.world, findAuthorization(call));
}

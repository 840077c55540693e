import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  ChargeName,
  NotificationOutcome,
  NotificationRequest,
  NotificationSubject,
} from "../contract.ts";
import { attemptField, movementField } from "./metadata.ts";
import { type WireEvent, wireEvent } from "./wire.ts";

/** How far a signature's time may differ from ours, in either direction: Stripe's own tolerance. */
const toleranceMs = 5 * 60 * 1000;

/** Verifies an event's signature (docs.stripe.com/webhooks#verify-manually), then says what it is about. */
export async function parseNotification(request: NotificationRequest): Promise<NotificationOutcome> {
  const fault = findSignatureFault(request);
  if (fault !== undefined) return { kind: "refused", detail: fault };
  const event = parseJson(request.rawBody);
  if (!wireEvent.fits(event)) return { kind: "refused", detail: "the event has an unexpected shape" };
  const mode = event.livemode ? "live" : "sandbox";
  return { kind: "accepted", eventId: event.id, mode, about: subjectsOf(event) };
}

function subjectsOf({ data: { object } }: WireEvent): readonly NotificationSubject[] {
  const intent = object.payment_intent ? { pspReference: object.payment_intent } : undefined;
  switch (object.object) {
    case "checkout.session":
    case "payment_intent":
    case "charge": {
      // Without the attempt's id, it is a payment that the merchant makes without Kassa.
      const key = object.metadata?.[attemptField];
      return key === undefined ? [] : [{ kind: "charge", charge: { idempotencyKey: key } }];
    }
    case "refund":
      return intent ? [refundSubject(object, intent)] : [];
    case "dispute":
      return intent ? [{ kind: "dispute", pspReference: object.id, charge: intent }] : [];
    default:
      return [];
  }
}

/** A refund without Kassa's key was made in Stripe's dashboard, and is known by its own id. */
function refundSubject(
  { id, metadata }: WireEvent["data"]["object"],
  charge: ChargeName,
): NotificationSubject {
  return { kind: "movement", idempotencyKey: metadata?.[movementField] ?? id, charge };
}

/** Why the header `Stripe-Signature: t=<unix seconds>,v1=<hex>,…` is invalid for the body; undefined if it is valid. */
function findSignatureFault({ headers, rawBody, account, nowMs }: NotificationRequest): string | undefined {
  const header = headers["stripe-signature"];
  const parts = typeof header === "string" ? header.split(",").map((part) => part.trim()) : [];
  const seconds = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => part.slice(3));
  if (seconds === undefined || signatures.length === 0) return "the signature is missing or malformed";
  const { webhookSecret: secret } = account.settings;
  // The versions of the credentials before the registration at Stripe have none.
  if (!secret) return "the credentials have no signing secret";
  const expected = createHmac("sha256", secret).update(`${seconds}.`).update(rawBody).digest();
  if (!signatures.some((signature) => timingSafeEqual(Buffer.from(signature, "hex"), expected)))
    return "the signature does not match";
  if (Math.abs(nowMs - Number(seconds) * 1000) > toleranceMs) return "the signature is too old";
  return undefined;
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

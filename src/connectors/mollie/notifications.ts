import { createHmac, timingSafeEqual } from "node:crypto";
import type { NotificationOutcome, NotificationRequest } from "../contract.ts";
import { wireEvent } from "./wire.ts";

const paymentId = /^tr_[0-9A-Za-z]{1,60}$/;

/**
 * Reads both kinds of Mollie's notifications. A classic one is a form with the payment's id; nobody has signed it. An event of the next
 * generation of webhooks is JSON, signed with the secret of its webhook. Mollie signs no time: Kassa takes each event once, by its id.
 */
export function parseNotification({ account, headers, rawBody }: NotificationRequest): NotificationOutcome {
  const signature = headers["x-mollie-signature"];
  if (signature === undefined) return parseClassic(rawBody.toString("utf8"));
  const secret = account.settings.webhookSecret;
  if (!secret) return refused("the account has no webhook secret");
  if (!isSigned(String(signature), rawBody, secret)) return refused("the signature does not match");
  const event = parseJson(rawBody);
  if (!wireEvent.fits(event)) return refused("the event has an unexpected shape");
  const { id: eventId, entityId, _embedded: embedded } = event;
  const payment = embedded?.entity?.paymentId ?? entityId;
  const about = paymentId.test(payment) ? chargeAt(payment) : [];
  return { kind: "accepted", eventId, mode: account.mode, about };
}

/** Every classic notification has the payment's id, even those about refunds and chargebacks. */
function parseClassic(body: string): NotificationOutcome {
  if (body.length > 1_000) return refused("the notification is too long");
  const id = new URLSearchParams(body).get("id");
  if (id === null || !paymentId.test(id)) return refused("the notification names no payment");
  return { kind: "unsigned", about: chargeAt(id) };
}

const chargeAt = (pspReference: string) => [{ kind: "charge", charge: { pspReference } } as const];

/** For a day after a rotation of the secret, Mollie sends two signatures, separated by a comma. */
function isSigned(header: string, rawBody: Buffer, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  return header.split(",").some((value) => {
    const [, hex] = /^\s*(?:sha256=)?([0-9a-f]{64})\s*$/.exec(value) ?? [];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, "hex"), expected);
  });
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

const refused = (detail: string): NotificationOutcome => ({ kind: "refused", detail });

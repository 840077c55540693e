import { verify } from "node:crypto";
import { crc32 } from "node:zlib";
import type { NotificationOutcome, NotificationRequest } from "../contract.ts";
import type { Certificates } from "./certificates.ts";
import { subjectsOf } from "./notification-subjects.ts";
import { wireEvent } from "./wire.ts";

/**
 * Verifies an event by PayPal's certificate (developer.paypal.com, webhooks, "Self verification method"). The signature covers the
 * transmission's id and time, the webhook's id and the CRC32 of the body. CRC32 doesn't keep somebody who has a signed event from making
 * another body that fits, so an event is never more than a reason to ask PayPal. Each delivery has another time, and an old event stays
 * valid: Kassa takes each event once, by its id.
 */
export async function parseNotification(
  certificates: Certificates,
  request: NotificationRequest,
): Promise<NotificationOutcome> {
  const fault = await findSignatureFault(certificates, request);
  if (fault !== undefined) return { kind: "refused", detail: fault };
  const event = parseJson(request.rawBody);
  if (!wireEvent.fits(event)) return { kind: "refused", detail: "the event has an unexpected shape" };
  return { kind: "accepted", eventId: event.id, mode: request.account.mode, about: subjectsOf(event) };
}

/** Why the signature is invalid; undefined if it is valid. */
async function findSignatureFault(
  certificates: Certificates,
  { account, headers, rawBody, nowMs }: NotificationRequest,
): Promise<string | undefined> {
  const { webhookId } = account.settings;
  if (!webhookId) return "the account has no webhook ID";
  const id = headerOf(headers, "paypal-transmission-id");
  const time = headerOf(headers, "paypal-transmission-time");
  const signature = headerOf(headers, "paypal-transmission-sig");
  const address = headerOf(headers, "paypal-cert-url");
  if (id === null || time === null || signature === null || address === null)
    return "the signature is missing or malformed";
  if (headerOf(headers, "paypal-auth-algo")?.toUpperCase() !== "SHA256WITHRSA")
    return "the signature has another algorithm than SHA256withRSA";
  const found = await certificates.keyAt(address, account.mode, nowMs);
  if (found.kind === "refused") return found.detail;
  const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(rawBody)}`);
  const isGenuine = verify("RSA-SHA256", signed, found.key, Buffer.from(signature, "base64"));
  return isGenuine ? undefined : "the signature does not match";
}

/** Null if the header is missing, repeated or too long. */
function headerOf(headers: NotificationRequest["headers"], name: string): string | null {
  const value = headers[name];
  return typeof value === "string" && value !== "" && value.length <= 2_000 ? value : null;
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { looksLikeOurs, parseId } from "../../kernel/id.ts";
import type { NotificationOutcome, NotificationRequest, NotificationSubject } from "../contract.ts";
import { merchantAccountOf } from "./client.ts";
import { reportNamePattern } from "./download-report.ts";
import { toFact } from "./fact.ts";
import { disputeEvents } from "./fold.ts";
import { movementKeyOf } from "./rest-key.ts";
import { type WireItem, wireMessage } from "./wire.ts";

/**
 * Reads a standard webhook. Adyen signs each item, not the body, so every item has to be verified before any is read. The environment
 * (`live`) isn't signed, but each has HMAC keys of its own.
 */
export function parseNotification({ account, rawBody }: NotificationRequest): NotificationOutcome {
  const hmacKey = account.settings.hmacKey;
  if (!hmacKey) return refused("the account has no HMAC key");
  const message = parseJson(rawBody);
  if (!wireMessage.fits(message)) return refused("the notification has an unexpected shape");
  const items = message.notificationItems.map(({ NotificationRequestItem: item }) => item);
  if (!items.every((item) => isSigned(item, hmacKey))) return refused("the signature does not match");
  const merchantAccount = merchantAccountOf(account);
  const own = items.filter(({ merchantAccountCode }) => merchantAccountCode === merchantAccount);
  return {
    kind: "accepted",
    eventId: idOf(items),
    mode: message.live === "true" ? "live" : "sandbox",
    about: own.flatMap(subjectsOf),
    reports: own.flatMap((item) => announcedBy(item) ?? []),
  };
}

/**
 * HMAC-SHA256 over eight fields with the hexadecimal key. Adyen escapes nothing, although its documentation once said so
 * (adyen-python-api-library#117, adyen-php-api-library#165).
 */
function isSigned(item: WireItem, hmacKey: string): boolean {
  const { pspReference, originalReference, merchantAccountCode, merchantReference } = item;
  const { amount, eventCode, success } = item;
  const signed = [
    ...[pspReference, originalReference ?? "", merchantAccountCode, merchantReference],
    ...[amount.value, amount.currency, eventCode, success],
  ].join(":");
  const expected = createHmac("sha256", Buffer.from(hmacKey, "hex")).update(signed, "utf8").digest();
  const given = Buffer.from(item.additionalData.hmacSignature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Adyen's notifications have no id. One with several items is named by a digest. */
function idOf(items: readonly WireItem[]): string {
  const keys = items.map((item) => toFact(item).key);
  const [only = ""] = keys;
  if (keys.length === 1 && only.length <= 200) return only;
  return createHash("sha256").update(keys.toSorted().join("\n")).digest("hex");
}

/** What of it Kassa keeps. Other systems may use the same merchant account. */
function subjectsOf(item: WireItem): NotificationSubject[] {
  const { eventCode, merchantReference, originalReference, pspReference } = item;
  const isOfAttempt = parseId(merchantReference, "att") !== undefined;
  const charge = { idempotencyKey: merchantReference };
  if (disputeEvents.has(eventCode))
    return isOfAttempt ? [{ kind: "dispute", pspReference, charge, fact: toFact(item) }] : [];
  if (paymentEvents.has(eventCode))
    return isOfAttempt ? [{ kind: "charge", charge, fact: toFact(item) }] : [];
  if (!modificationEvents.has(eventCode)) return [];
  // Made by Adyen itself, or in the Customer Area, which takes over the payment's reference.
  if (isOfAttempt) {
    const mayHaveFailed = eventCode === "CAPTURE_FAILED" ? { mayHaveFailed: true as const } : {};
    return [{ kind: "charge", charge, fact: toFact(item), ...mayHaveFailed }];
  }
  if (!looksLikeOurs(merchantReference) || !originalReference) return [];
  const named = {
    idempotencyKey: movementKeyOf(merchantReference),
    charge: { pspReference: originalReference },
  };
  return [{ kind: "movement", ...named, fact: toFact(item) }];
}

/**
 * The number of the settlement report that an item announces. The signature covers the file's name, but not the address in `reason`, so
 * Kassa never calls that: it downloads the report from Adyen's own address, by its number.
 */
function announcedBy({ eventCode, success, pspReference }: WireItem): number | undefined {
  if (eventCode !== "REPORT_AVAILABLE" || success !== "true") return undefined;
  const number = reportNamePattern.exec(pspReference)?.[1];
  return number === undefined ? undefined : Number(number);
}

const paymentEvents: ReadonlySet<string> = new Set(["AUTHORISATION", "OFFER_CLOSED", "EXPIRE"]);

const modificationEvents: ReadonlySet<string> = new Set([
  "CAPTURE",
  "CAPTURE_FAILED",
  "CANCELLATION",
  "REFUND",
  "REFUND_FAILED",
  "REFUNDED_REVERSED",
  "CANCEL_OR_REFUND",
]);

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

const refused = (detail: string): NotificationOutcome => ({ kind: "refused", detail });

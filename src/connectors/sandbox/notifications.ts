import { createHmac, timingSafeEqual } from "node:crypto";
import type { NotificationOutcome, NotificationRequest, NotificationSubject } from "../contract.ts";
import { accountName, notificationSecret, type SecretKey } from "./accounts.ts";
import { type WireNotification, wireNotification } from "./wire.ts";

/** How far a signature's time may differ from ours, in either direction. */
const maxAgeMs = 5 * 60 * 1_000;

/** Verifies the signature of a notification from the simulated PSP, then parses it. */
export function parseNotification(request: NotificationRequest, secretKey: SecretKey): NotificationOutcome {
  const name = accountName(request.account);
  const fault = findSignatureFault(request, notificationSecret(secretKey, name));
  if (fault !== undefined) return refused(fault);
  const notification = parseJson(request.rawBody);
  if (!wireNotification.fits(notification)) return refused("the notification has an unexpected shape");
  const { data } = notification;
  if (notification.account !== name || data.account !== name)
    return refused("the notification is for another account");
  return { kind: "accepted", eventId: notification.id, mode: notification.mode, about: [subjectOf(data)] };
}

function subjectOf(data: WireNotification["data"]): NotificationSubject {
  switch (data.object) {
    case "charge":
      return {
        kind: "charge",
        charge: { idempotencyKey: data.idempotencyKey },
        ...(data.status === "failed" ? { mayHaveFailed: true } : {}),
      };
    case "movement":
      return {
        kind: "movement",
        idempotencyKey: data.idempotencyKey,
        charge: { pspReference: data.charge },
      };
    case "dispute":
      return { kind: "dispute", pspReference: data.id, charge: { idempotencyKey: data.chargeKey } };
  }
}

/** Why the header `Sandbox-Signature: t=<unix seconds>,v1=<hex>` is invalid for the body; undefined if it is valid. */
function findSignatureFault(request: NotificationRequest, secret: string): string | undefined {
  const header = request.headers["sandbox-signature"];
  const match = typeof header === "string" ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!match) return "the signature is missing or malformed";
  const [, seconds = "", signature = ""] = match;
  const expected = createHmac("sha256", secret).update(`${seconds}.`).update(request.rawBody).digest();
  if (!timingSafeEqual(Buffer.from(signature, "hex"), expected)) return "the signature does not match";
  if (Math.abs(request.nowMs - Number(seconds) * 1_000) > maxAgeMs) return "the signature is too old";
  return undefined;
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

function refused(detail: string): NotificationOutcome {
  return { kind: "refused", detail };
}

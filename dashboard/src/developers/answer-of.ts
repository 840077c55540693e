import type { WebhookDelivery } from "@kassa/sdk";
import { t } from "../texts/texts.ts";

/** What the receiver answered last, in words. */
export function answerOf({ status, lastAttempt, attempts }: WebhookDelivery): string {
  if (!lastAttempt) return t(status === "canceled" ? "webhooks.never-sent" : "webhooks.not-sent");
  const what = lastAttempt.response ? `HTTP ${lastAttempt.response.status}` : (lastAttempt.error ?? "–");
  return attempts > 1 ? `${what} (${attempts}×)` : what;
}

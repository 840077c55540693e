import type { WebhookDelivery } from "@kassa/sdk";
import { t } from "../texts/texts.ts";

/** What the receiver answered last, in words. */
export function answerOf({ lastAttempt, attempts }: WebhookDelivery): string {
  if (!lastAttempt) return t("webhooks.not-sent");
  const what = lastAttempt.response ? `HTTP ${lastAttempt.response.status}` : (lastAttempt.error ?? "–");
  return attempts > 1 ? `${what} (${attempts}×)` : what;
}

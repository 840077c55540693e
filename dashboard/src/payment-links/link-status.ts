import type { PaymentLink } from "@kassa/sdk";

/** What a link is for customers, as a status in words. */
export function linkStatus(
  { active, maxPayments, completedSessions, expiresAt }: PaymentLink,
  nowMs = Date.now(),
): "active" | "inactive" | "expired" | "sold_out" {
  if (maxPayments !== null && completedSessions >= maxPayments) return "sold_out";
  if (!active) return "inactive";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "active";
}

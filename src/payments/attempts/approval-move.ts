import type { Approval } from "../payment.ts";
import type { AttemptMove } from "../queries/attempts.ts";

/** The fields of an attempt that an approval changes if it isn't applied as requested, for any new status. */
export const approvalMove = ({
  pspReference,
  card,
  paidWith,
}: Approval): Omit<AttemptMove, "status" | "amountReceived" | "checkAfterMs"> => ({
  pspReference,
  hostedReference: null,
  redirectUrl: null,
  actionExpiresAt: null,
  declineReason: null,
  paidWith: paidWith ?? null,
  cardChecks: card,
  transferInstructions: null,
});

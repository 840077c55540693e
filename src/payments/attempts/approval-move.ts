import type { Approval } from "../payment.ts";
import type { AttemptMove } from "../queries/attempts.ts";

/** What an approval that isn't applied as requested writes of its attempt, whatever the attempt's status becomes. */
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

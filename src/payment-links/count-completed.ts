import type { TenantTransaction } from "../database/transaction.ts";
import type { Session } from "../sessions/session.ts";
import { addCompleted } from "./queries.ts";

/** Counts a session that the transaction completes at its payment link, if it has one. To be called once for each session. */
export function countCompletedSession(
  trx: TenantTransaction,
  { paymentLinkId }: Pick<Session, "paymentLinkId">,
): void {
  if (paymentLinkId !== null) addCompleted(trx, paymentLinkId);
}

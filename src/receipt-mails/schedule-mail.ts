import type { EventSubscriber } from "../events/record-event.ts";
import type { ApiSession } from "../sessions/api-session.ts";
import { insertReceiptMail } from "./queries.ts";

/**
 * Has the receipt mailed to the address that the customer entered on the page, in the transaction that completes the session. A merchant
 * who has sent the address has not asked for that mail, and may send a mail of their own.
 */
export const scheduleMail: EventSubscriber = async (trx, { type, object, sessionId }) => {
  if (type !== "checkout.session.completed" || sessionId === null) return;
  const { collected } = object as Pick<ApiSession, "collected">;
  if (typeof collected?.email === "string") insertReceiptMail(trx, sessionId);
};

import type { TenantTransaction } from "../database/transaction.ts";
import { type ClosedReason, closedReason, type PaymentLink } from "./payment-link.ts";
import { getLink } from "./queries.ts";
import { takenReason } from "./start-session.ts";

/** A payment link, and why nobody can begin to pay by it now. */
export type LinkOffer = { readonly link: PaymentLink; readonly closed: ClosedReason | undefined };

/** The link for its page, which locks nothing; undefined if there is no such link. */
export async function findOffer(
  trx: TenantTransaction,
  id: string,
  nowMs: number,
): Promise<LinkOffer | undefined> {
  const link = await getLink(trx, id);
  return link && { link, closed: closedReason(link, nowMs) ?? (await takenReason(trx, link)) };
}

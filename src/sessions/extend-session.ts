import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { describeSession } from "./api-session.ts";
import { longestLifeMs } from "./check-session-request.ts";
import { lockSession, updateExpiry } from "./queries/sessions.ts";
import type { Session } from "./session.ts";
import { recordNumberedEvent, type SessionDeps } from "./transition-session.ts";

/** By how much a customer extends a session at once. */
export const extensionMs = 30 * 60_000;
/** Customers can extend a session in its last hour. Before, they don't need to. */
const offeredMs = 60 * 60_000;

/** Whether the customer can extend a session now or in its last hour. No session lasts longer than 30 days. */
export function mayBeExtended(session: Session, limit: number): boolean {
  const lifeMs = session.expiresAt.getTime() + extensionMs - session.createdAt.getTime();
  return session.extensions < limit && lifeMs <= longestLifeMs;
}

/** Whether the session's last hour has begun. */
export const isEndingSoon = ({ expiresAt }: Pick<Session, "expiresAt">, nowMs: number): boolean =>
  expiresAt.getTime() - nowMs <= offeredMs;

/**
 * Extends an open, unpaid session by 30 minutes, at the customer's request. Does nothing if that isn't possible, or if the
 * session doesn't end any more when the customer's page said: a form that is sent twice extends it once.
 *
 * @param limit how many extensions the merchant allows
 */
export async function extendSession(
  deps: SessionDeps & { readonly clock: { nowMs(): number } },
  trx: TenantTransaction,
  id: string,
  { shownEndMs, limit }: { readonly shownEndMs: number; readonly limit: number },
): Promise<void> {
  const session = await lockSession(trx, id);
  if (session?.status !== "open" || session.paymentStatus !== "unpaid" || session.overdue) return;
  const endMs = session.expiresAt.getTime();
  const nowMs = session.clock?.now.getTime() ?? deps.clock.nowMs();
  if (endMs !== shownEndMs || !isEndingSoon(session, nowMs) || !mayBeExtended(session, limit)) return;
  const extended = present(await updateExpiry(trx, id, new Date(endMs + extensionMs)), "the locked session");
  const object = await describeSession(extended, deps);
  await recordNumberedEvent(deps, trx, "checkout.session.extended", id, object);
}

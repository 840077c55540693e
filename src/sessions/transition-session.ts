import type { TenantTransaction } from "../database/transaction.ts";
import type { EventType } from "../events/event-types.ts";
import { type EventDeps, recordEvent } from "../events/record-event.ts";
import { present } from "../kernel/assert.ts";
import { type ApiSessionDeps, toApiSession } from "./api-session.ts";
import { updateSessionState as move, nextEventNumber, type Transition } from "./queries.ts";
import type { Session } from "./session.ts";

export type SessionDeps = ApiSessionDeps & {
  readonly events: EventDeps;
  /** Called in the transaction that expires a session, before its own event is recorded. */
  readonly sessionExpired: SessionExpiredHook;
  /**
   * Whether the database may have forgotten that a session of the scope was paid: it was restored or failed over, and PSPs' lists
   * aren't compared yet.
   */
  readonly mayBeMissingPayments: (trx: TenantTransaction) => Promise<boolean>;
};

export type SessionExpiredHook = (
  deps: SessionDeps,
  trx: TenantTransaction,
  session: Session,
) => Promise<void>;

/** Moves a locked session to another state. */
export async function transitionSession(
  trx: TenantTransaction,
  id: string,
  to: Transition,
): Promise<Session> {
  return present(await move(trx, id, to), "the locked session");
}

/** Records an event that tells of the session as it is now. */
export function recordSessionEvent(
  deps: SessionDeps,
  trx: TenantTransaction,
  type: EventType,
  session: Session,
): Promise<void> {
  return recordNumberedEvent(deps, trx, type, session.id, toApiSession(session, deps));
}

/** Records an event of a session that tells of another object, such as its payment. */
export async function recordNumberedEvent(
  deps: SessionDeps,
  trx: TenantTransaction,
  type: EventType,
  sessionId: string,
  object: object,
): Promise<void> {
  const sequence = nextEventNumber(trx, sessionId);
  await recordEvent(deps.events, trx, { type, sessionId, sequence, object });
}

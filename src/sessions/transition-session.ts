import type { TenantTransaction } from "../database/transaction.ts";
import type { EventType } from "../events/event-types.ts";
import { type EventDeps, recordEvent } from "../events/record-event.ts";
import { assert, present } from "../kernel/assert.ts";
import { type ApiSessionDeps, toApiSession } from "./api-session.ts";
import { nextEventNumber, type Transition, updateSessionState } from "./queries/sessions.ts";
import type { Session } from "./session.ts";

export type SessionDeps = ApiSessionDeps & {
  readonly events: EventDeps;
  /** Called in the transaction that expires a session, before its own event is recorded. */
  readonly sessionExpired: SessionExpiredHook;
  /**
   * Whether the database may lack payments of the scope, because it was restored or failed over and isn't compared with the
   * PSPs' lists yet.
   */
  readonly mayBeMissingPayments: (trx: TenantTransaction) => Promise<boolean>;
};

export type SessionExpiredHook = (
  deps: SessionDeps,
  trx: TenantTransaction,
  session: Session,
) => Promise<void>;

/** Changes the state of a session that the transaction has locked. */
export async function transitionSession(
  trx: TenantTransaction,
  id: string,
  to: Transition,
): Promise<Session> {
  return present(await updateSessionState(trx, id, to), "the locked session");
}

/** Records an event with the session as it is now. */
export function recordSessionEvent(
  deps: SessionDeps,
  trx: TenantTransaction,
  type: EventType,
  session: Session,
): Promise<void> {
  assert(session.status !== "open", "an event of an open session has to tell its warnings");
  return recordNumberedEvent(deps, trx, type, session.id, toApiSession(session, deps.publicUrl, true));
}

/** Records a session's event with another object, such as its payment. */
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

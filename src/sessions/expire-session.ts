import { retryConflict } from "../database/conflict.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { movementsOnHold } from "./movements-on-hold.ts";
import { findExpired } from "./queries/due.ts";
import { lockSession } from "./queries/sessions.ts";
import type { Session } from "./session.ts";
import { recordSessionEvent, type SessionDeps, transitionSession } from "./transition-session.ts";

/** Expires an open session at the merchant's request. Refused while a restored database may lack its payment. */
export async function expireSession(
  deps: SessionDeps,
  trx: TenantTransaction,
  id: string,
): Promise<Result<Session, Problem>> {
  const session = await lockSession(trx, id);
  if (!session) return failed(notFound);
  if (session.status !== "open")
    return failed(problem("session_not_open", `The session is already ${session.status}.`));
  if (session.paymentStatus !== "unpaid") {
    return failed(
      problem(
        "payment_in_progress",
        "The customer is paying at the moment, and the outcome isn't known yet. Try again later.",
      ),
    );
  }
  if (await deps.mayBeMissingPayments(trx)) return failed(movementsOnHold);
  return success(await expire(deps, trx, session));
}

async function expire(deps: SessionDeps, trx: TenantTransaction, session: Session): Promise<Session> {
  const expired = await transitionSession(trx, session.id, {
    status: "expired",
    paymentStatus: "unpaid",
    paymentId: session.paymentId,
  });
  await deps.sessionExpired(deps, trx, expired);
  await recordSessionEvent(deps, trx, "checkout.session.expired", expired);
  return expired;
}

const batchSize = 200;

export type ExpiryDeps = SessionDeps & {
  readonly database: Database;
  readonly log: { error(facts: object, message: string): void };
};

/**
 * Expires the sessions whose time is up, by the database's time. Returns whether there may be more. Each session has its own
 * transaction: one that is being paid is locked, and is paid or still open when the lock is free. After a restore, sessions
 * expire only once the PSPs' lists are compared, because a paid session may look unpaid until then. A session that can't be
 * expired at the moment doesn't delay the others.
 */
export async function expireDueSessions(deps: ExpiryDeps): Promise<boolean> {
  const due = await deps.database.inWorker((trx) => findExpired(trx, batchSize));
  if (due.length > 0) crashPoint("expire-session:due");
  let areSettled = true;
  for (const { tenantId, mode, id } of due) {
    const expireIt = () => expireIfOverdue(deps, { tenantId, mode }, id);
    const isSettled = await retryConflict(expireIt).catch((error) => {
      deps.log.error({ err: error, session: id }, "a session could not be expired; it will be tried again");
      return false;
    });
    crashPoint("expire-session:committed");
    areSettled &&= isSettled;
  }
  return areSettled && due.length === batchSize;
}

/**
 * Expires a session whose time is up (by its clock, if it has one), unless it is being paid. Returns false if it has to wait
 * until a restored database is compared.
 */
export async function expireIfOverdue(
  deps: Omit<ExpiryDeps, "log">,
  scope: TenantScope,
  id: string,
): Promise<boolean> {
  return deps.database.inTenant(scope, async (trx) => {
    const session = await lockSession(trx, id);
    if (session?.status !== "open" || session.paymentStatus !== "unpaid" || !session.overdue) return true;
    if (await deps.mayBeMissingPayments(trx)) return false;
    await expire(deps, trx, session);
    crashPoint("expire-session:before-commit");
    return true;
  });
}

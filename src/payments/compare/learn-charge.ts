import type { Scope, Transaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { isOwnId } from "../../kernel/id.ts";
import { lockSession } from "../../sessions/find-session.ts";
import { moveSession } from "../../sessions/move-session.ts";
import { applyOutcome } from "../apply-outcome.ts";
import { paymentOf } from "../begin-payment.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import type { Attempt } from "../payment.ts";
import { getAttempt, insertAttempt, listAttempts } from "../queries/attempts.ts";
import { setPaymentAmounts } from "../queries/payments.ts";
import { sessionPaymentStatus, statusOfAttempt, step } from "../state.ts";
import { type Compared, type Listed, outcomeOf } from "./deps.ts";
import { quarantine } from "./quarantine.ts";

/**
 * Brings in what a PSP lists of a charge and the database doesn't know: its outcome, or all of it. A forgotten charge
 * becomes an attempt as if it had been ours all along, where the session still waits for its payment; else its money
 * came late.
 *
 * @param known the attempt of this charge, as it was when the page was read
 */
export async function learnCharge(
  deps: PaymentDeps,
  listed: Listed,
  known: Pick<Attempt, "status" | "amountReceived"> | undefined,
): Promise<Compared> {
  const { route, charge } = listed;
  const { idempotencyKey: id } = charge;
  const outcome = outcomeOf(charge);
  const isNews = outcome.kind === "approved" && outcome.surplus > 0 && known?.amountReceived === null;
  if (known && !isNews && step(known.status, outcome.kind) === "no_change") return "known";
  const scope: Scope = route.account;
  if (!known) {
    if (!isOwnId(id, "att", scope)) return quarantine(deps, listed, id, "unknown_attempt");
    const adopted = await deps.database.inScope(scope, (trx) => adopt(deps, trx, listed));
    crashPoint("compare:charge-adopted");
    if (adopted === "unknown_session") return quarantine(deps, listed, id, adopted);
    if (adopted === "of_no_account") return "known";
  }
  const applied = await applyOutcome(deps, scope, id, outcome);
  crashPoint("compare:outcome-applied");
  if (applied === "evidence_mismatch") return quarantine(deps, listed, id, applied);
  return applied === "no_change" ? "known" : "learned";
}

type Adopted = "adopted" | "unknown_session" | "of_no_account";

async function adopt(deps: PaymentDeps, trx: Transaction, { route, charge }: Listed): Promise<Adopted> {
  const scope: Scope = route.account;
  const session = await lockSession(trx, scope, charge.session);
  if (!session) return "unknown_session";
  // Another process compares too, or the consumer's own submit was about to be committed.
  if (await getAttempt(trx, scope, charge.idempotencyKey)) return "adopted";
  // One whose time is up and that hasn't been ended yet was paid in time, as far as anybody can know.
  const isAwaited = session.status === "open" && session.paymentStatus === "unpaid";
  if (!isAwaited && outcomeOf(charge).kind === "declined") return "of_no_account";
  const payment = await paymentOf(deps, trx, scope, session);
  const earlier = await listAttempts(trx, scope, payment.id);
  const attemptStatus = isAwaited ? "started" : "declined";
  await insertAttempt(trx, {
    tenantId: scope.tenantId,
    mode: scope.mode,
    id: charge.idempotencyKey,
    paymentId: payment.id,
    number: earlier.length + 1,
    status: attemptStatus,
    connector: route.connector.name,
    connectorAccount: route.account.id,
    method: charge.method,
    card: charge.card,
    bankAccount: charge.bankAccount,
    checkAfterMs: isAwaited ? deps.pspTimeoutMs + callMarginMs : null,
  });
  // A payment that had other attempts stands as those left it.
  if (!isAwaited && earlier.length > 0) return "adopted";
  const status = statusOfAttempt(attemptStatus, session.status);
  await setPaymentAmounts(trx, scope, { ...payment, status });
  const paymentStatus = sessionPaymentStatus(status);
  await moveSession(trx, scope, session.id, { status: session.status, paymentStatus, paymentId: payment.id });
  return "adopted";
}

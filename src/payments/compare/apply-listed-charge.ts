import type { ListedCharge } from "../../connectors/contract.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { idTimeMs, isOwnId } from "../../kernel/id.ts";
import { lockSession } from "../../sessions/find-session.ts";
import { transitionSession } from "../../sessions/transition-session.ts";
import { applyOutcome } from "../attempts/apply-outcome.ts";
import { makePayment } from "../attempts/begin-payment.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import { checkSoon, getAttempt, insertAttempt, listAttempts } from "../queries/attempts.ts";
import { findPaymentOfSession, setPaymentAmounts } from "../queries/payments.ts";
import { isChangeable, isLive, mayTryAgain, sessionPaymentStatus, statusOfAttempt, step } from "../state.ts";
import {
  type Compared,
  isReturnedInOtherCurrency,
  type KnownAttempt,
  type Listed,
  type NotOurs,
  outcomeOf,
  wasReturnedAsLate,
} from "./listed-charge.ts";
import { quarantine } from "./quarantine.ts";

const dayMs = 86_400_000;

/**
 * Applies a listed charge to the database: a new outcome of a known attempt, or a charge that the database is missing. The latter
 * becomes an attempt. If its session still waits for a payment, the attempt pays it; otherwise the charge is late funds.
 *
 * @param known the attempt of this charge, as it was when the page was read
 */
export async function applyListedCharge(
  deps: PaymentDeps,
  listed: Listed,
  known: KnownAttempt | undefined,
): Promise<Compared | NotOurs> {
  const { route, charge } = listed;
  const { idempotencyKey: id } = charge;
  if (known && known.connectorAccount !== route.account.id)
    return quarantine(deps, listed, id, "account_mismatch");
  if (known && isReturnedInOtherCurrency(charge, known.currency)) return endWithoutMoney(deps, listed, known);
  const outcome = outcomeOf(charge);
  const isNews = outcome.kind === "approved" && outcome.surplus > 0 && known?.amountReceived === null;
  if (known && !isNews && step(known.status, outcome.kind) === "no_change") return "known";
  const scope: TenantScope = route.account;
  if (known && isChangeable(known.status) && !isNews) {
    // The list may be older than the decision that Kassa knows of.
    await deps.database.inTenant(scope, (trx) => checkSoon(trx, id, true));
    crashPoint("compare:outcome-applied");
    return "known";
  }
  if (!known) {
    if (!isOwnId(id, "att", scope)) return quarantineOnce(deps, listed, "unknown_attempt");
    const adopted = await deps.database.inTenant(scope, (trx) => adopt(deps, trx, listed));
    crashPoint("compare:charge-adopted");
    if (adopted === "unknown_session") return quarantineOnce(deps, listed, adopted);
    if (adopted === "no_effect") return "not_ours";
  }
  if (known && isLive(known.status) && wasReturnedAsLate(charge)) await decline(deps, listed);
  crashPoint("compare:outcome-applied");
  const applied = await applyOutcome(deps, scope, id, outcome);
  crashPoint("compare:outcome-applied");
  if (applied === "evidence_mismatch") return quarantine(deps, listed, id, applied);
  return applied === "no_change" ? "known" : "learned";
}

/** The review of a charge in another currency ends once the charge was returned. Nothing of it is left to apply. */
async function endWithoutMoney(
  deps: PaymentDeps,
  listed: Listed,
  { status }: KnownAttempt,
): Promise<NotOurs> {
  if (isLive(status)) await decline(deps, listed);
  return "not_ours";
}

/** Declines the attempt. An approval after this is late. */
async function decline(deps: PaymentDeps, { route, charge }: Listed): Promise<void> {
  const { pspReference } = charge.outcome;
  const outcome = { kind: "declined", pspReference, reason: "abandoned" } as const;
  await applyOutcome(deps, route.account, charge.idempotencyKey, outcome);
  crashPoint("compare:outcome-applied");
}

/** Every comparison lists the charge again; only the first one quarantines it. */
async function quarantineOnce(
  deps: PaymentDeps,
  listed: Listed,
  reason: string,
): Promise<Compared | NotOurs> {
  const result = await quarantine(deps, listed, listed.charge.idempotencyKey, reason);
  return result === "known" ? "not_ours" : result;
}

const tookNoMoney = ({ kind }: ListedCharge["outcome"]): boolean => kind === "declined" || kind === "failed";

type Adopted = "adopted" | "unknown_session" | "no_effect";

/** Old sandbox sessions are deleted before their charges are purged at the simulated PSP. */
const isDeleted = (deps: PaymentDeps, scope: TenantScope, session: string): boolean =>
  scope.mode === "sandbox" &&
  isOwnId(session, "cs", scope) &&
  idTimeMs(session) < deps.clock.nowMs() - deps.sandboxDays * dayMs;

/** Makes an attempt of a charge that the database is missing. */
async function adopt(deps: PaymentDeps, trx: TenantTransaction, { route, charge }: Listed): Promise<Adopted> {
  const scope: TenantScope = route.account;
  const session = await lockSession(trx, charge.session);
  if (!session) return isDeleted(deps, scope, charge.session) ? "no_effect" : "unknown_session";
  // Another process has compared it, or the submit's transaction has committed meanwhile.
  if (await getAttempt(trx, charge.idempotencyKey)) return "adopted";
  // An overdue session that is still open counts as paid in time.
  const isOpen = session.status === "open" && session.paymentStatus === "unpaid";
  const isAwaited = isOpen && !wasReturnedAsLate(charge);
  if (!isAwaited && tookNoMoney(outcomeOf(charge))) return "no_effect";
  if (isReturnedInOtherCurrency(charge, session.currency)) return "no_effect";
  const known = await findPaymentOfSession(trx, session.id);
  const payment = known ?? makePayment(deps, trx, session);
  const earlier = await listAttempts(trx, payment.id);
  const attemptStatus = isAwaited ? "started" : "declined";
  insertAttempt(trx, {
    tenantId: scope.tenantId,
    mode: scope.mode,
    id: charge.idempotencyKey,
    paymentId: payment.id,
    number: earlier.length + 1,
    status: attemptStatus,
    connector: route.connector.name,
    connectorAccount: route.account.id,
    method: charge.method,
    passedOver: [],
    hosted: false,
    card: charge.card,
    bankAccount: charge.bankAccount,
    checkAfterMs: isAwaited ? deps.pspTimeoutMs + callMarginMs : null,
  });
  // A late attempt doesn't change a payment that has other attempts.
  if (!isAwaited && earlier.length > 0) return "adopted";
  const status = statusOfAttempt(attemptStatus, mayTryAgain(earlier.length + 1, session.status));
  setPaymentAmounts(trx, { ...payment, status });
  const paymentStatus = sessionPaymentStatus(status);
  await transitionSession(trx, session.id, { status: session.status, paymentStatus, paymentId: payment.id });
  return "adopted";
}

import type { AuthorizeOutcome, PaymentMethod } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { timeOfNew } from "../../database/clock-time.ts";
import type { ClockTime, TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { cardBrand } from "../../kernel/card-brand.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { makeId } from "../../kernel/id.ts";
import { pageUrl } from "../../sessions/api-session.ts";
import { lockSession } from "../../sessions/find-session.ts";
import type { Session } from "../../sessions/session.ts";
import { transitionSession } from "../../sessions/transition-session.ts";
import { getTenant } from "../../tenants/find-tenant.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import type { Payment } from "../payment.ts";
import { insertAttempt, listAttemptsOfSession } from "../queries/attempts.ts";
import { findPaymentOfSession, insertPayment, setPaymentAmounts } from "../queries/payments.ts";
import { attemptsPerSession, sessionPaymentStatus, statusOfAttempt } from "../state.ts";
import { applyOutcome } from "./apply-outcome.ts";

export type Begun =
  /** The session is over, or was never there: show what it is. */
  | { readonly kind: "session_not_open" }
  /** Another submit of the same session is under way; nothing was done. */
  | { readonly kind: "in_progress" }
  | { readonly kind: "too_many_attempts" }
  /** The mode has no connector for this tenant. */
  | { readonly kind: "no_connector" }
  /** The PSP was asked; the session's and the attempt's rows say what came of it. */
  | { readonly kind: "asked"; readonly attemptId: string };

type Intent = {
  readonly attemptId: string;
  readonly session: Session;
  /** What the session's clock showed then. */
  readonly clock: ClockTime | undefined;
  /** When the attempt's age began to count, by this process's monotonic clock. */
  readonly recordedAt: number;
};

/**
 * One submit of the payment form: commit the intent, ask the PSP, commit the outcome. Between the two transactions no
 * connection and no lock is held. Whatever happens in between, the attempt is in the database under the very key that
 * the PSP knows it by, so that the reconcile job can find out what became of it.
 *
 * @param declineSubjects keyed digests by which a decline is counted, whenever it comes
 * @param locale BCP 47 tag of the language that the consumer reads: the bank's page speaks it, and the way back names it
 */
export async function beginPayment(
  deps: PaymentDeps,
  scope: TenantScope,
  sessionId: string,
  method: PaymentMethod,
  locale: string | null = null,
  declineSubjects: readonly Buffer[] = [],
): Promise<Begun> {
  const route = deps.connectors.connectorFor(scope);
  if (!route) return { kind: "no_connector" };
  crashPoint("begin-payment:before-intent");
  const intent = await deps.database.inTenant(scope, (trx) =>
    recordIntent(deps, trx, sessionId, { method, route, declineSubjects }),
  );
  if (!("attemptId" in intent)) return intent;
  crashPoint("begin-payment:intent-committed");
  const outcome = await askPsp(deps, route, intent, { method, locale });
  crashPoint("begin-payment:psp-answered");
  await applyOutcome(deps, scope, intent.attemptId, outcome);
  return { kind: "asked", attemptId: intent.attemptId };
}

type Submit = {
  readonly method: PaymentMethod;
  readonly route: ConnectorRoute;
  readonly declineSubjects: readonly Buffer[];
};

async function recordIntent(
  deps: PaymentDeps,
  trx: TenantTransaction,
  sessionId: string,
  { method, route: { connector, account }, declineSubjects }: Submit,
): Promise<Intent | Exclude<Begun, { kind: "asked" }>> {
  const [session, tenant, known, earlier] = await Promise.all([
    lockSession(trx, sessionId),
    getTenant(trx, trx.tenantId),
    // Statements run in this order: these read what holds once the session is locked.
    findPaymentOfSession(trx, sessionId),
    listAttemptsOfSession(trx, sessionId),
  ]);
  if (session?.status !== "open" || session.overdue) return { kind: "session_not_open" };
  if (session.paymentStatus !== "unpaid") return { kind: "in_progress" };
  // A closed tenant takes no new money; what was begun before still settles.
  if (tenant?.closedAt !== null) return { kind: "session_not_open" };
  if (earlier.length >= attemptsPerSession) return { kind: "too_many_attempts" };
  const attemptId = makeId("att", trx.mode, trx.tenantId, deps.clock.nowMs());
  const recordedAt = performance.now();
  const payment = known ?? makePayment(deps, trx, session);
  insertAttempt(trx, {
    tenantId: trx.tenantId,
    mode: trx.mode,
    id: attemptId,
    paymentId: payment.id,
    number: earlier.length + 1,
    status: "started",
    connector: connector.name,
    connectorAccount: account.id,
    method: method.type,
    card: method.type === "card" ? { brand: cardBrand(method.number), last4: method.number.slice(-4) } : null,
    bankAccount: method.type === "bank_debit" ? { last4: method.iban.slice(-4) } : null,
    checkAfterMs: deps.pspTimeoutMs + callMarginMs,
    declineSubjects,
  });
  const status = statusOfAttempt("started", true);
  if (status !== payment.status) setPaymentAmounts(trx, { ...payment, status });
  const moved = trx.commitWith(
    transitionSession(trx, sessionId, {
      status: session.status,
      paymentStatus: sessionPaymentStatus(status),
      paymentId: payment.id,
    }),
  );
  return { attemptId, session: await moved, clock: trx.clock, recordedAt };
}

/** The session's payment, which its first attempt makes. */
export function makePayment(deps: PaymentDeps, trx: TenantTransaction, session: Session): Payment {
  const id = makeId("pay", trx.mode, trx.tenantId, deps.clock.nowMs());
  const payment: Payment = {
    tenantId: trx.tenantId,
    id,
    mode: trx.mode,
    sessionId: session.id,
    status: "processing",
    amount: session.amount,
    currency: session.currency,
    captureMethod: session.details.captureMethod,
    ...noAmounts,
    captureBefore: null,
    customerEmail: session.customerEmail,
    clientReferenceId: session.clientReferenceId,
    metadata: session.metadata,
    clockId: trx.clock?.id ?? null,
    createdAt: timeOfNew(trx, id),
  };
  insertPayment(trx, payment);
  return payment;
}

const noAmounts = {
  amountAuthorized: 0,
  amountCaptured: 0,
  amountCapturePending: 0,
  amountRefunded: 0,
  amountRefundPending: 0,
  amountReleased: 0,
  amountDisputed: 0,
  amountLate: 0,
  amountLateReturned: 0,
  amountLateDisputed: 0,
};

async function askPsp(
  deps: PaymentDeps,
  { connector, account }: ConnectorRoute,
  { attemptId, session, clock, recordedAt }: Intent,
  { method, locale }: { method: PaymentMethod; locale: string | null },
): Promise<AuthorizeOutcome> {
  // After a commit that hung, or when the process was stopped meanwhile (SIGSTOP, a paused machine), the PSP must not be
  // asked any more: the reconcile job may already have been told that it has never heard of this key. The attempt's age
  // counts from its insert, so the time that the commit took counts too.
  if (performance.now() - recordedAt > callMarginMs / 2) {
    return { kind: "unknown", detail: "too much time passed between the intent and the call" };
  }
  try {
    return await connector.authorize(
      {
        account,
        idempotencyKey: attemptId,
        session: session.id,
        amount: session.amount,
        currency: session.currency,
        capture: session.details.captureMethod,
        method,
        clock: clock ? { id: clock.id, now: clock.now.toISOString() } : null,
        returnUrl: returnUrl(deps, session, locale),
        locale,
        description: session.details.description,
      },
      { timeoutMs: deps.pspTimeoutMs },
    );
  } catch (error) {
    // A connector that throws has a bug; the call may have charged all the same.
    deps.log.error({ err: error, attempt: attemptId, connector: connector.name }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

/** No cookie remembers the language that the consumer chose on the page, so the way back has to. */
function returnUrl(deps: PaymentDeps, session: Session, locale: string | null): string {
  const url = new URL(`${pageUrl(deps.publicUrl, session.id)}/return`);
  if (locale !== null) url.searchParams.set("locale", locale);
  return url.href;
}

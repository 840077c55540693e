import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { NewChargeRoute } from "../../connectors/registry.ts";
import { timeOfNew } from "../../database/clock-time.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { cardBrand } from "../../kernel/card-brand.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { makeId } from "../../kernel/id.ts";
import { isAdjustable } from "../../sessions/amounts/adjustable.ts";
import type { Collected } from "../../sessions/collect/collect.ts";
import { lockSession } from "../../sessions/find-session.ts";
import type { Session } from "../../sessions/session.ts";
import { transitionSession } from "../../sessions/transition-session.ts";
import { getTenant } from "../../tenants/find-tenant.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import type { Payment } from "../payment.ts";
import { methodOf, type PaymentChoice } from "../payment-choice.ts";
import { insertAttempt, listAttemptsOfSession } from "../queries/attempts.ts";
import { findPaymentOfSession, insertPayment, setPaymentAmounts } from "../queries/payments.ts";
import { type ChosenRoute, chooseRoute } from "../routing/choose-route.ts";
import { attemptsPerSession, sessionPaymentStatus, statusOfAttempt } from "../state.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { beginAtPsp, type Intent } from "./begin-at-psp.ts";
import { storeCollected } from "./store-collected.ts";

/** The result of a submit. */
export type Submitted =
  | Refusal
  /** The PSP was called; the rows of the session and the attempt show the outcome. */
  | { readonly kind: "asked"; readonly attemptId: string };

/** Why no attempt was made. */
type Refusal =
  /** The session is over, or doesn't exist. */
  | { readonly kind: "session_not_open" }
  /** The session's previous attempt isn't decided yet. */
  | { readonly kind: "in_progress" }
  | { readonly kind: "too_many_attempts" }
  /** The customer has changed the amount elsewhere: not what they saw would be charged. */
  | { readonly kind: "amount_changed" }
  /** The tenant has no connector in this mode, or not one for this choice. */
  | { readonly kind: "no_connector" };

/** What Kassa knows about the customer who submits. */
export type Customer = {
  /** BCP 47 tag of the page's language, for the PSP's page and for the return address. */
  readonly locale?: string | null;
  /** ISO 3166 code of the country that they are in. */
  readonly country?: string | null;
  /** What they entered of what the session asks for; null if it asks for nothing. */
  readonly collected?: Collected | null;
  /** The amount that their page showed, in minor units. Only sessions whose amount customers can change need it. */
  readonly shownAmount?: number | null;
};

type Submit = {
  readonly choice: PaymentChoice;
  readonly country: string | null;
  readonly collected: Collected | null;
  readonly shownAmount: number | null;
  /** The accounts for new charges. */
  readonly routes: readonly NewChargeRoute[];
  /** The accounts where a begin of this submit has failed. */
  readonly failed: readonly string[];
  readonly declineSubjects: readonly Buffer[];
};

/** How a decline of the attempt is counted. */
export type DeclineCount = {
  /** Keyed digests under which it is counted, whenever it comes. */
  readonly digests: readonly Buffer[];
  /** Called when the PSP has answered, before the outcome is committed. */
  outcomeKnown(): void;
};

const uncounted: DeclineCount = { digests: [], outcomeKnown: () => {} };

/**
 * Processes one submit of the payment form: commits the intent, calls the PSP, commits the outcome. No connection and no lock
 * is held between the two transactions. The committed attempt's id is the PSP's idempotency key, so the reconcile job can
 * find the outcome whatever happens in between. If no hosted page could be made at an account, the next account is tried under
 * another attempt.
 */
export async function beginPayment(
  deps: PaymentDeps,
  scope: TenantScope,
  sessionId: string,
  choice: PaymentChoice,
  { locale = null, country = null, collected = null, shownAmount = null }: Customer = {},
  declines: DeclineCount = uncounted,
): Promise<Submitted> {
  const routes = await deps.connectors.routesForNewCharges(scope);
  const failed: string[] = [];
  let asked: Submitted | undefined;
  for (;;) {
    crashPoint("begin-payment:before-intent");
    const declineSubjects = declines.digests;
    const submit = { choice, country, collected, shownAmount, routes, failed, declineSubjects };
    const intent = await deps.database.inTenant(scope, async (trx) => {
      const found = await readForSubmit(trx, sessionId);
      const decided = decideSubmit(deps, found, submit);
      return decided.kind === "begin" ? writeIntent(deps, trx, decided, submit) : decided;
    });
    if (!("attemptId" in intent)) return asked ?? intent;
    crashPoint("begin-payment:intent-committed");
    const { route, hasNext } = intent.chosen;
    const outcome = await beginAtPsp(deps, route, intent, { choice, locale, country });
    const isNext = hasNext && mayBeginElsewhere(choice, outcome);
    if (!isNext) declines.outcomeKnown();
    crashPoint("begin-payment:psp-answered");
    await applyOutcome(deps, scope, intent.attemptId, outcome);
    asked = { kind: "asked", attemptId: intent.attemptId };
    if (!isNext) return asked;
    failed.push(route.account.id);
  }
}

/**
 * Whether the next account may be tried. Only a hosted page that the customer was never sent to has certainly charged nothing, and
 * was refused by the PSP, not by the customer's bank.
 */
const mayBeginElsewhere = ({ type }: PaymentChoice, { kind }: AuthorizeOutcome): boolean =>
  type === "hosted_page" && kind === "declined";

async function readForSubmit(trx: TenantTransaction, sessionId: string) {
  const [session, tenant, payment, earlier] = await Promise.all([
    lockSession(trx, sessionId),
    getTenant(trx, trx.tenantId),
    // Statements run in this order: these read what holds once the session is locked.
    findPaymentOfSession(trx, sessionId),
    listAttemptsOfSession(trx, sessionId),
  ]);
  return { session, tenant, payment, earlier };
}

type Found = Awaited<ReturnType<typeof readForSubmit>>;

type Begin = {
  readonly kind: "begin";
  readonly session: Session;
  /** Undefined before the session's first attempt. */
  readonly payment: Payment | undefined;
  readonly attemptNumber: number;
  readonly chosen: ChosenRoute;
};

function decideSubmit(
  { circuits }: PaymentDeps,
  { session, tenant, payment, earlier }: Found,
  { choice, country, shownAmount, routes, failed }: Submit,
): Begin | Refusal {
  if (session?.status !== "open" || session.overdue) return { kind: "session_not_open" };
  if (session.paymentStatus !== "unpaid") return { kind: "in_progress" };
  // A closed tenant takes no new payments; those that have begun are still completed.
  if (tenant?.closedAt !== null) return { kind: "session_not_open" };
  if (earlier.length >= attemptsPerSession) return { kind: "too_many_attempts" };
  // The session is locked, so its amount stays until the attempt is committed, and after that nobody changes it.
  if (isAdjustable(session.details) && shownAmount !== session.amount) return { kind: "amount_changed" };
  const chosen = chooseRoute(routes, session, { choice, country }, failed, (account) =>
    circuits.isOpen(account),
  );
  if (!chosen) return { kind: "no_connector" };
  return { kind: "begin", session, payment, attemptNumber: earlier.length + 1, chosen };
}

async function writeIntent(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { session: found, payment: known, attemptNumber, chosen }: Begin,
  { choice, collected, declineSubjects }: Submit,
): Promise<Intent & { readonly chosen: ChosenRoute }> {
  const { connector, account } = chosen.route;
  const attemptId = makeId("att", trx.mode, trx.tenantId, deps.clock.nowMs());
  const recordedAt = performance.now();
  const session = collected === null ? found : storeCollected(trx, found, known, collected);
  const payment = known ?? makePayment(deps, trx, session);
  insertAttempt(trx, {
    tenantId: trx.tenantId,
    mode: trx.mode,
    id: attemptId,
    paymentId: payment.id,
    number: attemptNumber,
    status: "started",
    connector: connector.name,
    connectorAccount: account.id,
    passedOver: chosen.passedOver,
    method: methodOf(choice),
    hosted: choice.type === "hosted_page",
    card: choice.type === "card" ? { brand: cardBrand(choice.number), last4: choice.number.slice(-4) } : null,
    bankAccount: choice.type === "bank_debit" ? { last4: choice.iban.slice(-4) } : null,
    checkAfterMs: deps.pspTimeoutMs + callMarginMs,
    declineSubjects,
  });
  const status = statusOfAttempt("started", true);
  if (status !== payment.status) setPaymentAmounts(trx, { ...payment, status });
  const moved = trx.commitWith(
    transitionSession(trx, session.id, {
      status: session.status,
      paymentStatus: sessionPaymentStatus(status),
      paymentId: payment.id,
    }),
  );
  return { attemptId, session: await moved, clock: trx.clock, recordedAt, chosen };
}

/** Makes a session's payment, for its first attempt. */
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
    authorizedUntil: null,
    customerEmail: session.customerEmail,
    clientReferenceId: session.clientReferenceId,
    metadata: session.metadata,
    tags: null,
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
  amountOverRefunded: 0,
  amountOverCaptured: 0,
  amountOverDisputed: 0,
  amountReleased: 0,
  amountDisputed: 0,
  amountLate: 0,
  amountLateReturned: 0,
  amountLateDisputed: 0,
};

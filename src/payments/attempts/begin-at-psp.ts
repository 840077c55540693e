import type {
  AuthorizeOutcome,
  CallOptions,
  Connector,
  HostedOutcome,
  HostedRequest,
} from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { ClockTime } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { pageUrl } from "../../sessions/api-session.ts";
import type { Session } from "../../sessions/session.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import type { PaymentChoice } from "../payment-choice.ts";
import { maskCustomer } from "./mask-customer.ts";

/** An attempt that is committed, for the call to the PSP. */
export type Intent = {
  readonly attemptId: string;
  readonly session: Session;
  /** What the session's clock showed. */
  readonly clock: ClockTime | undefined;
  /** When the attempt's age began to count, by this process's monotonic clock. */
  readonly recordedAt: number;
};

type BeginOptions = {
  readonly choice: PaymentChoice;
  readonly locale: string | null;
  readonly country: string | null;
};

/** Begins a committed attempt's charge at the PSP. Always returns an outcome; never throws. */
export async function beginAtPsp(
  deps: PaymentDeps,
  { connector, account }: ConnectorRoute,
  { attemptId, session, clock, recordedAt }: Intent,
  { choice, locale, country }: BeginOptions,
): Promise<AuthorizeOutcome> {
  // After a commit that hung, or a stop of the process (SIGSTOP, a paused machine), the PSP must not be called any more: it
  // may already have told the reconcile job that it doesn't know this key. The attempt's age counts from its insert, so it
  // includes the time of the commit.
  if (performance.now() - recordedAt > callMarginMs / 2) {
    return { kind: "unknown", detail: "too much time passed between the intent and the call" };
  }
  const request = {
    account,
    idempotencyKey: attemptId,
    session: session.id,
    amount: session.amount,
    currency: session.currency,
    capture: session.details.captureMethod,
    clock: clock ? { id: clock.id, now: clock.now.toISOString() } : null,
    returnUrl: returnUrl(deps, session, locale),
    locale,
    ...(country === null ? {} : { country }),
    description: session.details.description,
    statementDescriptor: session.details.statementDescriptor,
  };
  const call = { timeoutMs: deps.pspTimeoutMs };
  try {
    return choice.type === "hosted_page"
      ? await beginHosted(deps, connector, { ...request, ...detailsOf(session), method: choice.method }, call)
      : await present(connector.direct, "direct payments of a route with our page").authorize(
          { ...request, method: choice, ...billingOf(session) },
          call,
        );
  } catch (error) {
    // A connector that throws has a bug; the PSP may still have charged.
    deps.log.error({ err: error, attempt: attemptId, connector: connector.name }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

/** The data that the issuer compares with its own records. */
function billingOf({ collected }: Session): { readonly billingPostalCode?: string } {
  const postalCode = collected?.billingAddress?.postalCode ?? collected?.postalCode ?? null;
  return postalCode === null ? {} : { billingPostalCode: postalCode };
}

/** The data of the purchase and the customer that the PSP's page shows. */
function detailsOf({ amount, customerEmail, collected, expiresAt, details }: Session) {
  const ordered = (details.lineItems ?? []).filter(({ quantity }) => quantity > 0);
  const items = ordered.map(({ name, quantity, unitAmount }) => ({
    name,
    quantity,
    unitAmount,
  }));
  const sum = items.reduce((total, { quantity, unitAmount }) => total + quantity * unitAmount, 0);
  const sessionExpiresAt = expiresAt.toISOString();
  const customer = collected === null ? {} : { customer: collected };
  return { sessionExpiresAt, customerEmail, ...customer, lineItems: sum === amount ? items : [] };
}

async function beginHosted(
  deps: PaymentDeps,
  connector: Connector,
  request: HostedRequest,
  call: CallOptions,
): Promise<AuthorizeOutcome> {
  const pages = present(connector.hosted, "the hosted pages of a hosted route");
  const begun = await pages.begin(request, call);
  const account = request.account.id;
  if (deps.circuits.note(account, begun.kind !== "unknown"))
    deps.log.warn(
      { account },
      "the PSP doesn't answer; other accounts are used for 30 seconds where there are any",
    );
  if (begun.kind === "unknown") {
    const facts = { attempt: request.idempotencyKey, connector: connector.name, detail: begun.detail };
    deps.log.warn(facts, "the PSP made no hosted page that Kassa knows of; the attempt is over");
  }
  if (begun.kind === "refused" && begun.detail !== undefined) {
    const detail = maskCustomer(begun.detail, request);
    const facts = { attempt: request.idempotencyKey, connector: connector.name, detail };
    deps.log.warn(facts, "the PSP refused to make a hosted page");
  }
  return outcomeOfBegin(begun);
}

/**
 * The outcome of starting a charge. Without a certain answer the attempt ends at once, and the customer may try again: a hosted page
 * charges nothing if no customer is sent to it.
 */
function outcomeOfBegin(begun: HostedOutcome): AuthorizeOutcome {
  switch (begun.kind) {
    case "created": {
      const { pspReference, hostedReference, url: redirectUrl, expiresAt } = begun;
      return { kind: "action_required", pspReference, hostedReference, redirectUrl, expiresAt };
    }
    case "refused":
      return { kind: "declined", pspReference: null, reason: begun.reason };
    case "unknown":
      return neverShown;
  }
}

/** The outcome of an attempt whose hosted page was never shown. */
export const neverShown = { kind: "declined", pspReference: null, reason: "processing_error" } as const;

/** The address carries the customer's language, because no cookie does. */
function returnUrl(deps: PaymentDeps, session: Session, locale: string | null): string {
  const url = new URL(`${pageUrl(deps.publicUrl, session.id)}/return`);
  if (locale !== null) url.searchParams.set("locale", locale);
  return url.href;
}

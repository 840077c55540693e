import type { TenantScope } from "../database/transaction.ts";
import { rfc3339 } from "../kernel/rfc3339.ts";
import { isAdjustable } from "./amounts/adjustable.ts";
import type { Session, SessionDetails } from "./session.ts";

/** The URL of a session's payment page. */
export function pageUrl(publicUrl: URL, sessionId: string): string {
  return `${publicUrl.origin}/pay/${sessionId}`;
}

export type ApiSessionDeps = { readonly publicUrl: URL; readonly hasAccount: AccountCheck };
export type ApiSession = ReturnType<typeof toApiSession>;

/** The fields that the API shows under their own names. If `toApiSession` omits one, it doesn't compile. */
type RequiredFields = Omit<
  Session,
  | "tenantId"
  | "details"
  | "chosen"
  | "paymentId"
  | "paymentLinkId"
  | "clockId"
  | "createdAt"
  | "expiresAt"
  | "extensions"
  | "completedAt"
> &
  SessionDetails & { readonly [others: string]: unknown };

/** The API's object `checkout.session`, also in events. */
export async function describeSession(session: Session, deps: ApiSessionDeps): Promise<ApiSession> {
  // Only open sessions have warnings: the others can't be paid anyway.
  const hasAccount = session.status !== "open" || (await deps.hasAccount(session));
  return toApiSession(session, deps.publicUrl, hasAccount);
}

/** @param hasAccount whether the tenant has a PSP account in the session's mode; any value if the session isn't open */
export function toApiSession(session: Session, publicUrl: URL, hasAccount: boolean) {
  const { details } = session;
  return {
    object: "checkout.session",
    id: session.id,
    mode: session.mode,
    status: session.status,
    paymentStatus: session.paymentStatus,
    url: session.status === "open" ? pageUrl(publicUrl, session.id) : null,
    amount: session.amount,
    amountDetails: amountDetailsOf(session),
    currency: session.currency,
    successUrl: details.successUrl,
    cancelUrl: details.cancelUrl,
    lineItems: details.lineItems,
    adjustments: details.adjustments,
    description: details.description,
    statementDescriptor: details.statementDescriptor,
    locale: details.locale,
    customerEmail: session.customerEmail,
    clientReferenceId: session.clientReferenceId,
    metadata: session.metadata,
    captureMethod: details.captureMethod,
    paymentMethods: details.paymentMethods,
    connectorAccount: details.connectorAccount,
    collect: details.collect,
    collected: session.collected,
    promotionCodes: details.promotionCodes,
    tips: details.tips,
    payment: session.paymentId,
    clock: session.clockId,
    paymentLink: session.paymentLinkId,
    createdAt: rfc3339(session.createdAt),
    expiresAt: rfc3339(session.expiresAt),
    completedAt: session.completedAt?.toISOString() ?? null,
    warnings: warningsOf(session, hasAccount),
  } satisfies RequiredFields;
}

/** The parts of an amount that the customer can change; null for others. */
export function amountDetailsOf({ amount, details, chosen }: Session) {
  if (chosen === null && !isAdjustable(details)) return null;
  const { subtotal, discount, promotionCode, tip } = chosen ?? {
    subtotal: amount,
    discount: 0,
    promotionCode: null,
    tip: 0,
  };
  return { subtotal, discount, promotionCode, tip };
}

/** Problems that don't fail the request but need the merchant's attention. */
export const warningTexts = {
  live_account_missing:
    "This tenant has no live account at a payment service provider yet. The payment page of this session says that it can't be paid.",
} as const;
export type WarningCode = keyof typeof warningTexts;
export type SessionWarning = { readonly code: WarningCode; readonly text: string };

/** Whether a tenant has a PSP account in a mode. */
export type AccountCheck = (scope: TenantScope) => Promise<boolean>;

function warningsOf(session: Session, hasAccount: boolean): SessionWarning[] {
  // The account that a session names may be used even if it is disabled.
  if (session.status !== "open" || hasAccount || session.details.connectorAccount !== null) return [];
  return [{ code: "live_account_missing", text: warningTexts.live_account_missing }];
}

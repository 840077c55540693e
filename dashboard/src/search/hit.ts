import type { CheckoutSession, Payment, PaymentLink } from "@kassa/sdk";
import { formatMoney } from "../components/money.tsx";
import { formatDay } from "../components/when.tsx";
import { linkStatus } from "../payment-links/link-status.ts";
import { methodOf } from "../payments/method.ts";

/** Something that was found, and the screen that it opens. */
export type Hit = {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly status?: string;
  /** Below the tenant and mode, such as payments/$id, or of the operator, such as /operator/health. */
  readonly screen: string;
  readonly params?: Readonly<Record<string, string>>;
  /** What the screen is asked for in its address. */
  readonly query?: Readonly<Record<string, string>>;
};

/** What was found of one kind. */
export type HitGroup = { readonly title: string; readonly hits: readonly Hit[] };

/** What is known of something, in one line. */
export const inOneLine = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part).join(" · ");

export const toPaymentHit = (payment: Payment): Hit => ({
  id: payment.id,
  title: formatMoney(payment.amount, payment.currency),
  about: inOneLine(
    payment.customerEmail ?? payment.clientReferenceId,
    methodOf(payment),
    formatDay(payment.createdAt),
  ),
  status: payment.status,
  screen: "payments/$id",
  params: { id: payment.id },
});

export const toSessionHit = (session: CheckoutSession): Hit => ({
  id: session.id,
  title: formatMoney(session.amount, session.currency),
  about: inOneLine(
    session.customerEmail ?? session.clientReferenceId ?? session.description,
    formatDay(session.createdAt),
  ),
  status: session.status,
  screen: "sessions/$id",
  params: { id: session.id },
});

export const toLinkHit = (link: PaymentLink): Hit => ({
  id: link.id,
  title: link.name,
  about: formatMoney(link.amount, link.currency),
  status: linkStatus(link),
  screen: "payment-links/$id",
  params: { id: link.id },
});

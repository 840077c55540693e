import type { TenantTransaction } from "../../database/transaction.ts";
import type { Payment } from "../payment.ts";
import { listAttemptsOf, listCapturesAndVoidsOf, listDisputesOf, listRefundsOf } from "../queries/parts.ts";
import { movementsShown, toApiPayment } from "./api-payment.ts";

export type ApiPayment = ReturnType<typeof toApiPayment>;

/** A payment with its parts, as it is in this transaction: for API answers and events. */
export async function describePayment(trx: TenantTransaction, payment: Payment): Promise<ApiPayment> {
  const [described] = await describePayments(trx, [payment]);
  if (!described) throw new Error("no description of a payment was made");
  return described;
}

/** The same for a page of payments, by at most four statements in one packet. */
export async function describePayments(
  trx: TenantTransaction,
  payments: readonly Payment[],
): Promise<ApiPayment[]> {
  if (payments.length === 0) return [];
  const ids = payments.map(({ id }) => id);
  const authorized = payments.filter(isCapturedManually).map(({ id }) => id);
  // Only money that was taken can be refunded or disputed.
  const taken = payments.filter(hasReceivedMoney).map(({ id }) => id);
  const [attempts, movements, refunds, disputes] = await Promise.all([
    listAttemptsOf(trx, ids).then(byPayment),
    authorized.length === 0 ? none : listCapturesAndVoidsOf(trx, authorized, movementsShown).then(byPayment),
    taken.length === 0 ? none : listRefundsOf(trx, taken, movementsShown).then(byPayment),
    taken.length === 0 ? none : listDisputesOf(trx, taken).then(byPayment),
  ]);
  return payments.map((payment) =>
    toApiPayment(payment, {
      attempts: attempts.get(payment.id) ?? [],
      capturesAndVoids: movements.get(payment.id) ?? [],
      refunds: refunds.get(payment.id) ?? [],
      disputes: disputes.get(payment.id) ?? [],
    }),
  );
}

const isCapturedManually = (payment: Payment): boolean =>
  payment.captureMethod === "manual" && payment.amountAuthorized > 0;
const hasReceivedMoney = (payment: Payment): boolean => payment.amountCaptured > 0 || payment.amountLate > 0;

const none = new Map<string, never>();

function byPayment<Part extends { readonly paymentId: string }>(parts: readonly Part[]): Map<string, Part[]> {
  return Map.groupBy(parts, ({ paymentId }) => paymentId);
}

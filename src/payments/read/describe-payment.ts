import type { TenantTransaction } from "../../database/transaction.ts";
import type { Payment } from "../payment.ts";
import { listAttemptsOf, listCapturesAndVoidsOf, listDisputesOf, listRefundsOf } from "../queries/parts.ts";
import { movementsShown, toApiPayment } from "./api-payment.ts";

export type ApiPayment = ReturnType<typeof toApiPayment>;

/** A payment as it is in this transaction, with all that stands in it: what the API answers and what events tell. */
export async function describePayment(trx: TenantTransaction, payment: Payment): Promise<ApiPayment> {
  const [described] = await describePayments(trx, [payment]);
  if (!described) throw new Error("a payment was described as nothing");
  return described;
}

/** The same for a page of payments, by four statements in one packet however many they are. */
export async function describePayments(
  trx: TenantTransaction,
  payments: readonly Payment[],
): Promise<ApiPayment[]> {
  if (payments.length === 0) return [];
  const ids = payments.map(({ id }) => id);
  const reserved = payments.filter(isCapturedByCalls).map(({ id }) => id);
  // Only what was taken can be given back or taken back.
  const taken = payments.filter(hasMoved).map(({ id }) => id);
  const [attempts, movements, refunds, disputes] = await Promise.all([
    listAttemptsOf(trx, ids).then(byPayment),
    reserved.length === 0 ? none : listCapturesAndVoidsOf(trx, reserved, movementsShown).then(byPayment),
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

const isCapturedByCalls = (payment: Payment): boolean =>
  payment.captureMethod === "manual" && payment.amountAuthorized > 0;
const hasMoved = (payment: Payment): boolean => payment.amountCaptured > 0 || payment.amountLate > 0;

const none = new Map<string, never>();

function byPayment<Part extends { readonly paymentId: string }>(parts: readonly Part[]): Map<string, Part[]> {
  return Map.groupBy(parts, ({ paymentId }) => paymentId);
}

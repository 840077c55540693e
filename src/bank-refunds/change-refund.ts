import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { BankRefund } from "./bank-refund.ts";
import { getRefund, lockRefund, updateRefund } from "./queries.ts";
import type { ChangeRefundBody } from "./schemas.ts";

/** The caller's refund, or undefined. */
export async function findRefund(trx: TenantTransaction, id: string): Promise<BankRefund | undefined> {
  return isOwnId(id, "brf", trx.scope) ? getRefund(trx, id) : undefined;
}

/** What the payments hear: a statement, or the merchant, says that a refund was made or came back. */
export type RefundMoved = (trx: TenantTransaction, movementKey: string) => Promise<void>;

/**
 * Sets a refund's payee, or says what became of one that was sent by hand. Fails with `not_found`, `bank_refund_not_open`, or a
 * problem of a parameter.
 */
export async function changeRefund(
  moved: RefundMoved,
  trx: TenantTransaction,
  id: string,
  { payeeName, payeeIban, status }: ChangeRefundBody,
): Promise<Result<BankRefund, Problem>> {
  const refund = isOwnId(id, "brf", trx.scope) ? await lockRefund(trx, id) : undefined;
  if (!refund) return failed(notFound);
  const isPayee = payeeName !== undefined || payeeIban !== undefined;
  const isOver = refund.status === "confirmed" || refund.status === "returned";
  if (isOver || refund.status === "in_file" || (isPayee && refund.status !== "waiting"))
    return failed(problem("bank_refund_not_open", `It is ${refund.status}.`));
  const iban = payeeIban === undefined ? refund.payeeAccount : electronicFormatIBAN(payeeIban);
  if (payeeIban !== undefined && !isValidIBAN(iban ?? ""))
    return failed(
      problem("parameter_invalid", "It has to be an IBAN with valid check digits.", "/payeeIban"),
    );
  const changed: BankRefund = {
    ...refund,
    payeeName: payeeName ?? refund.payeeName,
    payeeAccount: iban,
    status: status ?? refund.status,
  };
  updateRefund(trx, changed);
  if (changed.status === "confirmed" && changed.movementKey !== null) await moved(trx, changed.movementKey);
  return success(changed);
}

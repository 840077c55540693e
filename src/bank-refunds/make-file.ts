import { findAccount } from "../bank-accounts/find-account.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { BankRefund } from "./bank-refund.ts";
import { pain001 } from "./pain-001.ts";
import { getFile, insertFile, lockWaiting, updateRefund } from "./queries.ts";
import type { RefundFile } from "./refund-file.ts";
import type { MakeFileBody } from "./schemas.ts";

/** Banks take larger files, but a person checks what is in one. */
const refundsAtMost = 1_000;

/**
 * Makes a file of the refunds of an account that wait, and whose payee's IBAN is known. Each is in this file from then on, and in no other.
 *
 * Fails with `bank_refunds_none`, or a problem of a parameter.
 */
export async function makeFile(
  { nowMs }: { readonly nowMs: () => number },
  trx: TenantTransaction,
  { account: accountId, executionDate }: MakeFileBody,
): Promise<Result<RefundFile, Problem>> {
  const account = await findAccount(trx, accountId);
  if (!account) return failed(notYours);
  if (account.type !== "iban") return failed(withoutIban);
  const refunds = await lockWaiting(trx, account.id, account.currency, refundsAtMost);
  if (refunds.length === 0)
    return failed(problem("bank_refunds_none", "No refund of this account waits with a known IBAN."));
  const id = makeId("brx", trx.mode, trx.tenantId, nowMs());
  const date = executionDate ?? new Date(nowMs()).toISOString().slice(0, 10);
  const content = pain001({
    messageId: id.slice(-35),
    createdAt: new Date(nowMs()),
    executionDate: date,
    debtor: { name: account.holder, iban: account.identifier, bic: account.bic },
    currency: account.currency,
    exponent: present(findCurrency(account.currency), "the account's currency").exponent,
    transfers: refunds.map(toTransfer),
  });
  await insertFile(trx, {
    ...{ id, bankAccountId: account.id, executionDate: date, refunds: refunds.length },
    amountMinor: refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    ...{ currency: account.currency, content },
  });
  for (const refund of refunds) updateRefund(trx, { ...refund, status: "in_file", fileId: id });
  return success(present(await getFile(trx, id), "the file just made"));
}

const toTransfer = ({ endToEndId, amountMinor, payeeName, payeeAccount }: BankRefund) => ({
  endToEndId,
  amountMinor,
  creditorName: payeeName ?? "",
  creditorIban: present(payeeAccount, "the payee's IBAN"),
  text: `Refund ${endToEndId}`,
});

const notYours = problem(
  "parameter_invalid",
  "It has to be the id of one of your bank accounts.",
  "/account",
);
const withoutIban = problem(
  "parameter_invalid",
  "Only accounts with an IBAN can pay by such a file. Send other refunds by hand, and set their status.",
  "/account",
);

import { findAccount } from "../bank-accounts/find-account.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { idTimeMs, makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { BankRefund } from "./bank-refund.ts";
import { pain001 } from "./pain-001.ts";
import { getFile, insertFile, lockWaiting, updateRefund } from "./queries.ts";
import type { RefundFile } from "./refund-file.ts";
import type { MakeFileBody } from "./schemas.ts";

/** Banks take larger files, but a person checks what is in one. */
const refundsAtMost = 1_000;

/** Knows when the database may last have lost commits. `isUnnoticed`: it has, and that will be noticed in a second. */
export type RestoreWatch = {
  lastRestore(trx: TenantTransaction): Promise<{ readonly at: Date | null; readonly isUnnoticed: boolean }>;
};

type Deps = { readonly nowMs: () => number; readonly watch: RestoreWatch };

/**
 * Makes a file of the refunds of an account that wait, and whose payee's IBAN is known. Each is in this file from then on, and in no other.
 *
 * A refund that is older than a restore of the database may be in a file that the backup doesn't have. Only a person who asks the bank
 * knows.
 *
 * Fails with `bank_refunds_none`, `bank_refunds_unsure`, `movements_on_hold`, or a problem of a parameter.
 */
export async function makeFile(
  { nowMs, watch }: Deps,
  trx: TenantTransaction,
  { account: accountId, executionDate, unsentConfirmed = false }: MakeFileBody,
): Promise<Result<RefundFile, Problem>> {
  const account = await findAccount(trx, accountId);
  if (!account) return failed(notYours);
  if (account.type !== "iban") return failed(withoutIban);
  const refunds = await lockWaiting(trx, account.id, account.currency, refundsAtMost);
  if (refunds.length === 0)
    return failed(
      problem("bank_refunds_none", "This account has no waiting refund whose payee has a known IBAN."),
    );
  const unsure = unsentConfirmed ? undefined : await unsureOf(watch, trx, refunds);
  if (unsure) return failed(unsure);
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

/** Why it isn't known whether the refunds were sent already; undefined if none was. */
async function unsureOf(
  watch: RestoreWatch,
  trx: TenantTransaction,
  refunds: readonly BankRefund[],
): Promise<Problem | undefined> {
  const { at, isUnnoticed } = await watch.lastRestore(trx);
  if (isUnnoticed) return { ...problem("movements_on_hold", restored), retryAfter: 5 };
  const older = refunds.filter((refund) => at !== null && idTimeMs(refund.id) < at.getTime());
  if (older.length === 0) return undefined;
  const since = `${restored} Since ${at?.toISOString()} it isn't known of ${older.length} of them whether they were sent.`;
  return problem("bank_refunds_unsure", since);
}

const restored = "The database was restored or was stopped, so it may lack a file of refunds.";

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
  "Only accounts with an IBAN can pay by such a file. Send the refunds of other accounts yourself, and set their status.",
  "/account",
);

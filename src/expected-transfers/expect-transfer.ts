import type { BankAccount } from "../bank-accounts/account.ts";
import { listEnabledAccounts } from "../bank-accounts/enabled-accounts.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { lockUnmatchedOfAmount } from "../statement-imports/match-status.ts";
import { nameWords } from "../statement-matching/normal-text.ts";
import { chooseAccount } from "./choose-account.ts";
import type { MatchDeps } from "./deps.ts";
import { makeReference } from "./make-reference.ts";
import { matchEntries } from "./match-entries.ts";
import { findTransferOfAttempt, insertTransfer, lockMatching } from "./queries.ts";
import type { ExpectedTransfer, TransferRequest } from "./transfer.ts";

/** Of a tenant with a million transfers, one reference in ten million is taken. */
const triesAtMost = 5;

/** So many unmatched entries of the amount are compared with a new transfer: the newest. */
const entriesAtMost = 100;

/**
 * Expects a transfer: chooses the account and makes a reference. The same attempt always gets the same transfer, so a call
 * that wasn't answered can be repeated. If the payer is known, money that has arrived without a reference is looked at again.
 *
 * Fails with `no_account` if the tenant has no enabled account in the currency.
 */
export async function expectTransfer(
  deps: MatchDeps,
  trx: TenantTransaction,
  request: TransferRequest,
): Promise<Result<ExpectedTransfer, "no_account">> {
  const known = await findTransferOfAttempt(trx, request.attemptId);
  if (known) return success(known);
  const accounts = await listEnabledAccounts(trx, request.currency);
  const account = chooseAccount(accounts, request.currency, request.country);
  if (!account) return failed("no_account");
  // A reference that is new can't be in entries that are there already. The payer and the amount can.
  const mayBeHere = request.payerName !== null || request.payerAccount !== null;
  if (!mayBeHere) return success(await store(deps, trx, request, account));
  const entries = await lockUnmatchedOfAmount(trx, account.id, request.amountMinor, entriesAtMost);
  await lockMatching(trx);
  const transfer = await store(deps, trx, request, account);
  await matchEntries(deps, trx, entries);
  return success((await findTransferOfAttempt(trx, request.attemptId)) ?? transfer);
}

async function store(
  { nowMs }: MatchDeps,
  trx: TenantTransaction,
  request: TransferRequest,
  account: BankAccount,
): Promise<ExpectedTransfer> {
  const words = nameWords(request.payerName ?? "");
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const id = makeId("etr", trx.mode, trx.tenantId, nowMs());
    await insertTransfer(trx, id, {
      ...request,
      bankAccountId: account.id,
      reference: makeReference(account.type),
      // A single word isn't a name by which somebody is recognised.
      payerNameKey: words.length > 1 ? words.join(" ") : null,
    });
    // Nothing was inserted if another call for the attempt was faster, or if the reference is taken.
    const stored = await findTransferOfAttempt(trx, request.attemptId);
    if (stored) return stored;
  }
  throw new Error(`${triesAtMost} references were taken already`);
}

import type { BankAccount } from "../bank-accounts/account.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import type { NewNames } from "./decide-part.ts";
import { makeReference } from "./make-reference.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/**
 * The names of a transfer that follows another: an attempt of its own, which doesn't exist yet, and a reference that nobody is told.
 * The payments learn of the attempt from the connector's list.
 */
export function newNames(
  { nowMs }: { readonly nowMs: () => number },
  { tenantId, mode }: TenantScope,
): (follows: ExpectedTransfer) => NewNames {
  // It only has to be unique, whatever the type of the account.
  const type: BankAccount["type"] = "iban";
  return () => ({
    id: makeId("etr", mode, tenantId, nowMs()),
    attemptId: makeId("att", mode, tenantId, nowMs()),
    reference: makeReference(type),
  });
}

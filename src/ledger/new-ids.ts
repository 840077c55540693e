import type { TenantScope } from "../database/transaction.ts";
import { encodeTenantKey, randomDigits } from "../kernel/id.ts";

/**
 * The parts of new ids on both sides of their time, which the statement itself puts in: the transaction's time, which
 * is its clock's where it has one. So ids sort by createdAt and lists can page through time by id alone. The entries'
 * random digits are sorted, which keeps the entries of a transaction in their order.
 */
export type NewIds = {
  readonly transactionPrefix: string;
  readonly transactionSuffix: string;
  readonly entryPrefix: string;
  readonly entrySuffixes: readonly string[];
};

/** Ids for a transaction of at most that many entries. */
export function newIds({ mode, tenantId }: TenantScope, entries: number): NewIds {
  const tenantKey = encodeTenantKey(tenantId);
  return {
    transactionPrefix: `ltx_${mode}_${tenantKey}`,
    transactionSuffix: randomDigits(22),
    entryPrefix: `lte_${mode}_${tenantKey}`,
    // Sorted by code unit, as the database's "C" collation does.
    entrySuffixes: Array.from({ length: entries }, () => randomDigits(22)).toSorted(),
  };
}

import type { TenantTransaction } from "../database/transaction.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { EntryPart } from "./entry-parts.ts";
import type { EntryMatch } from "./match.ts";
import { chooseOpenPart, settleStatus, takeEntry } from "./open-parts.ts";
import { insertMatch } from "./queries.ts";

/**
 * Notes that an entry, or one of its transactions, is for no expected transfer. Without a number, all that waits of the entry is ignored.
 *
 * Fails with `not_found`, `bank_entry_not_open`, or a problem of `transaction`.
 */
export async function ignoreEntry(
  trx: TenantTransaction,
  id: string,
  transaction: number | undefined,
): Promise<Result<null, Problem>> {
  const taken = await takeEntry(trx, id);
  if (!taken.ok) return taken;
  const { open } = taken.value;
  const isAll = transaction === undefined && open.length > 0;
  const one = isAll ? undefined : chooseOpenPart(taken.value, transaction);
  if (one?.ok === false) return one;
  const parts = one === undefined ? open : [one.value];
  await Promise.all(parts.map((part) => insertMatch(trx, ignored(trx, part))));
  await settleStatus(trx, taken.value);
  return success(null);
}

const ignored = (trx: TenantTransaction, { entryId, number, incoming }: EntryPart): EntryMatch => ({
  ...{ entryId, number, transferId: null, rule: "manual", action: "ignore" },
  ...{ amountMinor: incoming.amountMinor, currency: incoming.currency },
  ...{ countedMinor: 0, refundedMinor: 0, surplusMinor: 0 },
  decidedBy: trx.scope.actor?.name ?? null,
});

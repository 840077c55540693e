import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { findEntry, getEntryToMatch } from "../statement-imports/match-status.ts";
import type { DecidedEntry } from "./api-entry.ts";
import { selectMatchesOfEntry } from "./queries.ts";
import { suggestFor } from "./suggest.ts";

/** Of an entry that books several transactions, so many matches are shown. */
const matchesAtMost = 100;

/** The caller's entry with what it is for; undefined if there is none. */
export async function findDecidedEntry(
  { nowMs }: { readonly nowMs: () => number },
  trx: TenantTransaction,
  id: string,
): Promise<DecidedEntry | undefined> {
  const entry = await findEntry(trx, id);
  if (!entry) return undefined;
  const matches = await selectMatchesOfEntry(trx, id, matchesAtMost);
  if (entry.matchStatus !== "unmatched") return { entry, matches, exceptions: [] };
  const whole = present(await getEntryToMatch(trx, id), "the entry just read");
  return { entry, matches, exceptions: await suggestFor(trx, whole, nowMs()) };
}

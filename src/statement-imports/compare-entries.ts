import type { EntryStatus } from "../bank-statements/entry.ts";
import type { NewBankEntry } from "./bank-entry.ts";

/** What is known of a stored entry, for comparing. */
export type KnownEntry = {
  readonly id: string;
  readonly entryKey: string;
  readonly status: EntryStatus;
  readonly transactions: number;
};

/** What an entry that is known already brings: it is booked now, or a later file lists its transactions. */
export type EntryChange = {
  readonly id: string;
  readonly entry: NewBankEntry;
  readonly isFurther: boolean;
  readonly hasMoreDetails: boolean;
};

/** How far an entry is. A booked entry never becomes pending again, whichever file comes first. */
const progress: Readonly<Record<EntryStatus, number>> = { information: 0, pending: 1, booked: 2 };

const isFurther = (status: EntryStatus, than: EntryStatus): boolean => progress[status] > progress[than];

/** Undefined if the entry says nothing new. Its amount and direction are those of its key, so they are the same. */
export function changeOf(entry: NewBankEntry, known: KnownEntry): EntryChange | undefined {
  const change = {
    id: known.id,
    entry,
    isFurther: isFurther(entry.status, known.status),
    hasMoreDetails: entry.details.length > known.transactions,
  };
  return change.isFurther || change.hasMoreDetails ? change : undefined;
}

/** The entries of a file in the order of their keys, each once: with the furthest status and the most details. */
export function withoutRepeats(entries: readonly NewBankEntry[]): NewBankEntry[] {
  const byKey = new Map<string, NewBankEntry>();
  for (const entry of entries) {
    const other = byKey.get(entry.entryKey);
    byKey.set(entry.entryKey, other === undefined ? entry : combined(other, entry));
  }
  // All transactions write in the same order, so that two imports of the same entries can't deadlock.
  return [...byKey.values()].sort((one, other) => (one.entryKey < other.entryKey ? -1 : 1));
}

function combined(one: NewBankEntry, other: NewBankEntry): NewBankEntry {
  const { details } = other.details.length > one.details.length ? other : one;
  return { ...(isFurther(other.status, one.status) ? other : one), details };
}

import type { House } from "../house/house.ts";
import type { Journal } from "../play/journal.ts";

/** Something at the PSP that Kassa doesn't know, and its idempotency key there. */
export type UnknownKey = { readonly session: string; readonly key: string };

/** What of the PSP's books and of Kassa's records is explained by what Kassa has lost. */
export type LostMoney = {
  /** Sessions that somebody worked on while something was lost. */
  readonly sessions: ReadonlySet<string>;
  /** Payments of these sessions. */
  readonly payments: ReadonlySet<string>;
  /** Disputes of these payments. */
  readonly disputes: ReadonlySet<string>;
  /** The PSP's idempotency keys of what was done for them and can't be learned again. */
  readonly keys: ReadonlySet<string>;
};

/**
 * What can't be learned again: charges and movements of a session that is gone itself, for a person to look at; and what
 * moved no money: charges that came to nothing, the call-offs of charges, and movements that the PSP refused.
 */
const unknownKeys = `
  SELECT c.merchant_reference AS session, k.key
  FROM sandbox_psp.charges c LEFT JOIN checkout_sessions s ON s.id = c.merchant_reference
    LEFT JOIN attempts a ON a.id = c.idempotency_key
    CROSS JOIN LATERAL (SELECT c.idempotency_key AS key, false AS moved_nothing
      UNION ALL SELECT m.idempotency_key, m.refusal IS NOT NULL OR (m.kind = 'void' AND m.idempotency_key LIKE 'att\\_%')
      FROM sandbox_psp.movements m WHERE m.charge = c.id) k
  WHERE s.id IS NULL OR (a.id IS NULL AND c.status = 'declined') OR k.moved_nothing`;

/** Only of sessions that were worked on meanwhile. */
export async function findLostMoney({ cluster, lost }: House, journal: Journal): Promise<LostMoney> {
  const sessions = touchedSessions(journal, (label) => lost.touched(label));
  const idsOf = (table: string) =>
    cluster.sql<{ id: string }>(`SELECT id FROM ${table} WHERE session_id = ANY ($1)`, [[...sessions]]);
  const [payments, disputes] = [await idsOf("payments"), await idsOf("disputes")];
  const unknown = await cluster.sql<UnknownKey>(unknownKeys);
  return {
    sessions,
    payments: new Set(payments.map(({ id }) => id)),
    disputes: new Set(disputes.map(({ id }) => id)),
    keys: new Set(unknown.filter(({ session }) => sessions.has(session)).map(({ key }) => key)),
  };
}

/** @param touched whether something was lost while somebody worked on a session, by its client reference */
export function touchedSessions(
  { entries }: Pick<Journal, "entries">,
  touched: (label: string | undefined) => boolean,
): Set<string> {
  const created = entries.filter(({ call }) => call.path === "/checkout/sessions" && touched(call.label));
  return new Set(created.flatMap(({ id }) => id ?? []));
}

/**
 * Leaves out what of the oracle's complaints is the loss itself: charges and movements that nobody knows, attempts that
 * were learned again as declined, of which nobody needs to be told once more, and one answer to a dispute that the PSP
 * has and the database lost.
 */
export function withoutLost(
  violations: readonly string[],
  { keys, payments, disputes }: Pick<LostMoney, "keys" | "payments" | "disputes">,
): string[] {
  return violations.filter((words) => {
    const key = /^\[2 .* under key (\S+), which no (attempt|movement) has/.exec(words)?.[1];
    const payment = /^\[6 .*: declines and late money = events\] payment (\S+) has/.exec(words)?.[1];
    const [, asked, dispute, acted] =
      /^\[2 .* the PSP was asked (\d+) times about dispute (\S+), which had (\d+) actions/.exec(words) ?? [];
    const isLostAnswer = disputes.has(dispute ?? "") && Number(asked) === Number(acted) + 1;
    return !keys.has(key ?? "") && !payments.has(payment ?? "") && !isLostAnswer;
  });
}

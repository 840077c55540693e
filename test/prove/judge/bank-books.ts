import type { Cluster } from "../../support/cluster/cluster.ts";
import type { Bank, Booking } from "../rails/bank.ts";

/** What Kassa has of a session that is paid by transfer. Minor units. */
export type TransferRow = {
  readonly session: string;
  /** `psp_clearing` of its payment: what was booked, less what the bank has taken or sent back. */
  readonly cleared: number;
  /** What came for transfers that aren't complete. */
  readonly waiting: number;
  /** What has to go back to payers without having been booked, and isn't sent. */
  readonly owed: number;
};

/** A stored entry of the merchant's account. */
export type EntryRow = {
  readonly reference: string | null;
  /** Negative if the money left the account. */
  readonly amount: number;
  readonly matchStatus: string;
};

/** Compares Kassa's books with the bank's own. */
export async function checkBankBooks({ sql }: Pick<Cluster, "sql">, bank: Bank): Promise<string[]> {
  return compareBankBooks(await sql<TransferRow>(transfers), await sql<EntryRow>(entries), bank.book);
}

/** A description of each difference between the bank's book and Kassa's. */
export function compareBankBooks(
  rows: readonly TransferRow[],
  stored: readonly EntryRow[],
  book: readonly Booking[],
): string[] {
  const byReference = Map.groupBy(stored, ({ reference }) => reference ?? "");
  const violations: string[] = [];
  const received = new Map<string, number>();
  for (const { id, session, amount } of book) {
    const found = byReference.get(id) ?? [];
    byReference.delete(id);
    const [entry] = found;
    if (found.length !== 1) violations.push(`the bank's entry ${id} is stored ${found.length} times`);
    if (entry && entry.amount !== amount)
      violations.push(`the bank's entry ${id} of ${amount} is stored as ${entry.amount}`);
    // Nobody has decided yet what it is for.
    if (entry?.matchStatus !== "unmatched") received.set(session, (received.get(session) ?? 0) + amount);
  }
  for (const id of byReference.keys()) violations.push(`the bank has no entry ${id}`);
  const kassa = new Map(
    rows.map(({ session, cleared, waiting, owed }) => [session, cleared + waiting + owed]),
  );
  for (const session of new Set([...received.keys(), ...kassa.keys()])) {
    const [bankHas, kassaHas] = [received.get(session) ?? 0, kassa.get(session) ?? 0];
    if (bankHas !== kassaHas)
      violations.push(
        `[charge log = ledger] session ${session}: the bank has received ${bankHas} for it, less what went back; Kassa has ${kassaHas}`,
      );
  }
  return violations;
}

const transfers = `
  SELECT t.session_id AS session,
    COALESCE((SELECT sum(e.amount) FROM payments p JOIN ledger_entries e ON (e.tenant_id, e.payment_id) = (p.tenant_id, p.id)
      WHERE (p.tenant_id, p.session_id) = (t.tenant_id, t.session_id) AND e.account = 'psp_clearing'), 0)::bigint AS cleared,
    COALESCE(sum(t.amount_received) FILTER (WHERE t.status = 'open'), 0)::bigint AS waiting,
    COALESCE((SELECT sum(r.amount) FROM bank_refunds r JOIN expected_transfers o ON (o.tenant_id, o.id) = (r.tenant_id, r.expected_transfer_id)
      WHERE (o.tenant_id, o.session_id) = (t.tenant_id, t.session_id) AND r.movement_key IS NULL AND r.status <> 'confirmed'), 0)::bigint AS owed
  FROM expected_transfers t GROUP BY t.tenant_id, t.session_id`;

const entries = `SELECT bank_reference AS reference, CASE credit_debit WHEN 'credit' THEN amount ELSE -amount END AS amount,
    match_status AS "matchStatus"
  FROM bank_entries`;

import type { Transaction } from "../../database/transaction.ts";

const old = "SELECT unnest($1::text[])";

/** Rows that reference others are deleted first. */
const statements = [
  `DELETE FROM sandbox_psp.dispute_requests WHERE dispute IN (SELECT id FROM sandbox_psp.disputes WHERE charge IN (${old}))`,
  `DELETE FROM sandbox_psp.disputes WHERE charge IN (${old})`,
  `DELETE FROM sandbox_psp.notifications WHERE charge IN (${old})`,
  `DELETE FROM sandbox_psp.charge_log WHERE charge IN (${old})`,
  `DELETE FROM sandbox_psp.movements WHERE charge IN (${old})`,
  `DELETE FROM sandbox_psp.charges WHERE id IN (${old})`,
] as const;

/**
 * Deletes the oldest charges of all accounts with their dependent rows: charges stored more than `days` days ago, without
 * a movement or dispute since then, and with nothing due in real time. Returns how many.
 */
export async function deleteOldCharges(trx: Transaction, days: number, limit: number): Promise<number> {
  const rows = await trx.query<{ id: string }>(
    `SELECT c.id FROM sandbox_psp.charges c WHERE c.stored_at < now() - make_interval(days => $1)
       AND (c.clock IS NOT NULL OR (c.due_at IS NULL AND c.capture_before IS NULL AND c.dispute_at IS NULL))
       AND NOT EXISTS (SELECT FROM sandbox_psp.movements m WHERE m.charge = c.id
         AND (m.stored_at >= now() - make_interval(days => $1) OR (m.pending AND c.clock IS NULL)))
       AND NOT EXISTS (SELECT FROM sandbox_psp.disputes d WHERE d.charge = c.id
         AND d.stored_at >= now() - make_interval(days => $1))
     ORDER BY c.stored_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED`,
    [days, limit],
  );
  const charges = rows.map(({ id }) => id);
  if (charges.length > 0) for (const statement of statements) await trx.run(statement, [charges]);
  return charges.length;
}

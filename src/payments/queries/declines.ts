import type { TenantTransaction } from "../../database/transaction.ts";

export type RecentDeclines = {
  readonly subject: Buffer;
  readonly declines: number;
  /** Until they are forgotten; at least 1. */
  readonly secondsLeft: number;
};

/** The declines of those subjects that have had any within the window that their first one opened. */
export function findRecentDeclines(
  trx: TenantTransaction,
  subjects: readonly Buffer[],
  windowMs: number,
): Promise<RecentDeclines[]> {
  return trx.query<RecentDeclines>(
    `SELECT subject, declines, ceil(extract(epoch FROM since + w.length - statement_timestamp()))::integer AS "secondsLeft"
     FROM recent_declines, (SELECT $4 * interval '1 ms') w (length)
     WHERE tenant_id = $1 AND mode = $2 AND subject = ANY ($3::bytea[]) AND since + w.length > statement_timestamp()`,
    [trx.tenantId, trx.mode, subjects, windowMs],
  );
}

/** One decline more for each subject. In order, so that two declines at once never wait for each other. */
export function addDeclines(trx: TenantTransaction, subjects: readonly Buffer[], windowMs: number): void {
  const inWindow = "excluded.since - r.since < $4 * interval '1 ms'";
  for (const subject of subjects.toSorted(Buffer.compare))
    trx.send(
      `INSERT INTO recent_declines AS r (tenant_id, mode, subject, declines) VALUES ($1, $2, $3, 1)
       ON CONFLICT (tenant_id, mode, subject) DO UPDATE SET
         declines = CASE WHEN ${inWindow} THEN r.declines + 1 ELSE 1 END,
         since = CASE WHEN ${inWindow} THEN r.since ELSE excluded.since END`,
      [trx.tenantId, trx.mode, subject, windowMs],
    );
}

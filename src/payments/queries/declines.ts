import type { TenantTransaction } from "../../database/transaction.ts";

export type RecentDeclines = {
  readonly subject: Buffer;
  readonly declines: number;
  /** Seconds until they are forgotten; at least 1. */
  readonly secondsLeft: number;
};

/** The declines of those subjects that had any within the window, which their first decline opened. */
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

/** Adds one decline to each subject. In order, so that concurrent declines can't deadlock. */
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

import type { Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { notificationIsDue } from "./notifications.ts";

/** Real time, or the time of an account's clock. */
export type Timeline = "real" | { readonly account: string; readonly clock: string };

/** A change that is carried out automatically at its time. */
export type Due = {
  readonly what:
    | "charge_decided"
    | "authorization_lapses"
    | "dispute_opens"
    | "movement_settles"
    | "dispute_goes_on";
  /** The id of the charge, movement or dispute. */
  readonly id: string;
  readonly charge: string;
  readonly account: string;
  readonly at: Date;
};

const sources = [
  { what: "charge_decided", table: "charges", charge: "id", at: "due_at" },
  { what: "authorization_lapses", table: "charges", charge: "id", at: "capture_before" },
  { what: "dispute_opens", table: "charges", charge: "id", at: "dispute_at" },
  { what: "movement_settles", table: "movements", charge: "charge", at: "due_at" },
  { what: "dispute_goes_on", table: "disputes", charge: "charge", at: "due_at" },
] as const satisfies readonly { what: Due["what"]; table: string; charge: string; at: string }[];

/** The first few items of each kind: each index is scanned once, for at most `$1` rows. */
function dueSql(condition: string, until: string): string {
  const parts = sources.map(
    ({ what, table, charge, at }) =>
      `(SELECT '${what}' AS what, id, ${charge} AS charge, account, ${at} AS at FROM sandbox_psp.${table}
        WHERE ${at} <= ${until} AND ${condition} ORDER BY ${at}, id LIMIT $1)`,
  );
  return `SELECT * FROM (${parts.join(" UNION ALL ")}) due ORDER BY at, what, id LIMIT $1`;
}

/** Whether something is due in real time, of what the PSP carries out or of its notifications. One statement. */
export async function isAnythingDue(trx: Transaction, keptDays: number): Promise<boolean> {
  const rows = await trx.query(
    `(SELECT FROM (${dueSql("clock IS NULL", "now()")}) due)
     UNION ALL (SELECT FROM sandbox_psp.notifications WHERE ${notificationIsDue("$2")} LIMIT 1)`,
    [1, keptDays],
  );
  return rows.length > 0;
}

/** What is due in real time, earliest first. */
export async function listDueNow(trx: Transaction, limit: number): Promise<Due[]> {
  return await trx.query<Due>(dueSql("clock IS NULL", "now()"), [limit]);
}

/** The next due item on a clock, at or before `until`. */
export async function findDueOnClock(
  trx: Transaction,
  { account, clock }: { readonly account: string; readonly clock: string },
  until: Date,
): Promise<Due | undefined> {
  return await trx.one<Due>(dueSql("account = $2 AND clock = $3", "$4"), [1, account, clock, until]);
}

/** Creates the clock if it is new, sets it to `atLeast` if it shows an earlier time, and locks it. Returns its time. */
export async function lockClock(trx: Transaction, account: string, id: string, atLeast: Date): Promise<Date> {
  const row = await trx.one<{ shows: Date }>(
    `INSERT INTO sandbox_psp.clocks AS k (account, id, shows) VALUES ($1, $2, $3)
     ON CONFLICT (account, id) DO UPDATE SET shows = greatest(k.shows, excluded.shows) RETURNING shows`,
    [account, id, atLeast],
  );
  return present(row, "the clock").shows;
}

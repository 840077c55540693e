import type { Transaction } from "../database/transaction.ts";
import type { CheckResult } from "./check/check-page.ts";
import type { Edition } from "./check/edition.ts";
import type { Violation } from "./reports/violation.ts";

/** How often a violation was reported, and from when to when. */
export type CountedViolation = Violation & { count: number; firstAt: Date; lastAt: Date };

/** Kinds of violations that are told apart on one day, about; anybody can report new ones without end. */
const kindsADay = 1_000;

/**
 * Adds to the counts of the days on which the violations began; what is new on a day that has enough kinds is lumped
 * together. In order, so that two writers never deadlock.
 */
export function addReports(trx: Transaction, counted: readonly CountedViolation[]): Promise<number> {
  return trx.run(
    `WITH incoming AS (
       SELECT (first_at AT TIME ZONE 'UTC')::date AS day, v.*
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
         AS v (page, source, directive, blocked, count, first_at, last_at)),
     bounded AS (
       SELECT i.day, i.page, i.source, i.count, i.first_at, i.last_at,
         CASE WHEN k.is_kept THEN i.directive ELSE 'other' END AS directive,
         CASE WHEN k.is_kept THEN i.blocked ELSE 'other' END AS blocked
       FROM incoming i CROSS JOIN LATERAL (SELECT
         (SELECT count(*) FROM page_reports p WHERE p.day = i.day) < $8
         OR EXISTS (SELECT FROM page_reports p WHERE (p.day, p.page, p.source, p.directive, p.blocked)
           = (i.day, i.page, i.source, i.directive, i.blocked)) AS is_kept) k)
     INSERT INTO page_reports AS r (day, page, source, directive, blocked, count, first_at, last_at)
     SELECT day, page, source, directive, blocked, sum(count), min(first_at), max(last_at) FROM bounded
     GROUP BY day, page, source, directive, blocked ORDER BY day, page, source, directive, blocked
     ON CONFLICT (day, page, source, directive, blocked) DO UPDATE SET
       count = r.count + excluded.count,
       first_at = least(r.first_at, excluded.first_at),
       last_at = greatest(r.last_at, excluded.last_at)`,
    [
      counted.map(({ page }) => page),
      counted.map(({ source }) => source),
      counted.map(({ directive }) => directive),
      counted.map(({ blocked }) => blocked),
      counted.map(({ count }) => count),
      counted.map(({ firstAt }) => firstAt),
      counted.map(({ lastAt }) => lastAt),
      kindsADay,
    ],
  );
}

/** The counts of the last days, today included, over the days; the page's own first, and of them the most frequent. */
export function findReports(trx: Transaction, days: number): Promise<CountedViolation[]> {
  return trx.query<CountedViolation>(
    `SELECT page, source, directive, blocked, sum(count)::bigint AS count,
       min(first_at) AS "firstAt", max(last_at) AS "lastAt"
     FROM page_reports WHERE day > (now() AT TIME ZONE 'UTC')::date - $1::integer
     GROUP BY page, source, directive, blocked
     ORDER BY source DESC, sum(count) DESC, page, directive, blocked`,
    [days],
  );
}

/** What a check found, and when. */
export type LastCheck = { readonly checkedAt: Date; readonly result: CheckResult };

/**
 * Takes the check over if it is due and nobody holds it; the next one is due `everyMs` later, however this one ends. The
 * fence is for finishing it.
 */
export async function leaseCheck(
  trx: Transaction,
  everyMs: number,
  leaseMs: number,
): Promise<number | undefined> {
  const leased = await trx.one<{ fence: number }>(
    `UPDATE page_check SET lease_fence = lease_fence + 1, lease_until = statement_timestamp() + $2 * interval '1 ms',
       next_at = statement_timestamp() + $1 * interval '1 ms'
     WHERE (lease_until IS NULL AND next_at <= statement_timestamp()) OR lease_until <= statement_timestamp()
     RETURNING lease_fence AS fence`,
    [everyMs, leaseMs],
  );
  return leased?.fence;
}

/** Keeps what a leased check found, unless another process has taken it over meanwhile. */
export function finishCheck(trx: Transaction, fence: number, result: CheckResult): Promise<number> {
  return trx.run(
    `UPDATE page_check SET result = $2, checked_at = statement_timestamp(), lease_until = NULL WHERE lease_fence = $1`,
    [fence, JSON.stringify(result)],
  );
}

/** Keeps what a check found that somebody ran by hand. */
export function storeCheck(trx: Transaction, result: CheckResult): Promise<number> {
  return trx.run("UPDATE page_check SET result = $1, checked_at = statement_timestamp()", [
    JSON.stringify(result),
  ]);
}

export function findLastCheck(trx: Transaction): Promise<LastCheck | undefined> {
  return trx.one<LastCheck>(
    `SELECT checked_at AS "checkedAt", result FROM page_check WHERE checked_at IS NOT NULL`,
  );
}

/** Says that a process which serves this edition is there; forgets those that nobody has served for a day. */
export async function rememberEdition(trx: Transaction, edition: Edition): Promise<void> {
  await trx.run("DELETE FROM page_editions WHERE seen_at < now() - interval '1 day'");
  await trx.run(
    `INSERT INTO page_editions (fingerprint, edition, seen_at) VALUES ($1, $2, statement_timestamp())
     ON CONFLICT (fingerprint) DO UPDATE SET seen_at = statement_timestamp()`,
    [edition.fingerprint, JSON.stringify(edition)],
  );
}

/** What the processes serve that were there within the last `withinMs`. */
export async function findEditions(trx: Transaction, withinMs: number): Promise<Edition[]> {
  const rows = await trx.query<{ edition: Edition }>(
    "SELECT edition FROM page_editions WHERE seen_at > statement_timestamp() - $1 * interval '1 ms'",
    [withinMs],
  );
  return rows.map(({ edition }) => edition);
}

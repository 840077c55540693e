import { dayBefore } from "../bank-statements/dates.ts";
import type { StatementSummary } from "../bank-statements/entry.ts";

/**
 * The last day, as 2026-10-31, until which a statement has all that was booked; undefined if it doesn't say. Only statements of a closed day
 * say it: camt.053 and MT940, by their closing balance or period. A report of the day, a notification, a page that isn't the last one, and a
 * statement whose entries don't add up may lack entries.
 *
 * @param format as of the file's event `format`
 */
export function reachOf(
  format: string,
  { closing, to, page, addsUp }: Pick<StatementSummary, "closing" | "to" | "page" | "addsUp">,
): string | undefined {
  if (!(format.startsWith("camt.053") || format.startsWith("mt940")) || addsUp === false) return undefined;
  if (closing?.kind !== "closing") return page === null ? (to ?? undefined) : undefined;
  return later(closing.date ?? undefined, to ?? undefined);
}

/** A file that a person exported has no closing balance, but what was booked before its newest entry. */
export const reachOfEntry = (format: string, bookingDate: string | null): string | undefined =>
  format !== "csv" || bookingDate === null ? undefined : dayBefore(bookingDate);

/** The later of two days, each of which may be unknown. */
export const later = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;

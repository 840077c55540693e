/** The date of the calendar as YYYY-MM-DD; undefined if there is no such day. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1970 && year < 2100;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * The date of an ISO date or date and time, as written there: a bank's day is the day of its own time zone, so a time's offset
 * is ignored.
 */
export function isoDate(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:T[0-9:.]{5,18})?(?:Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  return calendarDate(Number(year), Number(month), Number(day));
}

/** The day before a day, both as YYYY-MM-DD. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** A date YYMMDD of MT940. Years are of this century. */
export function shortDate(text: string): string | undefined {
  const [, year, monthDay] = /^(\d{2})(\d{4})$/.exec(text) ?? [];
  return monthDay === undefined ? undefined : bankingDate(2000 + Number(year), monthDay);
}

/** Banks that count 30 days a month write 30 February as a value date; that is the last day of February. */
function bankingDate(year: number, monthDay: string): string | undefined {
  const month = Number(monthDay.slice(0, 2));
  const day = Number(monthDay.slice(2));
  const isLateFebruary = month === 2 && (day === 29 || day === 30);
  if (!isLateFebruary) return calendarDate(year, month, day);
  return calendarDate(year, 2, 29) ?? calendarDate(year, 2, 28);
}

/** A date MMDD in the year that brings it closest to another date: an entry of 31 December may have a value date in January. */
export function nearestDate(monthDay: string, reference: string): string | undefined {
  if (!/^\d{4}$/.test(monthDay)) return undefined;
  const year = Number(reference.slice(0, 4));
  const distance = (date: string): number => Math.abs(Date.parse(date) - Date.parse(reference));
  return [year - 1, year, year + 1]
    .map((one) => bankingDate(one, monthDay))
    .filter((date) => date !== undefined)
    .sort((left, right) => distance(left) - distance(right))[0];
}

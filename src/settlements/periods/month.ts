/** A calendar month in UTC, as 2026-11. */
export type Month = string;

export const monthPattern = "^20[0-9]{2}-(0[1-9]|1[0-2])$";

/** The first moment of a month, as RFC 3339. */
export const startOf = (month: Month): string => `${month}-01T00:00:00.000Z`;

export function nextMonth(month: Month): Month {
  const start = new Date(startOf(month));
  start.setUTCMonth(start.getUTCMonth() + 1);
  return start.toISOString().slice(0, 7);
}

/** The first moment after a month, as RFC 3339. */
export const endOf = (month: Month): string => startOf(nextMonth(month));

/** The last day of a month, as 2026-11-30. */
export const lastDayOf = (month: Month): string =>
  new Date(Date.parse(endOf(month)) - 86_400_000).toISOString().slice(0, 10);

/** Months are those of UTC, as 2026-10. */
export const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

/** So many months later. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + count)));
}

/** The current month and those before it, newest first. */
export const newestMonths = (count: number, now = new Date()): string[] =>
  Array.from({ length: count }, (_, ago) => addMonths(monthOf(now), -ago));

/** The first and the first no longer moment of a month, as the API takes them. */
export const rangeOf = (
  month: string,
): { readonly createdAfter: string; readonly createdBefore: string } => ({
  createdAfter: `${month}-01T00:00:00Z`,
  createdBefore: `${addMonths(month, 1)}-01T00:00:00Z`,
});

type Period = { readonly month: string; readonly status: string };

/** The last closed month: only that one can be reopened. */
export const lastClosed = (periods: readonly Period[]): string | undefined =>
  periods
    .filter(({ status }) => status === "closed")
    .map(({ month }) => month)
    .sort()
    .at(-1);

/** The month to be closed next; undefined if all that are over are closed. */
export function nextToClose(periods: readonly Period[], now = new Date()): string | undefined {
  const current = monthOf(now);
  const closed = lastClosed(periods);
  const reopened = periods.map(({ month }) => month).sort()[0];
  const next = closed ? addMonths(closed, 1) : (reopened ?? addMonths(current, -1));
  return next < current ? next : undefined;
}

import { UsageFailure } from "./failure.ts";

/** A whole number from 1 to `most`. */
export function readCount(option: string, text: string, most: number): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageFailure(`${option} takes a number from 1 to ${most}.`);
}

const dayMs = 86_400_000;

/** A time, or a day in UTC: its start, or with "end" the start of the day after. */
export function readTime(option: string, text: string, side: "start" | "end"): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time =
    isDay || /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(text) ? Date.parse(text) : Number.NaN;
  // Date takes 2026-02-30 for the 2nd of March.
  const exists = !isDay || new Date(time || 0).toISOString().startsWith(text);
  if (Number.isNaN(time) || !exists)
    throw new UsageFailure(
      `${option}: "${text}" isn't a day such as 2026-11-01 or a time such as 2026-11-01T12:00:00Z.`,
    );
  return new Date(isDay && side === "end" ? time + dayMs : time);
}

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/i;

/** A time with its zone, to the millisecond. */
export function readMoment(option: string, text: string): Date {
  const time = momentPattern.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time);
  throw new UsageFailure(
    `${option}: "${text}" isn't a time with its zone, such as 2026-11-01T12:00:00Z or 2026-11-01T13:00:00.250+01:00.`,
  );
}

const dayMs = 86_400_000;

/** Whether this Kassa knows a time zone, such as Europe/Berlin. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * When days began in a time zone: so many, of which the last one is today, and the moment after it. In milliseconds. Days have 23 to 25
 * hours where clocks are changed.
 */
export function dayStarts(zone: string, days: number, nowMs: number): number[] {
  const { year, month, day } = civilTime(zone, nowMs);
  const today = Date.UTC(year, month - 1, day);
  return Array.from({ length: days + 1 }, (_, at) => startOf(zone, today + (at + 1 - days) * dayMs));
}

/** @param midnightMs the day's midnight as if the zone were UTC */
function startOf(zone: string, midnightMs: number): number {
  const guess = midnightMs - offsetMs(zone, midnightMs);
  return midnightMs - offsetMs(zone, guess);
}

/** How far a zone's clocks are ahead of UTC. */
function offsetMs(zone: string, atMs: number): number {
  const { year, month, day, hour, minute, second } = civilTime(zone, atMs);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

type CivilTime = Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;

/** What a calendar and a clock show in a zone. */
function civilTime(zone: string, atMs: number): CivilTime {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (name: keyof CivilTime): number => parts.get(name) ?? 0;
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

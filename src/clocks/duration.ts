const pattern =
  /^P(?:(?<weeks>\d{1,4})W|(?=\d|T\d)(?:(?<days>\d{1,4})D)?(?:T(?=\d)(?:(?<hours>\d{1,6})H)?(?:(?<minutes>\d{1,7})M)?(?:(?<seconds>\d{1,9}(?:\.\d{1,3})?)S)?)?)$/;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Parses an ISO 8601 duration of weeks, or of days, hours, minutes and seconds, to milliseconds. A day has 24 hours.
 * Undefined for everything else, including months and years, whose lengths vary.
 */
export function parseDuration(text: string): number | undefined {
  const parts = pattern.exec(text)?.groups;
  if (!parts) return undefined;
  const of = (name: string): number => Number(parts[name] ?? 0);
  const timeMs = of("hours") * hourMs + of("minutes") * minuteMs + Math.round(of("seconds") * secondMs);
  return of("weeks") * 7 * dayMs + of("days") * dayMs + timeMs;
}

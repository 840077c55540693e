/**
 * PostgreSQL names a file of its log by 24 hexadecimal digits: eight of the timeline, eight of the log, and eight of the segment within
 * the log. https://www.postgresql.org/docs/18/functions-admin.html#FUNCTIONS-ADMIN-BACKUP
 */
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

/** initdb's own size, which Kassa doesn't change. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, "0");

/** The name of the file that continues the log. */
export function nextSegment(name: string, segmentBytes = SEGMENT_BYTES): string {
  const perLog = 2 ** 32 / segmentBytes;
  const number = Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16) + 1;
  return `${name.slice(0, 8)}${hex(Math.floor(number / perLog))}${hex(number % perLog)}`;
}

/** The first and the last of the segments that follow `from` without a gap, and the one that is missing before later ones. */
export function followSegments(
  from: string,
  present: ReadonlySet<string>,
): { readonly last: string; readonly missing: string | undefined } {
  let last = from;
  for (let next = nextSegment(last); present.has(next); next = nextSegment(last)) last = next;
  const hasLater = [...present].some((name) => name.slice(0, 8) === from.slice(0, 8) && name > last);
  return { last, missing: hasLater ? nextSegment(last) : undefined };
}

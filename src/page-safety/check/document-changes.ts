/**
 * Describes for people how a document differs from the expected one. The check itself compares the whole texts, so a tag that
 * this misses doesn't go unnoticed.
 */

/** Tags that run, load, frame or send something, and all tags with code in an attribute. */
const sensitiveTag =
  /<(?:script|link|style|iframe|frame|object|embed|applet|form|base|meta|input)\b[^>]*>|<[a-z][^>]*\son[a-z]+\s*=[^>]*>/gi;

/** The sensitive tags that were added to a document, and those that were removed or changed. */
export function tagChanges(
  ours: string,
  found: string,
): { readonly added: string[]; readonly removed: string[] } {
  const [before, after] = [tagsOf(ours), tagsOf(found)];
  return { added: subtract(after, before), removed: subtract(before, after) };
}

const tagsOf = (document: string): string[] =>
  Array.from(document.matchAll(sensitiveTag), ([tag]) => tag.replace(/\s+/g, " "));

/** The elements that `list` contains more often than `known`. */
function subtract(list: readonly string[], known: readonly string[]): string[] {
  const rest = new Map<string, number>();
  for (const tag of known) rest.set(tag, (rest.get(tag) ?? 0) + 1);
  return list.filter((tag) => {
    const left = rest.get(tag) ?? 0;
    rest.set(tag, left - 1);
    return left <= 0;
  });
}

const contextLength = 40;
const shownLength = 160;

/** The first difference between two documents, with some characters before it. */
export function firstDifference(
  ours: string,
  found: string,
): { readonly expected: string; readonly instead: string } {
  let at = 0;
  while (at < ours.length && at < found.length && ours[at] === found[at]) at += 1;
  const from = Math.max(0, at - contextLength);
  return { expected: ours.slice(from, at + shownLength), instead: found.slice(from, at + shownLength) };
}

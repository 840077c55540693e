/**
 * Writes equal JSON values as the same text: members ordered by the UTF-16 units of their names, no spaces, strings and
 * numbers as in ECMAScript. This is the JSON Canonicalization Scheme (RFC 8785), except that a lone surrogate, which the
 * scheme forbids, is written as its escape.
 *
 * @param value of strings, finite numbers, booleans, nulls, and arrays and objects of them; nothing undefined
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

/**
 * One text for all JSON values that are equal: members ordered by the UTF-16 units of their names, no spaces, strings and
 * numbers as ECMAScript writes them. That is the JSON Canonicalization Scheme of RFC 8785, for every value that has one
 * in it: a lone surrogate, which the scheme doesn't allow, is written as its escape.
 *
 * @param value of strings, finite numbers, booleans, nulls, and arrays and objects of them; nothing undefined
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

export type SplitRecord =
  | { readonly kind: "values"; readonly values: readonly string[] }
  /** A quoted value goes on in the next line. */
  | { readonly kind: "open" }
  /** A quoted value isn't followed by the delimiter, before this column, counted from 1. */
  | { readonly kind: "invalid"; readonly column: number };

/** The values of a record of a CSV file (RFC 4180, any delimiter), without the end of its line. */
export function splitCsvRecord(text: string, delimiter: string): SplitRecord {
  const values: string[] = [];
  let at = 0;
  while (true) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at);
      values.push(text.slice(at, end === -1 ? text.length : end));
      if (end === -1) return { kind: "values", values };
      at = end + delimiter.length;
      continue;
    }
    const end = endOfQuoted(text, at);
    if (end === -1) return { kind: "open" };
    values.push(text.slice(at + 1, end).replaceAll('""', '"'));
    const after = text.slice(end + 1).trimStart();
    if (after === "") return { kind: "values", values };
    if (!after.startsWith(delimiter) && !text.startsWith(delimiter, end + 1))
      return { kind: "invalid", column: end + 2 };
    at = text.indexOf(delimiter, end + 1) + delimiter.length;
  }
}

function endOfQuoted(text: string, start: number): number {
  let at = start + 1;
  while (true) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
}

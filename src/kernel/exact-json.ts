declare global {
  interface JSON {
    /** A number that JSON.stringify writes as this text (ES2025). */
    rawJSON(text: string): object;
  }
}

/**
 * JSON with every digit of a bigint. An amount is a safe integer, but a sum of them need not be one; JSON itself has no
 * limit, and whoever reads it into something wider than a double loses nothing.
 *
 * @param indent spaces for each level; 0 writes everything on one line
 */
export function exactJson(value: unknown, indent = 0): string {
  return JSON.stringify(
    value,
    (_name, member: unknown) => (typeof member === "bigint" ? JSON.rawJSON(String(member)) : member),
    indent,
  );
}

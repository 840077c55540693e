declare global {
  interface JSON {
    /** A number that JSON.stringify writes as this text (ES2025). */
    rawJSON(text: string): object;
  }
}

/**
 * JSON with all digits of bigints. An amount is a safe integer, but a sum may not be. JSON has no limit, and a reader with
 * a type wider than a double loses nothing.
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

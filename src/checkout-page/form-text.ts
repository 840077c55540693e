/** The decoded body of a posted form. Nothing in it has been validated. */
export type FormBody = Readonly<Record<string, unknown>>;

/** A field's text, cut to the 100 characters that the longest field allows; empty for a missing or repeated field. */
export function readText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 100) : "";
}

/** The body of a posted form as it was decoded: nothing about it is certain. */
export type FormBody = Readonly<Record<string, unknown>>;

/** A field's text; nothing for a field that is missing or came twice. Longer than any field allows is cut, not read. */
export function readText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 100) : "";
}

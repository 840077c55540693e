import { eventTypes, testEventMeaning, testEventType } from "../src/events/event-types.ts";

/** docs/reference/webhooks.md with the current table of event types. @throws Error if the table's marks are missing */
export function withEventTypes(document: string): string {
  const table = /^\| type \| when \|.*?(?=\n\n)/ms;
  if (!table.test(document)) throw new Error("docs/reference/webhooks.md lacks the table of event types");
  const rows = [...Object.entries(eventTypes), [testEventType, testEventMeaning]];
  const lines = rows.map(([type, meaning]) => `| \`${type}\` | ${meaning} |`);
  // A function, because "$" in a replacement text is a reference.
  return document.replace(table, () => ["| type | when |", "| --- | --- |", ...lines].join("\n"));
}

import { eventTypes, testEventMeaning, testEventType } from "../src/events/event-types.ts";

/** docs/webhooks.md with the table of event types as it is. @throws Error when it has no place for it. */
export function withEventTypes(document: string): string {
  const table = /^\| type \| when \|.*?(?=\n\n)/ms;
  if (!table.test(document)) throw new Error("docs/webhooks.md lacks the table of event types");
  const rows = [...Object.entries(eventTypes), [testEventType, testEventMeaning]];
  const lines = rows.map(([type, meaning]) => `| \`${type}\` | ${meaning} |`);
  // A function, for a replacement text would take "$" for a reference.
  return document.replace(table, () => ["| type | when |", "| --- | --- |", ...lines].join("\n"));
}

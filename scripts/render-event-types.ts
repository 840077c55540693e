import type { OpenApiDocument } from "../src/http/openapi/types.ts";

const from = "<!-- event types: generated from src/events/event-types.ts -->\n";
const to = "<!-- end of event types -->";

/** The parts of the page, by the first word of a type. */
const parts = {
  checkout: "Checkout sessions",
  payment: "Payments",
  refund: "Refunds",
  dispute: "Disputes",
  webhook_endpoint: "Tests",
};

/** docs/reference/events.md with the current tables of event types. @throws Error if the marks are missing */
export function withEventTypes(page: string, document: OpenApiDocument): string {
  const start = page.indexOf(from);
  const end = page.indexOf(to);
  if (start < 0 || end < start)
    throw new Error("docs/reference/events.md lacks the marks of the event types");
  const tables = Object.entries(parts).map(([group, title]) => tableOf(document, group, title));
  return `${page.slice(0, start + from.length)}\n${tables.join("\n\n")}\n\n${page.slice(end)}`;
}

function tableOf(document: OpenApiDocument, group: string, title: string): string {
  const rows = Object.entries(document.webhooks ?? {})
    .filter(([type]) => type.startsWith(`${group}.`))
    .map(([type, { post }]) => `| \`${type}\` | \`${objectOf(document, type)}\` | ${post.description} |`);
  if (rows.length === 0) throw new Error(`no event type begins with ${group}`);
  return [`## ${title}`, "", "| type | `data.object` | when |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The name of the object in an event, such as "payment". */
function objectOf(document: OpenApiDocument, type: string): string {
  const example = document.webhooks?.[type]?.post.requestBody.content["application/json"]?.example;
  return (example as { data: { object: { object: string } } }).data.object.object;
}

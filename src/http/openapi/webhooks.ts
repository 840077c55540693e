import { present } from "../../kernel/assert.ts";
import { exampleOf } from "./examples.ts";
import type { OpenApiDocument, Schema, Webhook } from "./types.ts";

/** The webhook of one event type. */
export type WebhookPayload = {
  readonly type: string;
  /** A sentence that says when it is sent. */
  readonly meaning: string;
  /** The name of `data.object`'s component. */
  readonly object: string;
};

/**
 * Describes each webhook with its own payload, such as `PaymentCapturedEvent`: the event with its type and kind of object.
 * Called after the components of the operations' answers are added.
 */
export function addWebhooks(document: OpenApiDocument, payloads: readonly WebhookPayload[]): void {
  document.webhooks = Object.fromEntries(
    payloads.map((payload) => [payload.type, { post: webhook(document, payload) }]),
  );
}

function webhook(document: OpenApiDocument, payload: WebhookPayload): Webhook {
  const { type, meaning } = payload;
  const { schemas } = document.components;
  schemas[`${nameOf(type)}Event`] = eventSchema(schemas, payload);
  const schema = { $ref: `#/components/schemas/${nameOf(type)}Event` };
  const example = {
    ...(exampleOf(document, present(schemas.Event, "the schema of events")) as object),
    type,
    data: { object: exampleOf(document, present(schemas[payload.object], payload.object)) },
  };
  return {
    operationId: `on${nameOf(type)}`,
    summary: type,
    description: meaning,
    tags: ["Webhooks"],
    parameters: [...headers],
    requestBody: {
      required: true,
      content: { "application/json": { schema, example } },
    },
    responses: { "200": { description: acknowledgement } },
  };
}

const acknowledgement =
  "Any status from 200 to 299 tells Kassa that the event has arrived. After any other, and after 15 seconds without an answer, Kassa sends it again later.";

/** "payment.attempt_failed" as "PaymentAttemptFailed". */
const nameOf = (type: string): string =>
  type
    .split(/[._]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");

function eventSchema(schemas: Record<string, Schema>, { type, object }: WebhookPayload): Schema {
  const event = present(schemas.Event, "the schema of events");
  return {
    ...event,
    properties: {
      ...event.properties,
      type: { type: "string", enum: [type], description: "What happened." },
      data: {
        type: "object",
        description: "What it happened to.",
        required: ["object"],
        properties: {
          object: {
            $ref: `#/components/schemas/${object}`,
            description: "The object as it was at the event.",
          },
        },
      },
    },
  };
}

/** The headers of the Standard Webhooks specification. */
const headers = [
  { name: "webhook-id", description: "The event's id, the same each time it is sent." },
  { name: "webhook-timestamp", description: "When this attempt was made, in seconds since 1970." },
  { name: "webhook-signature", description: "`v1,` and the signature, one for each valid secret." },
].map((header) => ({ ...header, in: "header" as const, required: true, schema: { type: "string" } }));

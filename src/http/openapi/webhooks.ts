import { present } from "../../kernel/assert.ts";
import { exampleOf } from "./examples.ts";
import type { OpenApiDocument, Schema, Webhook } from "./types.ts";

/** The webhook of one event type. */
export type WebhookPayload = {
  readonly type: string;
  /** A sentence that says when the webhook is sent. */
  readonly meaning: string;
  /** The name of `data.object`'s component. */
  readonly object: string;
};

/**
 * Describes each webhook with its own payload, such as `PaymentCapturedEvent`: the event with its type and kind of object.
 * Called after the components of the operations' responses are added.
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
  "Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later.";

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
      type: { type: "string", enum: [type], description: "The type of the event." },
      data: {
        type: "object",
        description: "The object that the event is about.",
        required: ["object"],
        properties: {
          object: {
            $ref: `#/components/schemas/${object}`,
            description: "The object as it was at the time of the event.",
          },
        },
      },
    },
  };
}

/** The headers of the Standard Webhooks specification. */
const headers = [
  { name: "webhook-id", description: "The event's id. It is the same each time the event is sent." },
  { name: "webhook-timestamp", description: "The time of this attempt, in seconds since 1970-01-01 UTC." },
  {
    name: "webhook-signature",
    description: "`v1,` and the signature in base64, once for each valid secret, separated by spaces.",
  },
].map((header) => ({ ...header, in: "header" as const, required: true, schema: { type: "string" } }));

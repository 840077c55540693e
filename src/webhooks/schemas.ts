import type { Static } from "typebox";
import { type EventType, eventTypes } from "../events/event-types.ts";
import { typePatterns } from "../events/type-patterns.ts";
import { mode, nullable, objectType, oneOf, pageFields, pageOf, timestamp } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";

/** Schemas of the webhook endpoints' requests and responses. `x-problem` is the problem code for a fault of the field. */

const url = Type.String({
  minLength: 1,
  "x-problem": "url_invalid",
  "x-expects":
    "It has to be an absolute https address (http too in sandbox mode) of at most 2048 characters.",
  description: "The URL that webhooks are sent to: a public https address; in sandbox mode http too.",
});

const events = Type.Array(
  Type.Unsafe<EventType | (string & {})>(
    Type.String({
      title: "EventFilter",
      enum: ["*", ...typePatterns, ...Object.keys(eventTypes)],
      "x-expects": `It has to be *, a group (${typePatterns.join(", ")}) or one of: ${Object.keys(eventTypes).join(", ")}.`,
    }),
  ),
  {
    minItems: 1,
    maxItems: Object.keys(eventTypes).length + typePatterns.length + 1,
    uniqueItems: true,
    description:
      'The event types to send. "payment.*" selects all types with this prefix; ["*"], the default, selects all types. Both include types that later versions add.',
  },
);

const description = Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
  "x-expects": "It has to be a text of at most 500 characters, or null.",
  description: "A name for your own use.",
});

export const CreateEndpointSchema = Type.Object(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  { additionalProperties: false },
);
export type CreateEndpointBody = Static<typeof CreateEndpointSchema>;

export const UpdateEndpointSchema = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    status: Type.Optional(
      oneOf(
        ["enabled", "disabled", "paused"],
        "Enabling a paused endpoint sends the events that were kept for it. Disabling cancels pending deliveries. Only Kassa pauses an endpoint: `paused` is accepted for a paused endpoint and changes nothing.",
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one field to change." },
);
export type UpdateEndpointBody = Static<typeof UpdateEndpointSchema>;

const { limit, startingAfter, endingBefore } = pageFields("object", "objects");
export const ListSchema = Type.Object(
  { limit, startingAfter, endingBefore },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListSchema>;

const deliveryStatus = ["pending", "delivered", "failed", "canceled"] as const;

export const ListDeliveriesSchema = Type.Object(
  {
    limit,
    startingAfter,
    endingBefore,
    status: Type.Optional(oneOf(deliveryStatus, "Only deliveries with this status.")),
    event: Type.Optional(Type.String({ maxLength: 100, description: "Only deliveries of this event." })),
  },
  { additionalProperties: false },
);
export type ListDeliveriesQuery = Static<typeof ListDeliveriesSchema>;

export const ResendEventSchema = Type.Object(
  {
    endpoint: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          "Only send the event to this endpoint, regardless of its event types. Default: to all endpoints that subscribe to the event's type.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ResendEventBody = Static<typeof ResendEventSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

const headers = (description: string) => Type.Record(Type.String(), Type.String(), { description });

const endpointFields = {
  object: objectType("webhook_endpoint"),
  id: Type.String({ description: "Begins with we_live_ or we_sandbox_." }),
  mode: mode(),
  url: Type.String({ description: "The URL that webhooks are sent to." }),
  description: nullable(Type.String(), "A name for your own use."),
  events: Type.Array(Type.String(), {
    description: 'The event types that are sent to it; ["*"] is all types, including later ones.',
  }),
  status: Type.Union([Type.Literal("enabled"), Type.Literal("disabled"), Type.Literal("paused")], {
    description:
      "`paused`: all attempts failed for 5 days, so Kassa keeps its events until you enable it again.",
  }),
  statusReason: nullable(Type.String(), "Why Kassa paused or disabled it."),
  failingSince: nullable(timestamp(), "Since when all attempts have failed; null while attempts succeed."),
  apiVersion: Type.String({ description: "The API version that its events have." }),
  previousSecretExpiresAt: nullable(
    timestamp(),
    "The time until which webhooks are also signed with the secret before the last rotation.",
  ),
  createdAt: timestamp("When it was created."),
};

export const EndpointSchema = Type.Object(endpointFields, {
  additionalProperties: false,
  title: "WebhookEndpoint",
});
export const EndpointListSchema = pageOf(EndpointSchema, "WebhookEndpointList");

export const EndpointWithSecretSchema = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({
      description: "The secret that signs webhooks. Begins with whsec_. It is shown only once.",
    }),
  },
  { additionalProperties: false, title: "WebhookEndpointWithSecret" },
);

export const DeletedEndpointSchema = Type.Object(
  {
    object: objectType("webhook_endpoint"),
    id: Type.String({ description: "The id of the deleted endpoint." }),
    deleted: Type.Literal(true, { description: "Always true. Its deliveries are deleted too." }),
  },
  { additionalProperties: false, title: "DeletedWebhookEndpoint" },
);

const RequestSchema = Type.Object(
  {
    url: Type.String({ description: "The URL that it was sent to." }),
    headers: headers("The request headers, including the signature."),
    body: Type.String({ description: "The event as JSON: exactly the bytes that were signed." }),
  },
  { additionalProperties: false, title: "SentWebhook", description: "The request that was sent." },
);

const ResponseSchema = Type.Object(
  {
    status: Type.Integer({ description: "The HTTP status." }),
    headers: headers("The response headers."),
    body: Type.String({ description: "The first 64 KiB of the response body." }),
  },
  { additionalProperties: false, title: "WebhookAnswer" },
);

const DeliveryAttemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: "The number of the attempt, from 1." }),
    startedAt: timestamp("When it began."),
    durationMs: Type.Integer({ description: "How long it took, in milliseconds." }),
    request: RequestSchema,
    response: nullable(ResponseSchema, "Null if there was no response; `error` says why."),
    error: nullable(Type.String(), "Why there is no complete response, as a sentence."),
  },
  { additionalProperties: false, title: "WebhookDeliveryAttempt" },
);

export const DeliverySchema = Type.Object(
  {
    object: objectType("webhook_delivery"),
    id: Type.String({ description: "Begins with del_live_ or del_sandbox_." }),
    mode: mode(),
    endpoint: Type.String({ description: "Id of the webhook endpoint." }),
    event: Type.String({ description: "Id of the event." }),
    eventType: Type.String({ description: "The event's type." }),
    status: oneOf(
      deliveryStatus,
      "`failed`: all attempts failed for 30 days, or the receiver responded with 410. `canceled`: the endpoint was disabled.",
    ),
    attempts: Type.Integer({ description: "The number of attempts so far." }),
    nextAttemptAt: nullable(
      timestamp(),
      "When the next attempt is due; null if there will be none or the endpoint is paused.",
    ),
    deliveredAt: nullable(timestamp(), "When the receiver accepted it."),
    createdAt: timestamp("When it was created. Retries end 30 days later."),
    lastAttempt: nullable(DeliveryAttemptSchema, "The latest attempt; null before the first."),
  },
  { additionalProperties: false, title: "WebhookDelivery" },
);
export const DeliveryListSchema = pageOf(DeliverySchema, "WebhookDeliveryList");

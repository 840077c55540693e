import { type Static, Type } from "typebox";
import { type EventType, eventTypes } from "../events/event-types.ts";

/** Schemas of the webhook endpoints' requests and answers. `x-problem` names the problem that a fault is. */

const url = Type.String({
  minLength: 1,
  "x-problem": "url_invalid",
  "x-expects":
    "It has to be an absolute https address (http too in sandbox mode) of at most 2048 characters.",
  description: "Where webhooks are sent: a public https address; in sandbox mode http too.",
});

const events = Type.Array(
  Type.Unsafe<EventType | "*">(
    Type.String({
      enum: ["*", ...Object.keys(eventTypes)],
      "x-expects": `It has to be * or one of: ${Object.keys(eventTypes).join(", ")}.`,
    }),
  ),
  {
    minItems: 1,
    maxItems: Object.keys(eventTypes).length + 1,
    uniqueItems: true,
    description: 'The event types to be told of. ["*"], the default, is all of them, later ones included.',
  },
);

const description = Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
  "x-expects": "It has to be a text of at most 500 characters, or null.",
  description: "For you to tell endpoints apart.",
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
      Type.Union([Type.Literal("enabled"), Type.Literal("disabled")], {
        "x-expects": "It has to be enabled or disabled.",
        description:
          "Enabling resumes a paused endpoint, with what was kept for it; disabling cancels what is pending.",
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one field to change." },
);
export type UpdateEndpointBody = Static<typeof UpdateEndpointSchema>;

const cursor = (text: string) =>
  Type.Optional(Type.String({ maxLength: 100, "x-problem": "cursor_invalid", description: text }));

export const ListSchema = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "How many, 1 to 100." }),
    ),
    startingAfter: cursor("Id of the last object of the page before."),
    endingBefore: cursor("Id of the first object of the page after."),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListSchema>;

export const ResendEventSchema = Type.Object(
  {
    endpoint: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "Send it to this endpoint, whatever types it wants. Default: to all that want it.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ResendEventBody = Static<typeof ResendEventSchema>;

// Answers -----------------------------------------------------------------------------------------------------------

const modes = Type.Union([Type.Literal("live"), Type.Literal("sandbox")]);
const time = Type.String({ format: "date-time" });
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, text?: string) =>
  Type.Union([schema, Type.Null()], text === undefined ? {} : { description: text });
const headers = Type.Record(Type.String(), Type.String());
const list = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema, title: string) =>
  Type.Object(
    { object: Type.Literal("list"), data: Type.Array(schema), hasMore: Type.Boolean() },
    { additionalProperties: false, title },
  );

const endpointFields = {
  object: Type.Literal("webhook_endpoint"),
  id: Type.String({ description: "Begins with we_live_ or we_sandbox_." }),
  mode: modes,
  url: Type.String(),
  description: nullable(Type.String()),
  events: Type.Array(Type.String()),
  status: Type.Union([Type.Literal("enabled"), Type.Literal("disabled"), Type.Literal("paused")], {
    description:
      "`paused`: every attempt of 5 days failed, so its events are kept until it is enabled again.",
  }),
  statusReason: nullable(Type.String(), "Why Kassa paused or disabled it."),
  failingSince: nullable(time, "Since when no attempt succeeded."),
  apiVersion: Type.String(),
  previousSecretExpiresAt: nullable(time, "Until when the secret before the last rotation signs too."),
  createdAt: time,
};

export const EndpointSchema = Type.Object(endpointFields, {
  additionalProperties: false,
  title: "WebhookEndpoint",
});
export const EndpointListSchema = list(EndpointSchema, "WebhookEndpointList");

export const EndpointWithSecretSchema = Type.Object(
  { ...endpointFields, secret: Type.String({ description: "Begins with whsec_. Shown this once." }) },
  { additionalProperties: false, title: "WebhookEndpointWithSecret" },
);

export const DeletedEndpointSchema = Type.Object(
  { object: Type.Literal("webhook_endpoint"), id: Type.String(), deleted: Type.Literal(true) },
  { additionalProperties: false, title: "DeletedWebhookEndpoint" },
);

const DeliveryAttemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    startedAt: time,
    durationMs: Type.Integer(),
    request: Type.Object(
      { url: Type.String(), headers, body: Type.String() },
      { additionalProperties: false },
    ),
    response: nullable(
      Type.Object(
        {
          status: Type.Integer(),
          headers,
          body: Type.String({ description: "The first 64 KiB of the answer." }),
        },
        { additionalProperties: false },
      ),
      "Null when there was no answer; `error` says why.",
    ),
    error: nullable(Type.String()),
  },
  { additionalProperties: false, title: "WebhookDeliveryAttempt" },
);

export const DeliverySchema = Type.Object(
  {
    object: Type.Literal("webhook_delivery"),
    id: Type.String({ description: "Begins with del_live_ or del_sandbox_." }),
    mode: modes,
    endpoint: Type.String(),
    event: Type.String(),
    eventType: Type.String(),
    status: Type.Union(["pending", "delivered", "failed", "canceled"].map((status) => Type.Literal(status))),
    attempts: Type.Integer(),
    nextAttemptAt: nullable(time, "Null when there will be none, or when the endpoint is paused."),
    deliveredAt: nullable(time),
    createdAt: time,
    lastAttempt: nullable(DeliveryAttemptSchema),
  },
  { additionalProperties: false, title: "WebhookDelivery" },
);
export const DeliveryListSchema = list(DeliverySchema, "WebhookDeliveryList");

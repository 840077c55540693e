import { type Static, Type } from "typebox";
import { eventTypes, testEventType } from "./event-types.ts";

/** Schemas of the event log's requests and answers. */

const modes = Type.Union([Type.Literal("live"), Type.Literal("sandbox")]);

const cursor = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, "x-problem": "cursor_invalid", description }));

const time = (description: string) =>
  Type.Optional(
    Type.String({
      format: "date-time",
      maxLength: 40,
      "x-expects": "It has to be an RFC 3339 time.",
      description,
    }),
  );

const everyType = [...Object.keys(eventTypes), testEventType];

export const ListEventsSchema = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "How many, 1 to 100." }),
    ),
    startingAfter: cursor("Id of the last event of the page before."),
    endingBefore: cursor("Id of the first event of the page after."),
    type: Type.Optional(Type.String({ enum: everyType, description: "Only events of this type." })),
    session: Type.Optional(
      Type.String({ maxLength: 100, description: "Only events of this checkout session." }),
    ),
    createdAfter: time("Only events recorded at or after this time."),
    createdBefore: time("Only events recorded before this time."),
  },
  { additionalProperties: false },
);
export type ListEventsQuery = Static<typeof ListEventsSchema>;

/** An event as the API shows it and as webhooks send it. */
export const EventSchema = Type.Object(
  {
    object: Type.Literal("event"),
    id: Type.String({
      description: "Begins with evt_live_ or evt_sandbox_; the header webhook-id of its webhooks.",
    }),
    mode: modes,
    type: Type.String({ enum: everyType }),
    createdAt: Type.String({ format: "date-time" }),
    session: Type.Union([Type.String(), Type.Null()], {
      description: "Id of the checkout session it belongs to.",
    }),
    sequence: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        "Its number among the session's events, from 1. Webhooks can arrive out of order: this is the order.",
    }),
    data: Type.Object({
      object: Type.Object(
        {},
        { additionalProperties: true, description: "The object as it was at the event." },
      ),
    }),
  },
  { additionalProperties: false, title: "Event" },
);

export const EventListSchema = Type.Object(
  { object: Type.Literal("list"), data: Type.Array(EventSchema), hasMore: Type.Boolean() },
  { additionalProperties: false, title: "EventList" },
);

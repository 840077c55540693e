import type { Static } from "typebox";
import { mode, nullable, objectType, pageFields, pageOf, timestamp } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { eventTypes, testEventType } from "./event-types.ts";

/** Schemas of requests and responses. */

const everyType = [...Object.keys(eventTypes), testEventType];

export const ListEventsSchema = Type.Object(
  {
    ...pageFields("event", "events"),
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          "Only events of these types, separated by commas; `payment.*` matches all types that begin with `payment.`.",
      }),
    ),
    session: Type.Optional(
      Type.String({ maxLength: 100, description: "Only events of this checkout session." }),
    ),
  },
  { additionalProperties: false },
);
export type ListEventsQuery = Static<typeof ListEventsSchema>;

/** An event in the API and in webhooks. */
export const EventSchema = Type.Object(
  {
    object: objectType("event"),
    id: Type.String({
      description: "Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks.",
    }),
    mode: mode(),
    type: Type.String({ enum: everyType, description: "The type of the event." }),
    createdAt: timestamp("When it happened."),
    session: nullable(Type.String(), "Id of the event's checkout session."),
    sequence: nullable(
      Type.Integer({ minimum: 1 }),
      "The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number.",
    ),
    data: Type.Object(
      {
        object: Type.Object(
          {},
          { additionalProperties: true, description: "The object as it was at the time of the event." },
        ),
      },
      { description: "The object that the event is about." },
    ),
  },
  { additionalProperties: false, title: "Event" },
);

export const EventListSchema = pageOf(EventSchema, "EventList");

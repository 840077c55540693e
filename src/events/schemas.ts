import type { Static } from "typebox";
import { at, kind, mode, nullable, pageFields, pageOf } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { eventTypes, testEventType } from "./event-types.ts";

/** Schemas of the event log's requests and answers. */

const everyType = [...Object.keys(eventTypes), testEventType];

export const ListEventsSchema = Type.Object(
  {
    ...pageFields("event", "events"),
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          "Only events of these types, separated by commas; `payment.*` stands for all types that begin so.",
      }),
    ),
    session: Type.Optional(
      Type.String({ maxLength: 100, description: "Only events of this checkout session." }),
    ),
  },
  { additionalProperties: false },
);
export type ListEventsQuery = Static<typeof ListEventsSchema>;

/** An event as the API shows it and as webhooks send it. */
export const EventSchema = Type.Object(
  {
    object: kind("event"),
    id: Type.String({
      description: "Begins with evt_live_ or evt_sandbox_; the header webhook-id of its webhooks.",
    }),
    mode: mode(),
    type: Type.String({ enum: everyType, description: "What happened." }),
    createdAt: at("When it happened."),
    session: nullable(Type.String(), "Id of the checkout session it belongs to."),
    sequence: nullable(
      Type.Integer({ minimum: 1 }),
      "Its number among the session's events, from 1. Webhooks can arrive out of order: this is the order.",
    ),
    data: Type.Object(
      {
        object: Type.Object(
          {},
          { additionalProperties: true, description: "The object as it was at the event." },
        ),
      },
      { description: "What it happened to." },
    ),
  },
  { additionalProperties: false, title: "Event" },
);

export const EventListSchema = pageOf(EventSchema, "EventList");

import type { Call, Result } from "./call.ts";
import { ApiError } from "./errors.ts";
import { type EventName, eventTypes } from "./event-types.ts";
import { makeId, type Webhook, type WebhookEvent } from "./state.ts";
import { link, toTime, type World } from "./world.ts";

/** Keeps an event, with the resource as it is now. */
export function makeEvent(world: World, type: EventName, resource: object): WebhookEvent {
  const id = `WH-${makeId()}-${makeId()}`;
  const now = world.clock.now();
  const [resourceType, version, summary] = eventTypes[type];
  const path = `/v1/notifications/webhooks-events/${id}`;
  const body = {
    id,
    event_version: "1.0",
    create_time: toTime(now).replace("Z", ".000Z"),
    resource_type: resourceType,
    resource_version: version,
    event_type: type,
    summary,
    resource: structuredClone(resource),
    links: [link(world, "self", path), link(world, "resend", `${path}/resend`, "POST")],
  };
  const event = { id, created: now, updated: now, type, body };
  world.state.events.set(id, event);
  return event;
}

export function wants({ eventTypes: names }: Webhook, { type }: WebhookEvent): boolean {
  return names.includes("*") || names.includes(type);
}

export function listEvents({ world, query }: Call): object {
  const { page_size = 10, event_type, start_time, end_time } = query;
  const since = start_time === undefined ? 0 : Date.parse(String(start_time)) / 1000;
  const until = end_time === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(end_time)) / 1000;
  const found = [...world.state.events.values()]
    .reverse()
    .filter(({ created }) => created >= since && created <= until)
    .filter(({ type }) => event_type === undefined || type === event_type);
  const events = found.slice(0, Number(page_size)).map(({ body }) => body);
  return { events, count: events.length, links: [link(world, "self", "/v1/notifications/webhooks-events")] };
}

function findEvent({ world, id }: Call): WebhookEvent {
  const event = world.state.events.get(id);
  if (!event) throw new ApiError(404, "INVALID_RESOURCE_ID");
  return event;
}

export function getEvent(call: Call): object {
  return findEvent(call).body;
}

/** Sends an event again, to the given webhooks or to all that want it. */
export function resendEvent(call: Call): Result {
  const { world, body } = call;
  const event = findEvent(call);
  const { webhook_ids } = body as { webhook_ids?: readonly string[] };
  world.resend(event, webhook_ids);
  return { status: 202, body: event.body };
}

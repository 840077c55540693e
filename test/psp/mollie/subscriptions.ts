import type { Call, Result } from "./call.ts";
import { notFound, unprocessable } from "./errors.ts";
import { documentation, link, toTime } from "./links.ts";
import { listOf } from "./lists.ts";
import { profileId } from "./profiles.ts";
import { type MollieEvent, makeId, type Subscription } from "./state.ts";
import type { World } from "./world.ts";

/** The events that the fake sends. Mollie has more; those of captures, refunds and chargebacks are in beta. */
const eventTypes = ["pending", "authorized", "paid", "failed", "canceled", "expired"].map(
  (status) => `payment.${status}`,
);

export function createSubscription({ world, livemode, body }: Call): Result {
  const { url, name } = body;
  if (typeof url !== "string" || !URL.canParse(url))
    throw unprocessable("The webhook location is invalid", "url");
  if (typeof name !== "string" || name === "") throw unprocessable("The 'name' field is missing", "name");
  const subscription: Subscription = {
    id: makeId("hook"),
    livemode,
    created: world.clock.now(),
    name,
    url,
    eventTypes: readEventTypes(body.eventTypes),
    secrets: [makeId("secret", 32)],
  };
  world.state.subscriptions.set(subscription.id, subscription);
  const rendered = { ...renderSubscription(world, subscription), webhookSecret: subscription.secrets[0] };
  return { status: 201, body: rendered };
}

function readEventTypes(given: unknown): readonly string[] {
  const types = Array.isArray(given) ? given.map(String) : String(given ?? "").split(",");
  const unknown = types.find((type) => type !== "*" && !eventTypes.includes(type));
  if (unknown !== undefined) throw unprocessable("The event type is invalid", "eventTypes");
  return types;
}

/** Without the secret, which only the answer to its creation shows. */
function renderSubscription(world: World, subscription: Subscription): object {
  const { id, livemode, created, name, url } = subscription;
  return {
    resource: "webhook",
    id,
    mode: livemode ? "live" : "test",
    createdAt: toTime(created),
    name,
    url,
    eventTypes: subscription.eventTypes,
    status: "enabled",
    profileId,
    _links: { self: link(world, `/webhooks/${id}`), documentation: documentation() },
  };
}

function findSubscription({ world, livemode, id }: Call): Subscription {
  const subscription = world.state.subscriptions.get(id);
  if (subscription?.livemode !== livemode) throw notFound("webhook", id);
  return subscription;
}

export function getSubscription(call: Call): object {
  return renderSubscription(call.world, findSubscription(call));
}

export function listSubscriptions(call: Call): object {
  return listOf(call, {
    items: call.world.state.subscriptions,
    path: "/webhooks",
    embedded: "webhooks",
    kind: "webhook",
    render: (subscription) => renderSubscription(call.world, subscription),
  });
}

export function deleteSubscription(call: Call): Result {
  call.world.state.subscriptions.delete(findSubscription(call).id);
  return { status: 204, body: null };
}

/** For a day, events are signed with the secret before, too. @returns the new secret */
export function rotateSecret({ clock }: World, subscription: Subscription): string {
  const [previous = ""] = subscription.secrets;
  const secret = makeId("secret", 32);
  subscription.secrets = [secret, previous];
  clock.at(clock.now() + 86_400, () => {
    subscription.secrets = subscription.secrets.filter((known) => known !== previous);
  });
  return secret;
}

/** `full` with a snapshot of the payment, `simple` with its id only. */
export type EventPayload = "full" | "simple";

/** An event as it is delivered. */
export function renderEvent(
  world: World,
  { id, type, entityId, entity, created }: MollieEvent,
  payload: EventPayload,
): object {
  return {
    resource: "event",
    id,
    type,
    entityId,
    createdAt: toTime(created),
    ...(payload === "full" ? { _embedded: { entity } } : {}),
    _links: {
      self: link(world, `/events/${id}`),
      entity: link(world, `/payments/${entityId}`),
      documentation: documentation("webhooks-new"),
    },
  };
}

export function getEvent({ world, livemode, id }: Call): object {
  const event = world.state.events.get(id);
  if (event?.livemode !== livemode) throw notFound("event", id);
  return renderEvent(world, event, "full");
}

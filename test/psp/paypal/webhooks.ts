import type { Call, Result } from "./call.ts";
import { ApiError } from "./errors.ts";
import { eventTypes, isEventName } from "./event-types.ts";
import { makeId, type Webhook } from "./state.ts";
import { link, type World } from "./world.ts";

const webhooksPerApp = 10;

type WebhookBody = { readonly url: string; readonly event_types: readonly { readonly name: string }[] };

/** `POST /v1/notifications/webhooks`. An address can be registered once an app. */
export function createWebhook({ world, body }: Call): Result {
  const { url, event_types } = body as WebhookBody;
  const names = event_types.map(({ name }) => name);
  checkUrl(world, url);
  const unknown = names.find((name) => name !== "*" && !isEventName(name));
  if (unknown !== undefined)
    throw new ApiError(400, "VALIDATION_ERROR", [
      { field: "event_types", issue: "Not a valid webhook event name", value: unknown },
    ]);
  if (world.state.webhooks.size >= webhooksPerApp) throw new ApiError(400, "WEBHOOK_NUMBER_LIMIT_EXCEEDED");
  const now = world.clock.now();
  const webhook: Webhook = { id: makeId(), created: now, updated: now, url, eventTypes: names };
  world.state.webhooks.set(webhook.id, webhook);
  return { status: 201, body: renderWebhook(world, webhook) };
}

/** PayPal wants https on port 443. The fake also takes http on this machine. */
function checkUrl({ state }: World, url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "" };
  const isLocal = protocol === "http:" && ["127.0.0.1", "localhost"].includes(hostname);
  if (protocol !== "https:" && !isLocal)
    throw new ApiError(400, "VALIDATION_ERROR", [
      { field: "url", issue: "Not a valid webhook URL", value: url },
    ]);
  if ([...state.webhooks.values()].some((webhook) => webhook.url === url))
    throw new ApiError(400, "WEBHOOK_URL_ALREADY_EXISTS");
}

function renderWebhook(world: World, { id, url, eventTypes: names }: Webhook): object {
  const path = `/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: names.map((name) => ({ name, description: descriptionOf(name), status: "ENABLED" })),
    links: [link(world, "self", path)],
  };
}

function descriptionOf(name: string): string {
  return isEventName(name) ? eventTypes[name][2] : "ALL";
}

function findWebhook({ world, id }: Call): Webhook {
  const webhook = world.state.webhooks.get(id);
  if (!webhook) throw new ApiError(404, "INVALID_RESOURCE_ID");
  return webhook;
}

export function getWebhook(call: Call): object {
  return renderWebhook(call.world, findWebhook(call));
}

export function listWebhooks({ world }: Call): object {
  return { webhooks: [...world.state.webhooks.values()].map((webhook) => renderWebhook(world, webhook)) };
}

export function deleteWebhook(call: Call): Result {
  call.world.state.webhooks.delete(findWebhook(call).id);
  return { status: 204, body: null };
}

export function listEventTypes(): object {
  const names = Object.keys(eventTypes);
  return {
    event_types: names.map((name) => ({ name, description: descriptionOf(name), status: "ENABLED" })),
  };
}

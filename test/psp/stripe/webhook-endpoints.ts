import type { Call } from "./call.ts";
import { invalidRequest, resourceMissing } from "./errors.ts";
import { mergeMetadata } from "./metadata.ts";
import { renderEndpoint } from "./render-other.ts";
import { type Endpoint, makeId } from "./state.ts";

type EndpointParams = {
  readonly url?: string;
  readonly enabled_events?: readonly string[];
  readonly description?: string;
  readonly disabled?: boolean;
  readonly metadata?: unknown;
};

export function createEndpoint(call: Call): object {
  const { url = "", enabled_events = [], description, metadata } = call.body as EndpointParams;
  checkUrl(url, call.livemode);
  const endpoint: Endpoint = {
    id: makeId("we"),
    livemode: call.livemode,
    created: call.world.clock.now(),
    url,
    enabledEvents: enabled_events,
    disabled: false,
    description: description ?? null,
    metadata: mergeMetadata({}, metadata),
    secret: makeId("whsec", 32),
  };
  call.world.state.endpoints.set(endpoint.id, endpoint);
  return renderEndpoint(endpoint, true);
}

function checkUrl(url: string, livemode: boolean): void {
  if (!URL.canParse(url))
    throw invalidRequest("Invalid URL: it must have a scheme and a host.", {
      code: "url_invalid",
      param: "url",
    });
  if (livemode && !url.startsWith("https://"))
    throw invalidRequest("Invalid URL: URLs of live mode must begin with https.", {
      code: "url_invalid",
      param: "url",
    });
}

function findEndpoint(call: Call): Endpoint {
  const endpoint = call.world.state.endpoints.get(call.id);
  if (endpoint?.livemode !== call.livemode)
    throw resourceMissing("webhook endpoint", call.id, "webhook_endpoint");
  return endpoint;
}

export function retrieveEndpoint(call: Call): object {
  return renderEndpoint(findEndpoint(call), false);
}

export function updateEndpoint(call: Call): object {
  const endpoint = findEndpoint(call);
  const { url, enabled_events, disabled, metadata } = call.body as EndpointParams;
  if (url !== undefined) checkUrl(url, call.livemode);
  endpoint.url = url ?? endpoint.url;
  endpoint.enabledEvents = enabled_events ?? endpoint.enabledEvents;
  endpoint.disabled = disabled ?? endpoint.disabled;
  endpoint.metadata = mergeMetadata(endpoint.metadata, metadata);
  return renderEndpoint(endpoint, false);
}

export function deleteEndpoint(call: Call): object {
  const { id } = findEndpoint(call);
  call.world.state.endpoints.delete(id);
  return { id, object: "webhook_endpoint", deleted: true };
}

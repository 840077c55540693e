import type { Endpoint, StoredFile, StripeEvent } from "./state.ts";

/** The version of the API that the fake speaks; it refuses every other. */
export const apiVersion = "2026-08-26.dahlia";

export function renderEvent(event: StripeEvent): Record<string, unknown> {
  return {
    id: event.id,
    object: "event",
    api_version: apiVersion,
    created: event.created,
    data: { object: event.object, ...(event.previous ? { previous_attributes: event.previous } : {}) },
    livemode: event.livemode,
    pending_webhooks: event.pendingWebhooks,
    request: event.request,
    type: event.type,
  };
}

/** @param withSecret only the answer to its creation shows the secret */
export function renderEndpoint(endpoint: Endpoint, withSecret: boolean): Record<string, unknown> {
  return {
    id: endpoint.id,
    object: "webhook_endpoint",
    api_version: apiVersion,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    livemode: endpoint.livemode,
    metadata: endpoint.metadata,
    ...(withSecret ? { secret: endpoint.secret } : {}),
    status: endpoint.disabled ? "disabled" : "enabled",
    url: endpoint.url,
  };
}

export function renderFile(file: StoredFile): Record<string, unknown> {
  return {
    id: file.id,
    object: "file",
    created: file.created,
    expires_at: null,
    filename: file.filename,
    links: { object: "list", data: [], has_more: false, url: `/v1/file_links?file=${file.id}` },
    purpose: file.purpose,
    size: file.content.length,
    title: null,
    type: file.type,
    url: `https://files.stripe.com/v1/files/${file.id}/contents`,
  };
}

export function renderAccount(): Record<string, unknown> {
  return {
    id: "acct_1FakeKassaAccount",
    object: "account",
    business_type: "company",
    charges_enabled: true,
    country: "DE",
    created: 1_700_000_000,
    default_currency: "eur",
    details_submitted: true,
    email: "merchant@example.com",
    metadata: {},
    payouts_enabled: true,
    type: "standard",
  };
}

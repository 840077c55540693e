import type { EventType } from "../events/event-types.ts";
import type { Mode } from "../kernel/mode.ts";

/** A URL of a tenant's server that receives events. */
export type Endpoint = {
  readonly tenantId: number;
  readonly id: string;
  readonly mode: Mode;
  readonly url: string;
  readonly description: string | null;
  /** `*` stands for all types, including those of later versions. */
  readonly events: readonly (EventType | "*")[];
  readonly status: EndpointStatus;
  /** Why Kassa disabled or paused it; otherwise null. */
  readonly statusReason: string | null;
  readonly apiVersion: string;
  /** Since when no attempt succeeded; null while it works. */
  readonly failingSince: Date | null;
  readonly previousSecretExpiresAt: Date | null;
  readonly createdAt: Date;
};

/** Kassa pauses an endpoint that keeps failing; the tenant enables and disables it. */
export type EndpointStatus = "enabled" | "disabled" | "paused";

/** An endpoint as the API shows it. `secret` is shown only after it was made. */
export function toApiEndpoint(endpoint: Endpoint, secret?: string) {
  return {
    object: "webhook_endpoint",
    id: endpoint.id,
    mode: endpoint.mode,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    status: endpoint.status,
    statusReason: endpoint.statusReason,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    apiVersion: endpoint.apiVersion,
    previousSecretExpiresAt: endpoint.previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    ...(secret === undefined ? {} : { secret }),
  };
}

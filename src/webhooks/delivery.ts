import { toApiEvent } from "../events/api-event.ts";
import type { EventRow } from "../events/event.ts";
import type { Mode } from "../kernel/mode.ts";

/** The delivery of one event to one endpoint. */
export type Delivery = {
  readonly id: string;
  readonly mode: Mode;
  readonly endpointId: string;
  readonly event: EventRow;
  readonly status: "pending" | "delivered" | "failed" | "canceled";
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  readonly lastAttempt: DeliveryAttempt | null;
};

export type DeliveryAttempt = {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requestUrl: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: Buffer | null;
  readonly error: string | null;
};

/** A delivery as the API shows it, with the last request and its response. */
export function toApiDelivery(delivery: Delivery) {
  return {
    object: "webhook_delivery",
    id: delivery.id,
    mode: delivery.mode,
    endpoint: delivery.endpointId,
    event: delivery.event.id,
    eventType: delivery.event.type,
    status: delivery.status,
    attempts: delivery.attempts,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
    lastAttempt: delivery.lastAttempt && toApiAttempt(delivery.lastAttempt, delivery.event),
  };
}

function toApiAttempt(attempt: DeliveryAttempt, event: EventRow) {
  return {
    number: attempt.number,
    startedAt: attempt.startedAt.toISOString(),
    durationMs: attempt.durationMs,
    request: {
      url: attempt.requestUrl,
      headers: attempt.requestHeaders,
      body: JSON.stringify(toApiEvent(event)),
    },
    response:
      attempt.responseStatus === null
        ? null
        : {
            status: attempt.responseStatus,
            headers: attempt.responseHeaders ?? {},
            // Bytes that are not UTF-8 show as U+FFFD.
            body: attempt.responseBody?.toString("utf8") ?? "",
          },
    error: attempt.error,
  };
}

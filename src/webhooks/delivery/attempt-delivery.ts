import { Webhook } from "standardwebhooks";
import { retryConflict } from "../../database/conflict.ts";
import type { Database } from "../../database/database.ts";
import { toApiEvent } from "../../events/api-event.ts";
import type { JobLog } from "../../jobs/poller.ts";
import { Counter } from "../../kernel/counter.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { Keyring } from "../../kernel/seal.ts";
import { openSecret } from "../secrets.ts";
import { type PostOptions, postWebhook } from "./post-webhook.ts";
import { type DeliveryContents, getContents, type Lease } from "./queries.ts";
import { type Attempt, type Recorded, recordAttempt } from "./record-attempt.ts";

export type AttemptDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly log: JobLog;
  /** The database's time, for the signature. */
  readonly nowMs: () => number;
};

/** Recorded attempts by result, for the metrics. */
export const deliveryResults = new Counter<Recorded>([
  "delivered",
  "retrying",
  "given up",
  "endpoint paused",
  "endpoint disabled",
  "lost",
]);

/**
 * Attempts a leased delivery: reads it, posts it without holding a transaction or a connection, records the result. Records nothing
 * when the signal is aborted: another process holds the lease then, or will.
 */
export async function attemptDelivery(deps: AttemptDeps, lease: Lease, options: PostOptions): Promise<void> {
  crashPoint("delivery:leased");
  const contents = await deps.database.inTenant(lease, (trx) => trx.commitWith(getContents(trx, lease)));
  if (!contents) return;
  const attempt = await makeAttempt(deps, contents, options);
  crashPoint("delivery:receiver-answered");
  if (options.signal?.aborted) return;
  // The receiver has the event. If the attempt weren't recorded, it would be posted again.
  const recorded = await retryConflict(() => recordAttempt(deps.database, lease, attempt));
  deliveryResults.add(recorded);
  crashPoint("delivery:recorded");
  if (recorded === "endpoint paused" || recorded === "endpoint disabled") {
    const { endpointId } = contents;
    deps.log.warn({ endpoint: endpointId, tenant: lease.tenantId, mode: lease.mode }, `webhook ${recorded}`);
  }
}

/** Posts an event. Its body is built from the stored event, with the same bytes in each attempt. */
export async function makeAttempt(
  deps: Pick<AttemptDeps, "keyring" | "nowMs">,
  contents: DeliveryContents,
  options: PostOptions,
): Promise<Attempt> {
  const { url, event, endpointId, endpointFailing, livesOn } = contents;
  const sealed = [contents.secretSealed, contents.previousSecretSealed].filter((secret) => secret !== null);
  const secrets = sealed.map((secret) => openSecret(deps.keyring, event, endpointId, secret));
  const startedAt = new Date(deps.nowMs());
  const body = JSON.stringify(toApiEvent(event));
  const headers = signedHeaders({ id: event.id, body, timestamp: startedAt }, secrets);
  const outcome = await postWebhook({ url, headers, body }, options);
  return { endpointId, endpointFailing, livesOn, startedAt, url, headers, outcome };
}

type Message = {
  /** The event's id: the same in every retry and resend, so that receivers can recognize duplicates. */
  readonly id: string;
  readonly body: string;
  /** The time of this attempt. Receivers refuse times that are more than five minutes off. */
  readonly timestamp: Date;
};

/**
 * The headers of a webhook as the Standard Webhooks specification defines them. After a rotation there are two secrets: the webhook
 * is signed with each, and a receiver that knows either of them accepts it.
 */
export function signedHeaders(message: Message, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) =>
    new Webhook(secret).sign(message.id, message.timestamp, message.body),
  );
  return {
    "content-type": "application/json",
    "user-agent": "Kassa-Webhooks/1",
    "webhook-id": message.id,
    "webhook-timestamp": String(Math.floor(message.timestamp.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

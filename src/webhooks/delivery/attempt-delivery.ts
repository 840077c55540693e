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
import { signedHeaders } from "./sign.ts";

export type AttemptDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly log: JobLog;
  /** The database's time, which the signature is dated by. */
  readonly nowMs: () => number;
};

/** What attempts led to. */
export const deliveryResults = new Counter<Recorded>([
  "delivered",
  "retrying",
  "given up",
  "endpoint paused",
  "endpoint disabled",
  "lost",
]);

/**
 * Makes the attempt that a lease allows: read, post with no transaction and no connection held, record. When the signal
 * calls it off nothing is recorded: somebody else holds the lease then, or will.
 */
export async function attemptDelivery(deps: AttemptDeps, lease: Lease, options: PostOptions): Promise<void> {
  crashPoint("delivery:leased");
  const contents = await deps.database.inTenant(lease, (trx) => trx.commitWith(getContents(trx, lease)));
  if (!contents) return;
  const attempt = await makeAttempt(deps, contents, options);
  crashPoint("delivery:receiver-answered");
  if (options.signal?.aborted) return;
  // The receiver has the event: unrecorded, it would be posted again.
  const recorded = await retryConflict(() => recordAttempt(deps.database, lease, attempt));
  deliveryResults.add(recorded);
  crashPoint("delivery:recorded");
  if (recorded === "endpoint paused" || recorded === "endpoint disabled") {
    const { endpointId } = contents;
    deps.log.warn({ endpoint: endpointId, tenant: lease.tenantId, mode: lease.mode }, `webhook ${recorded}`);
  }
}

/** Posts an event. Its body is written anew from the stored event, the same bytes each time. */
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

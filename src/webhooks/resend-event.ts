import { enterClock } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { testEventType } from "../events/event-types.ts";
import { clockOfEvent, findEvent } from "../events/find-event.ts";
import type { Problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Delivery } from "./delivery.ts";
import { sendTo } from "./fan-out.ts";
import { isOwnEndpointId } from "./find-endpoint.ts";
import { findTargets, lockEndpoint, type Target } from "./queries.ts";
import { notEnabled } from "./send-test.ts";

/**
 * Sends an event again with the same webhook-id: to the named endpoint, or to all enabled ones that want its type, including listeners.
 * The deliveries of a session on a clock are retried by that clock. Undefined when the caller has no such event or endpoint.
 */
export async function resendEvent(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  eventId: string,
  endpointId: string | undefined,
): Promise<Result<Delivery[] | undefined, Problem>> {
  const event = await findEvent(trx, eventId);
  if (!event) return success(undefined);
  const clockId = await clockOfEvent(trx, event.id);
  if (clockId !== null) await enterClock(trx, clockId);
  const targets = await (endpointId === undefined
    ? subscribers(trx, event.type)
    : namedTarget(trx, endpointId));
  if (!targets) return success(undefined);
  if (targets.some(({ status }) => status !== "enabled")) return failed(notEnabled);
  // Listeners fetch their deliveries themselves, and the API doesn't show them.
  const sent = targets.length === 0 ? [] : await sendTo(deps, trx, event, targets);
  const shown = new Set(targets.filter(({ kind }) => kind === "http").map(({ id }) => id));
  return success(sent.filter((delivery) => shown.has(delivery.endpointId)));
}

async function subscribers(trx: TenantTransaction, eventType: string): Promise<Target[]> {
  if (eventType === testEventType) return [];
  const targets = await findTargets(trx, eventType);
  return targets.filter(({ status }) => status === "enabled");
}

async function namedTarget(trx: TenantTransaction, id: string): Promise<Target[] | undefined> {
  const endpoint = isOwnEndpointId(trx.scope, id) ? await lockEndpoint(trx, id) : undefined;
  return endpoint && [{ id, kind: "http", status: endpoint.status }];
}

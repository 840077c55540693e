import type { Scope, Transaction } from "../database/transaction.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Endpoint } from "./endpoint.ts";
import { isOwnEndpointId } from "./find-endpoint.ts";
import {
  cancelDeliveries,
  changeEndpoint,
  type EndpointChange,
  lockEndpoint,
  resumeDeliveries,
} from "./queries.ts";
import type { UpdateEndpointBody } from "./schemas.ts";

/**
 * Changes what a checked body names; undefined when the caller has no such endpoint. Enabling makes what was kept while
 * it was paused due at once; disabling cancels what is pending.
 */
export async function updateEndpoint(
  trx: Transaction,
  scope: Scope,
  id: string,
  body: UpdateEndpointBody,
): Promise<Result<Endpoint | undefined, Problem>> {
  if (!isOwnEndpointId(scope, id)) return success(undefined);
  const endpoint = await lockEndpoint(trx, scope, id);
  if (!endpoint) return success(undefined);
  if (body.status === "paused" && endpoint.status !== "paused") return failed(onlyKassaPauses);
  const changed = await changeEndpoint(trx, scope, id, merge(endpoint, body));
  if (body.status === "enabled" && endpoint.status !== "enabled") await resumeDeliveries(trx, scope, id);
  if (body.status === "disabled") await cancelDeliveries(trx, scope, id);
  return success(changed);
}

const onlyKassaPauses = problem(
  "parameter_invalid",
  "Only Kassa pauses an endpoint. Send enabled or disabled.",
  "/status",
);

function merge(endpoint: Endpoint, body: UpdateEndpointBody): EndpointChange {
  // Whoever sets the status starts afresh: the reason and the count of days are those of the time before.
  const health =
    body.status === undefined || body.status === "paused"
      ? endpoint
      : { status: body.status, statusReason: null, failingSince: null };
  return {
    url: body.url ?? endpoint.url,
    description: body.description === undefined ? endpoint.description : body.description,
    events: body.events ?? endpoint.events,
    status: health.status,
    statusReason: health.statusReason,
    failingSince: health.failingSince,
  };
}

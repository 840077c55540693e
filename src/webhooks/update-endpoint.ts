import type { TenantTransaction } from "../database/transaction.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Endpoint } from "./endpoint.ts";
import { isOwnEndpointId } from "./find-endpoint.ts";
import { changeEndpoint, type EndpointChange, lockEndpoint } from "./queries.ts";
import type { UpdateEndpointBody } from "./schemas.ts";
import { beginSweep, isCanceling } from "./sweep/sweep-deliveries.ts";

/**
 * Changes the fields of a checked body; undefined when the caller has no such endpoint. Enabling a paused endpoint makes its pending
 * deliveries due at once; disabling cancels them.
 */
export async function updateEndpoint(
  trx: TenantTransaction,
  id: string,
  body: UpdateEndpointBody,
): Promise<Result<Endpoint | undefined, Problem>> {
  if (!isOwnEndpointId(trx.scope, id)) return success(undefined);
  const endpoint = await lockEndpoint(trx, id);
  if (!endpoint) return success(undefined);
  if (body.status === "paused" && endpoint.status !== "paused") return failed(onlyKassaPauses);
  const isEnabled = body.status === "enabled" && endpoint.status !== "enabled";
  if (isEnabled && (await isCanceling(trx, id))) return failed(stillCanceling);
  const changed = await changeEndpoint(trx, id, merge(endpoint, body));
  if (isEnabled) await beginSweep(trx, id, "retry");
  if (body.status === "disabled") await beginSweep(trx, id, "cancel");
  return success(changed);
}

/** In an enabled endpoint, deliveries to cancel couldn't be told from new ones. */
const stillCanceling: Problem = {
  ...problem(
    "service_unavailable",
    "The deliveries that waited when the endpoint was disabled are still being canceled. Enable it in a few seconds.",
  ),
  retryAfter: 2,
};

const onlyKassaPauses = problem(
  "parameter_invalid",
  "Only Kassa pauses an endpoint. Send enabled or disabled.",
  "/status",
);

function merge(endpoint: Endpoint, body: UpdateEndpointBody): EndpointChange {
  // A new status clears the reason for the old one and the days of failing.
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

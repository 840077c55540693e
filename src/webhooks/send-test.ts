import type { TenantTransaction } from "../database/transaction.ts";
import { recordTestEvent } from "../events/record-test-event.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Delivery } from "./delivery.ts";
import { toApiEndpoint } from "./endpoint.ts";
import { sendTo } from "./fan-out.ts";
import { isOwnEndpointId } from "./find-endpoint.ts";
import { lockEndpoint } from "./queries.ts";

export const notEnabled = problem(
  "endpoint_not_enabled",
  "Webhooks are sent to enabled endpoints only. Set the endpoint's `status` to `enabled` first.",
);

/** Sends an endpoint a test event that shows the endpoint itself; undefined when the caller has no such endpoint. */
export async function sendTest(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  id: string,
): Promise<Result<Delivery | undefined, Problem>> {
  const endpoint = isOwnEndpointId(trx.scope, id) ? await lockEndpoint(trx, id) : undefined;
  if (!endpoint) return success(undefined);
  if (endpoint.status !== "enabled") return failed(notEnabled);
  const event = await recordTestEvent(deps, trx, toApiEndpoint(endpoint));
  const [delivery] = await sendTo(deps, trx, event, [{ id, kind: "http", status: "enabled" }]);
  return success(delivery);
}

import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { Endpoint } from "./endpoint.ts";
import { insertEndpoint, lockEndpointCount } from "./queries.ts";
import type { CreateEndpointBody } from "./schemas.ts";
import { makeSecret, sealSecret } from "./secrets.ts";

export type EndpointDeps = { readonly keyring: Keyring; readonly nowMs: () => number };

/** An endpoint with the secret that signs its webhooks. The secret is shown only once. */
export type EndpointWithSecret = { readonly endpoint: Endpoint; readonly secret: string };

const endpointLimit = 20;

/** Creates an endpoint from a checked body. Fails with `endpoint_limit_reached`. */
export async function createEndpoint(
  deps: EndpointDeps,
  trx: TenantTransaction,
  request: CreateEndpointBody & { readonly apiVersion: string },
): Promise<Result<EndpointWithSecret, Problem>> {
  if ((await lockEndpointCount(trx)) >= endpointLimit) {
    return failed(problem("endpoint_limit_reached", `You already have ${endpointLimit} endpoints.`));
  }
  const secret = makeSecret();
  const id = makeId("we", trx.mode, trx.tenantId, deps.nowMs());
  const endpoint = await insertEndpoint(trx, {
    id,
    url: request.url,
    description: request.description ?? null,
    events: request.events ?? ["*"],
    secretSealed: sealSecret(deps.keyring, trx.scope, id, secret),
    apiVersion: request.apiVersion,
  });
  return success({ endpoint: present(endpoint, "the endpoint just made"), secret });
}

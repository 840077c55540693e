import type { TenantTransaction } from "../database/transaction.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { EndpointWithSecret } from "./create-endpoint.ts";
import { isOwnEndpointId } from "./find-endpoint.ts";
import { replaceSecret } from "./queries.ts";
import { makeSecret, sealSecret } from "./secrets.ts";

/** How long webhooks are signed with both secrets. */
const overlapDays = 7;

/** Gives an endpoint a new secret; undefined when the caller has no such endpoint. */
export async function rotateSecret(
  deps: { readonly keyring: Keyring },
  trx: TenantTransaction,
  id: string,
): Promise<EndpointWithSecret | undefined> {
  if (!isOwnEndpointId(trx.scope, id)) return undefined;
  const secret = makeSecret();
  const sealed = sealSecret(deps.keyring, trx.scope, id, secret);
  const endpoint = await replaceSecret(trx, id, sealed, overlapDays);
  return endpoint && { endpoint, secret };
}

import type { Transaction } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import type { Mode } from "../kernel/mode.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { keyHint, makeApiKey } from "./api-key.ts";
import type { TenantDeps } from "./deps.ts";
import { isNetwork } from "./networks.ts";
import { getTenant, insertKey } from "./queries.ts";
import type { Scope } from "./scopes.ts";
import { newestApiVersion } from "./versions.ts";

export type KeyRequest = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly name?: string | null;
  readonly scopes?: readonly Scope[];
  readonly allowedNetworks?: readonly string[];
  readonly expiresAt?: Date | null;
  readonly apiVersion?: string;
};

export const tenantClosed: Problem = problem(
  "parameter_invalid",
  "The tenant is closed: its keys would be refused.",
);

/** A key and its secret. The secret can't be read again. */
export type NewKey = { readonly id: string; readonly secret: string };

/** Makes a key for a tenant. Fails with `not_found` when there is no such tenant. */
export async function createKey(deps: TenantDeps, request: KeyRequest): Promise<Result<NewKey, Problem>> {
  const badNetwork = findBadNetwork(request.allowedNetworks ?? []);
  if (badNetwork) return failed(badNetwork);
  return deps.database.inControl((trx) => createKeyIn(trx, deps.keyring, request), deps.actor);
}

/** What is wrong with the first network that is none; undefined if all are. */
export function findBadNetwork(networks: readonly string[]): Problem | undefined {
  const bad = networks.find((network) => !isNetwork(network));
  return bad === undefined
    ? undefined
    : problem("parameter_invalid", `"${bad}" is not an IP address or network such as 203.0.113.0/24.`);
}

/** The same in a transaction of the caller's, for networks that were checked. */
export async function createKeyIn(
  trx: Transaction,
  keyring: Keyring,
  request: KeyRequest,
): Promise<Result<NewKey, Problem>> {
  const tenant = await getTenant(trx, request.tenantId);
  if (!tenant) return failed(problem("not_found", "There is no such tenant."));
  if (tenant.closedAt !== null) return failed(tenantClosed);
  return success(await createKeyWithin(trx, keyring, request));
}

/** The same in a transaction that has checked the tenant. */
export async function createKeyWithin(
  trx: Transaction,
  keyring: Keyring,
  request: KeyRequest,
): Promise<NewKey> {
  const secret = makeApiKey(request.mode, request.tenantId);
  const id = makeId("key", request.mode, request.tenantId, Date.now());
  await insertKey(trx, {
    tenantId: request.tenantId,
    id,
    mode: request.mode,
    name: request.name ?? null,
    secretHash: hashApiKey(keyring, secret),
    hint: keyHint(secret),
    scopes: [...(request.scopes ?? ["full" as const])],
    allowedNetworks: [...(request.allowedNetworks ?? [])],
    apiVersion: request.apiVersion ?? newestApiVersion,
    expiresAt: request.expiresAt ?? null,
  });
  return { id, secret };
}

/** The stored form of a secret: a keyed SHA-256. With 256 random bits, it needs no slow password hash. */
export function hashApiKey(keyring: Keyring, secret: string): Buffer {
  return keyring.digest("api-keys", secret);
}

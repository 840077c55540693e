import type { Transaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { createKeyWithin, type NewKey, tenantClosed } from "./create-key.ts";
import type { TenantDeps } from "./deps.ts";
import { getTenant, limitKeyLife, lockKey, revokeKey as markRevoked } from "./queries.ts";

const noSuchKey = problem("not_found", "There is no key with this id.");

export type RolledKey = NewKey & {
  /** The id of the old key, and when it expires. */
  readonly replaces: string;
  readonly replacedEndsAt: Date;
  /** Null if the new key doesn't expire. */
  readonly expiresAt: Date | null;
};

export type RollOptions = {
  /** How long both keys are valid, unless the old one expires sooner. */
  readonly overlapSeconds: number;
  /** When the new key expires. Default: when the old one would have. */
  readonly expiresAt?: Date;
};

/**
 * Creates a key with the same rights and expiry as the old one, and lets the old one expire after the overlap, so that a
 * service can change keys without downtime. Fails with `not_found` if the old key doesn't exist, is revoked or has expired,
 * and with `parameter_invalid` if its tenant is closed.
 */
export function rollKey(
  deps: TenantDeps,
  id: string,
  options: RollOptions,
): Promise<Result<RolledKey, Problem>> {
  return deps.database.inControl((trx) => rollKeyIn(trx, deps.keyring, id, options), deps.actor);
}

/** The same in a transaction of the caller's. */
export async function rollKeyIn(
  trx: Transaction,
  keyring: Keyring,
  id: string,
  { overlapSeconds, expiresAt }: RollOptions,
): Promise<Result<RolledKey, Problem>> {
  const parsed = parseId(id, "key");
  const key = parsed && (await lockKey(trx, parsed.tenantId, id));
  if (!key || key.revokedAt) return failed(noSuchKey);
  if (key.hasExpired)
    return failed(problem("not_found", "The key is revoked or expired, so it can't be rolled."));
  const tenant = present(await getTenant(trx, key.tenantId), "the tenant of a key");
  if (tenant.closedAt !== null) return failed(tenantClosed);
  const ends = expiresAt ?? key.expiresAt;
  const fresh = await createKeyWithin(trx, keyring, {
    tenantId: key.tenantId,
    mode: key.mode,
    name: key.name,
    scopes: key.scopes,
    allowedNetworks: key.allowedNetworks,
    apiVersion: key.apiVersion,
    expiresAt: ends,
  });
  const replacedEndsAt = await limitKeyLife(trx, key.tenantId, id, overlapSeconds);
  return success({ ...fresh, expiresAt: ends, replaces: id, replacedEndsAt });
}

/** Revokes a key. Within a second, every process refuses it. */
export async function revokeKey(deps: TenantDeps, id: string): Promise<Result<{ id: string }, Problem>> {
  const parsed = parseId(id, "key");
  if (!parsed) return failed(noSuchKey);
  return deps.database.inControl(async (trx) => {
    if (!(await lockKey(trx, parsed.tenantId, id))) return failed(noSuchKey);
    await markRevoked(trx, parsed.tenantId, id);
    return success({ id });
  }, deps.actor);
}

import { present } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { createKeyWithin, type NewKey, tenantClosed } from "./create-key.ts";
import type { TenantDeps } from "./deps.ts";
import { getTenant, limitKeyLife, lockKey, revokeKey as markRevoked } from "./queries.ts";

const noSuchKey = problem("not_found", "There is no key with this id.");

export type RolledKey = NewKey & {
  /** The id of the given key, and when that ends. */
  readonly replaces: string;
  readonly replacedEndsAt: Date;
  /** Null: it has no end. */
  readonly expiresAt: Date | null;
};

export type RollOptions = {
  /** For how long both are taken, unless the given one ends sooner. */
  readonly overlapSeconds: number;
  /** When the new key ends. Unsaid: when the given one would have. */
  readonly expiresAt?: Date;
};

/**
 * Makes a key that may do what the given one may, for as long, and ends the given one after the overlap, so that a service can
 * be moved to the new key without a gap. Fails with `not_found` when there is no such key any more, and with
 * `parameter_invalid` when its tenant is closed.
 */
export async function rollKey(
  deps: TenantDeps,
  id: string,
  { overlapSeconds, expiresAt }: RollOptions,
): Promise<Result<RolledKey, Problem>> {
  const parsed = parseId(id, "key");
  if (!parsed) return failed(noSuchKey);
  return deps.database.inControl(async (trx) => {
    const key = await lockKey(trx, parsed.tenantId, id);
    if (!key || key.revokedAt) return failed(noSuchKey);
    if (key.hasExpired)
      return failed(problem("not_found", "The key has ended, and can't be rolled any more."));
    const tenant = present(await getTenant(trx, key.tenantId), "the tenant of a key");
    if (tenant.closedAt !== null) return failed(tenantClosed);
    const ends = expiresAt ?? key.expiresAt;
    const fresh = await createKeyWithin(trx, deps.keyring, {
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
  });
}

/** Ends a key. Within a second no process of this installation takes it any more. */
export async function revokeKey(deps: TenantDeps, id: string): Promise<Result<{ id: string }, Problem>> {
  const parsed = parseId(id, "key");
  if (!parsed) return failed(noSuchKey);
  return deps.database.inControl(async (trx) => {
    if (!(await lockKey(trx, parsed.tenantId, id))) return failed(noSuchKey);
    await markRevoked(trx, parsed.tenantId, id);
    return success({ id });
  });
}

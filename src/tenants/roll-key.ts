import { parseId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { createKeyWithin, type NewKey } from "./create-key.ts";
import type { TenantDeps } from "./deps.ts";
import { limitKeyLife, lockKey, revokeKey as markRevoked } from "./queries.ts";

const noSuchKey = problem("not_found", "There is no key with this id.");

/**
 * Makes a key that may do what the given one may, and ends the given one after `overlapSeconds`, so that a service can be
 * moved to the new key without a gap.
 */
export async function rollKey(
  deps: TenantDeps,
  id: string,
  overlapSeconds: number,
): Promise<Result<NewKey & { replaces: string }, Problem>> {
  const parsed = parseId(id, "key");
  if (!parsed) return failed(noSuchKey);
  return deps.database.inControl(async (trx) => {
    const key = await lockKey(trx, parsed.tenantId, id);
    if (!key || key.revokedAt) return failed(noSuchKey);
    const fresh = await createKeyWithin(trx, deps.keyring, {
      tenantId: key.tenantId,
      mode: key.mode,
      name: key.name,
      scopes: key.scopes,
      allowedNetworks: key.allowedNetworks,
      apiVersion: key.apiVersion,
    });
    await limitKeyLife(trx, key.tenantId, id, overlapSeconds);
    return success({ ...fresh, replaces: id });
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

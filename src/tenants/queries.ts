import type { Transaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Scope } from "./scopes.ts";

export type TenantRow = {
  tenantId: number;
  id: string;
  name: string;
  supportEmail: string | null;
  supportUrl: string | null;
  supportPhone: string | null;
  defaultLocale: string | null;
  /** What happens to late funds, unless the settings of a mode say otherwise. */
  lateFunds: "refund" | "keep";
  allowedHosts: string[];
  rateLimits: { live?: number; sandbox?: number } | null;
  createdAt: Date;
  /** The time since which its keys are refused and its sessions can't be paid; null while the tenant is open. */
  closedAt: Date | null;
};

export type KeyRow = {
  tenantId: number;
  id: string;
  mode: Mode;
  name: string | null;
  hint: string;
  scopes: Scope[];
  allowedNetworks: string[];
  apiVersion: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

const tenantColumns = `t.tenant_id AS "tenantId", t.id, t.name, t.support_email AS "supportEmail", t.support_url AS "supportUrl",
  t.support_phone AS "supportPhone", t.default_locale AS "defaultLocale", t.late_funds AS "lateFunds",
  t.allowed_hosts AS "allowedHosts", t.rate_limits AS "rateLimits", t.created_at AS "createdAt",
  t.closed_at AS "closedAt"`;

const keyColumns = `k.tenant_id AS "tenantId", k.id, k.mode, k.name, k.hint, k.scopes, k.allowed_networks AS "allowedNetworks",
  k.api_version AS "apiVersion", k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.last_used_at AS "lastUsedAt"`;

/** The database's time and the number of changes to tenants and keys so far. */
export async function getKeyEpoch(trx: Transaction): Promise<{ epoch: number; nowMs: number }> {
  const row = await trx.one<{ epoch: number; nowMs: number }>(
    `SELECT epoch, extract(epoch FROM statement_timestamp())::float8 * 1000 AS "nowMs" FROM key_epoch`,
  );
  if (!row) throw new Error("the table key_epoch has lost its row");
  return row;
}

/** Inserts a tenant. Returns false if its number is taken. */
export async function insertTenant(
  trx: Transaction,
  tenant: Pick<TenantRow, "tenantId" | "id" | "name" | "supportEmail" | "supportUrl" | "supportPhone">,
): Promise<boolean> {
  const { tenantId, id, name, supportEmail, supportUrl, supportPhone } = tenant;
  const rows = await trx.run(
    `INSERT INTO tenants (tenant_id, id, name, support_email, support_url, support_phone)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id) DO NOTHING`,
    [tenantId, id, name, supportEmail, supportUrl, supportPhone],
  );
  return rows === 1;
}

export function listTenants(trx: Transaction): Promise<TenantRow[]> {
  return trx.query<TenantRow>(`SELECT ${tenantColumns} FROM tenants t ORDER BY t.created_at, t.tenant_id`);
}

export function getTenant(trx: Transaction, tenantId: number): Promise<TenantRow | undefined> {
  return trx.one<TenantRow>(`SELECT ${tenantColumns} FROM tenants t WHERE t.tenant_id = $1`, [tenantId]);
}

/** Gets and locks the tenant, so that no other transaction changes it. */
export function lockTenant(trx: Transaction, tenantId: number): Promise<TenantRow | undefined> {
  return trx.one<TenantRow>(`SELECT ${tenantColumns} FROM tenants t WHERE t.tenant_id = $1 FOR UPDATE`, [
    tenantId,
  ]);
}

export async function insertKey(
  trx: Transaction,
  key: Omit<KeyRow, "createdAt" | "revokedAt" | "lastUsedAt"> & { secretHash: Buffer },
): Promise<void> {
  await trx.run(
    `INSERT INTO api_keys (tenant_id, id, mode, name, secret_hash, hint, scopes, allowed_networks, api_version, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.tenantId,
      key.id,
      key.mode,
      key.name,
      key.secretHash,
      key.hint,
      key.scopes,
      key.allowedNetworks,
      key.apiVersion,
      key.expiresAt,
    ],
  );
}

/** The tenant's keys in a mode that are neither revoked nor expired. */
export function listUsableKeys(
  trx: Transaction,
  tenantId: number,
  mode: Mode,
): Promise<(KeyRow & { secretHash: Buffer })[]> {
  return trx.query(
    `SELECT ${keyColumns}, k.secret_hash AS "secretHash" FROM api_keys k
     WHERE k.tenant_id = $1 AND k.mode = $2 AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > statement_timestamp())`,
    [tenantId, mode],
  );
}

export async function listTenantIds(trx: Transaction): Promise<number[]> {
  const rows = await trx.query<{ tenantId: number }>(`SELECT tenant_id AS "tenantId" FROM tenants`);
  return rows.map(({ tenantId }) => tenantId);
}

export function listKeys(trx: Transaction, tenantId: number): Promise<KeyRow[]> {
  return trx.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys k WHERE k.tenant_id = $1 ORDER BY k.created_at, k.id`,
    [tenantId],
  );
}

/** Gets and locks the key, so that no other transaction changes it. */
export function lockKey(
  trx: Transaction,
  tenantId: number,
  id: string,
): Promise<(KeyRow & { hasExpired: boolean }) | undefined> {
  return trx.one(
    `SELECT ${keyColumns}, COALESCE(k.expires_at <= statement_timestamp(), false) AS "hasExpired" FROM api_keys k WHERE k.tenant_id = $1 AND k.id = $2 FOR UPDATE`,
    [tenantId, id],
  );
}

export async function revokeKey(trx: Transaction, tenantId: number, id: string): Promise<void> {
  await trx.run(
    "UPDATE api_keys SET revoked_at = statement_timestamp() WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL",
    [tenantId, id],
  );
}

/** Makes a rolled key expire after the overlap, unless it expires earlier anyway. Returns when it expires. */
export async function limitKeyLife(
  trx: Transaction,
  tenantId: number,
  id: string,
  overlapSeconds: number,
): Promise<Date> {
  const row = await trx.one<{ endsAt: Date }>(
    `UPDATE api_keys SET expires_at = LEAST(expires_at, statement_timestamp() + make_interval(secs => $3))
     WHERE tenant_id = $1 AND id = $2 RETURNING expires_at AS "endsAt"`,
    [tenantId, id, overlapSeconds],
  );
  return present(row, "the key").endsAt;
}

/** Stores when keys were last used. Locks them in order, so that two processes never deadlock. */
export async function touchKeys(
  trx: Transaction,
  uses: readonly { tenantId: number; keyId: string; lastUsedMs: number }[],
): Promise<void> {
  await trx.run(
    `WITH used AS (
       SELECT k.tenant_id, k.id, u.at_ms FROM api_keys k
       JOIN unnest($1::bigint[], $2::text[], $3::float8[]) AS u (tenant_id, id, at_ms) ON k.tenant_id = u.tenant_id AND k.id = u.id
       ORDER BY k.tenant_id, k.id FOR NO KEY UPDATE OF k
     )
     UPDATE api_keys k SET last_used_at = to_timestamp(used.at_ms / 1000)
     FROM used WHERE k.tenant_id = used.tenant_id AND k.id = used.id`,
    [
      uses.map(({ tenantId }) => tenantId),
      uses.map(({ keyId }) => keyId),
      uses.map(({ lastUsedMs }) => lastUsedMs),
    ],
  );
}

/** Stores the installation's sealed key for keyed hashes, unless there already is one. */
export async function insertDigestKey(trx: Transaction, sealed: Buffer): Promise<void> {
  await trx.run("INSERT INTO installation (digest_key_sealed) VALUES ($1) ON CONFLICT DO NOTHING", [sealed]);
}

export async function getDigestKey(trx: Transaction): Promise<Buffer | undefined> {
  return (await trx.one<{ sealed: Buffer }>("SELECT digest_key_sealed AS sealed FROM installation"))?.sealed;
}

export async function lockDigestKey(trx: Transaction): Promise<Buffer> {
  const row = await trx.one<{ sealed: Buffer }>(
    "SELECT digest_key_sealed AS sealed FROM installation FOR UPDATE",
  );
  return present(row, "the row of the table installation").sealed;
}

export async function updateDigestKey(trx: Transaction, sealed: Buffer): Promise<void> {
  await trx.run("UPDATE installation SET digest_key_sealed = $1", [sealed]);
}

/** Prevents other processes from creating tenants until this transaction ends. */
export async function lockTenants(trx: Transaction): Promise<void> {
  await trx.run("SELECT pg_advisory_xact_lock(hashtextextended('first tenant', 0))");
}

export async function updateLimits(
  trx: Transaction,
  tenantId: number,
  {
    allowedHosts,
    rateLimits,
  }: { readonly allowedHosts: readonly string[]; readonly rateLimits: TenantRow["rateLimits"] },
): Promise<void> {
  await trx.run("UPDATE tenants SET allowed_hosts = $2, rate_limits = $3 WHERE tenant_id = $1", [
    tenantId,
    allowedHosts,
    rateLimits,
  ]);
}

export async function updateName(trx: Transaction, tenantId: number, name: string): Promise<void> {
  await trx.run("UPDATE tenants SET name = $2 WHERE tenant_id = $1", [tenantId, name]);
}

/** Closes or reopens a tenant. If it is already closed, the time of closing stays. */
export async function updateClosed(trx: Transaction, tenantId: number, closed: boolean): Promise<void> {
  await trx.run(
    `UPDATE tenants SET closed_at = CASE WHEN $2 THEN COALESCE(closed_at, statement_timestamp()) END
     WHERE tenant_id = $1 AND (closed_at IS NULL) = $2`,
    [tenantId, closed],
  );
}

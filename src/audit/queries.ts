import type { Actor, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";

/** One change, as it stands in the audit log. */
export type AuditEntry = {
  readonly position: number;
  readonly at: Date;
  /** Who: an API key, an operator, the server, or a database user. */
  readonly actor: string;
  /** From where: an address or a host. */
  readonly origin: string;
  /** `requested`: somebody asked for it in the dashboard, such as a refund; whether it came about is told by the object itself. */
  readonly action: "created" | "changed" | "deleted" | "erased" | "requested";
  readonly object: string;
  readonly objectId: string | null;
  /** The tenant's id; null when it is the installation's. */
  readonly tenant: string | null;
  readonly mode: Mode | null;
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;
};

export type AuditFilter = {
  readonly tenantId?: number | undefined;
  readonly since?: Date | undefined;
  /** Entries below this position. */
  readonly before?: number | undefined;
  readonly limit: number;
};

/** The newest first. */
export function selectAuditEntries(trx: Transaction, filter: AuditFilter): Promise<AuditEntry[]> {
  return trx.query<AuditEntry>(
    `SELECT a.position, a.at, a.actor, a.origin, a.action, a.object, a.object_id AS "objectId", t.id AS tenant, a.mode,
       a.changes
     FROM audit_entries a LEFT JOIN tenants t ON t.tenant_id = a.tenant_id
     WHERE ($1::bigint IS NULL OR a.tenant_id = $1) AND ($2::timestamptz IS NULL OR a.at >= $2)
       AND ($3::bigint IS NULL OR a.position < $3)
     ORDER BY a.position DESC LIMIT $4`,
    [filter.tenantId ?? null, filter.since ?? null, filter.before ?? null, filter.limit],
  );
}

/** What people and programs asked for or changed about some objects of a tenant, the newest first. */
export function selectEntriesAbout(
  trx: Transaction,
  tenantId: number,
  objects: readonly string[],
  limit: number,
): Promise<AuditEntry[]> {
  return trx.query<AuditEntry>(
    `SELECT a.position, a.at, a.actor, a.origin, a.action, a.object, a.object_id AS "objectId", t.id AS tenant, a.mode,
       a.changes
     FROM audit_entries a LEFT JOIN tenants t ON t.tenant_id = a.tenant_id
     WHERE a.tenant_id = $1 AND a.object_id = ANY ($2) ORDER BY a.position DESC LIMIT $3`,
    [tenantId, objects, limit],
  );
}

/** Adds what no trigger sees, because it isn't one row's change. */
export async function insertAuditEntry(
  trx: Transaction,
  actor: Actor,
  entry: {
    readonly action: AuditEntry["action"];
    readonly object: string;
    readonly objectId?: string;
    readonly tenantId: number;
    readonly mode?: Mode;
    readonly changes: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await trx.run(
    `INSERT INTO audit_entries (actor, origin, action, object, object_id, tenant_id, mode, changes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      actor.name,
      actor.origin,
      entry.action,
      entry.object,
      entry.objectId ?? null,
      entry.tenantId,
      entry.mode ?? null,
      JSON.stringify(entry.changes),
    ],
  );
}

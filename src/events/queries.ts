import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { EventRow } from "./event.ts";

export type { EventRow };

export function insertEvent(trx: Transaction, event: EventRow): void {
  trx.send(
    `INSERT INTO events (tenant_id, id, mode, type, session_id, sequence, object, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      event.tenantId,
      event.id,
      event.mode,
      event.type,
      event.sessionId,
      event.sequence,
      JSON.stringify(event.object),
      event.createdAt,
    ],
  );
}

const columns = `tenant_id AS "tenantId", id, mode, type, session_id AS "sessionId", sequence, object,
  created_at AS "createdAt"`;

export function getEvent(trx: TenantTransaction, id: string): Promise<EventRow | undefined> {
  return trx.one<EventRow>(`SELECT ${columns} FROM events WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** The clock of an event; null in real time. */
export async function getClockOfEvent(trx: TenantTransaction, id: string): Promise<string | null> {
  const row = await trx.one<{ clockId: string | null }>(
    `SELECT clock_id AS "clockId" FROM events WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id],
  );
  return row?.clockId ?? null;
}

export type EventFilter = {
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  /** Ids of events that are left out. */
  readonly except?: readonly string[] | undefined;
};

/** Events in a range of ids. Only the given filters become conditions, so that each combination has its own query plan. */
export function selectEvents(
  trx: TenantTransaction,
  range: PageRange,
  filter: EventFilter,
): Promise<EventRow[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  if (filter.types !== undefined) conditions.push(`type = ANY ($${values.push(filter.types)})`);
  if (filter.except?.length) conditions.push(`id <> ALL ($${values.push(filter.except)})`);
  if (filter.sessionId !== undefined) conditions.push(`session_id = $${values.push(filter.sessionId)}`);
  return trx.query<EventRow>(
    `SELECT ${columns} FROM events WHERE ${conditions.join(" AND ")} ORDER BY id ${range.direction} LIMIT $4`,
    values,
  );
}

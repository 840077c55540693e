import type { Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";

export type EventRow = {
  tenantId: number;
  id: string;
  mode: Mode;
  type: string;
  sessionId: string | null;
  sequence: number | null;
  /** The object as it was at the event. */
  object: object;
  createdAt: Date;
};

export async function insertEvent(trx: Transaction, event: EventRow): Promise<void> {
  await trx.run(
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

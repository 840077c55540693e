import type { Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/** Stores a notification. False if it is stored already. */
export async function storeNotification(
  trx: Transaction,
  notification: {
    tenantId: number;
    id: string;
    mode: Mode;
    connector: string;
    connectorAccount: string;
    pspEventId: string;
    body: Buffer;
    quarantineReason: string | null;
  },
): Promise<boolean> {
  const rows = await trx.run(
    `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      notification.tenantId,
      notification.id,
      notification.mode,
      notification.connector,
      notification.connectorAccount,
      notification.pspEventId,
      notification.body,
      notification.quarantineReason,
    ],
  );
  return rows === 1;
}

import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
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

export type QuarantinedNotification = {
  readonly connectorAccount: string;
  /** The PSP's id of the notification, or what was found in a list of the PSP's. */
  readonly reference: string;
  readonly reason: string;
  readonly at: Date;
};

/** The newest quarantined notifications that nobody has dealt with. */
export function selectQuarantinedNotifications(
  trx: TenantTransaction,
  limit: number,
): Promise<QuarantinedNotification[]> {
  return trx.query<QuarantinedNotification>(
    `SELECT connector_account AS "connectorAccount", psp_event_id AS reference, COALESCE(quarantine_reason, '') AS reason, received_at AS at
     FROM psp_notifications WHERE tenant_id = $1 AND mode = $2 AND quarantine_reason IS NOT NULL AND handled_at IS NULL
     ORDER BY received_at DESC LIMIT $3`,
    [trx.tenantId, trx.mode, limit],
  );
}

/** Notes that a quarantined notification is dealt with. False if there is no such notification, or it is already. */
export async function markNotificationHandled(
  trx: TenantTransaction,
  connectorAccount: string,
  reference: string,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE psp_notifications SET handled_at = statement_timestamp()
     WHERE tenant_id = $1 AND connector_account = $2 AND psp_event_id = $3 AND quarantine_reason IS NOT NULL AND handled_at IS NULL`,
    [trx.tenantId, connectorAccount, reference],
  );
  return rows === 1;
}

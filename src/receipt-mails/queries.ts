import { type Lease, leasesOf } from "../database/leases.ts";
import type { TenantTransaction } from "../database/transaction.ts";

/** The right to mail a session's receipt. */
export const receiptMailLeases = leasesOf({
  table: "receipt_mails",
  due: "next_try_at <= now()",
  orderBy: "next_try_at",
});

/** Makes the mail of a session due, unless it has one already. */
export function insertReceiptMail(trx: TenantTransaction, sessionId: string): void {
  trx.send("INSERT INTO receipt_mails (tenant_id, id, mode) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [
    trx.tenantId,
    sessionId,
    trx.mode,
  ]);
}

/** How often it was tried before. */
export async function countTries(trx: TenantTransaction, { id }: Lease): Promise<number> {
  const row = await trx.one<{ tries: number }>(
    "SELECT tries FROM receipt_mails WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id],
  );
  return row?.tries ?? 0;
}

/** Ends the lease, and has the mail tried again in so many seconds; null if it is sent or given up. */
export async function endTry(
  trx: TenantTransaction,
  { id, fence }: Lease,
  againInSeconds: number | null,
): Promise<void> {
  await trx.run(
    `UPDATE receipt_mails SET tries = tries + 1, lease_until = NULL, next_try_at = now() + make_interval(secs => $4)
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [trx.tenantId, id, fence, againInSeconds],
  );
}

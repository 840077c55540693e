import type { Transaction } from "../../database/transaction.ts";

/** Puts a notification into the outbox: the exact bytes that are signed and sent. */
export async function insertNotification(
  trx: Transaction,
  notification: {
    readonly id: string;
    readonly account: string;
    readonly charge: string;
    readonly body: string;
  },
): Promise<void> {
  await trx.run("INSERT INTO sandbox_psp.notifications (id, account, charge, body) VALUES ($1, $2, $3, $4)", [
    notification.id,
    notification.account,
    notification.charge,
    notification.body,
  ]);
}

/** @param keptDays the parameter with the number of days after which a notification isn't delivered any more */
export const notificationIsDue = (keptDays: string): string =>
  `delivered_at IS NULL AND next_attempt_at <= now() AND created_at > now() - ${keptDays} * interval '1 day'`;

export type LeasedNotification = { id: string; account: string; body: string; attempts: number };

/**
 * Leases at most one due notification of each account that isn't busy for `leaseMs`. If this process dies, the
 * notification is due again when the lease ends. One per account, so that a slow receiver delays no other account.
 */
export async function leaseNotifications(
  trx: Transaction,
  wanted: { busyAccounts: readonly string[]; limit: number; leaseMs: number; keptDays: number },
): Promise<LeasedNotification[]> {
  return await trx.query<LeasedNotification>(
    `UPDATE sandbox_psp.notifications SET attempts = attempts + 1, next_attempt_at = now() + $3 * interval '1 ms'
     WHERE id IN (
       SELECT id FROM sandbox_psp.notifications
       WHERE delivered_at IS NULL AND next_attempt_at <= now() AND id IN (
         SELECT DISTINCT ON (account) id FROM sandbox_psp.notifications
         WHERE ${notificationIsDue("$4")} AND account <> ALL ($1::text[])
         ORDER BY account, next_attempt_at)
       LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, account, body, attempts`,
    [wanted.busyAccounts, wanted.limit, wanted.leaseMs, wanted.keptDays],
  );
}

export async function markDelivered(trx: Transaction, id: string): Promise<void> {
  await trx.run("UPDATE sandbox_psp.notifications SET delivered_at = now() WHERE id = $1", [id]);
}

export async function postponeNotification(trx: Transaction, id: string, delayMs: number): Promise<void> {
  await trx.run(
    `UPDATE sandbox_psp.notifications SET next_attempt_at = now() + $2 * interval '1 ms'
     WHERE id = $1 AND delivered_at IS NULL`,
    [id, delayMs],
  );
}

import type { Transaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Charge, ChargeState } from "./charge.ts";
import type { Refusal } from "./errors.ts";
import { makeNotificationId } from "./ids.ts";

const chargeColumns = `
  id, account, idempotency_key AS "idempotencyKey", merchant_reference AS "merchantReference", status,
  decline_reason AS "declineReason", amount, amount_captured AS "amountCaptured", amount_refunded AS "amountRefunded",
  currency, capture, brand, last4, outcome, description, return_url AS "returnUrl", locale,
  challenge_id AS "challengeId", created_at AS "createdAt"`;

/**
 * Makes everybody else who names this key wait for the end of the transaction. A look-up takes it too: else it would
 * answer "no such charge" while the charge is just being made.
 */
export async function lockKey(trx: Transaction, account: string, key: string): Promise<void> {
  await trx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`sandbox_psp ${account} ${key}`]);
}

export async function findChargeByKey(
  trx: Transaction,
  account: string,
  key: string,
): Promise<Charge | undefined> {
  return await trx.one<Charge>(
    `SELECT ${chargeColumns} FROM sandbox_psp.charges WHERE account = $1 AND idempotency_key = $2`,
    [account, key],
  );
}

export type NewCharge = Omit<Charge, "amountRefunded" | "createdAt"> & {
  /** Milliseconds from now until the charge is decided without anybody asking; null when nothing is open. */
  readonly dueInMs: number | null;
};

export async function insertCharge(trx: Transaction, charge: NewCharge): Promise<Charge> {
  const inserted = await trx.one<Charge>(
    `INSERT INTO sandbox_psp.charges (id, account, idempotency_key, merchant_reference, status, decline_reason, amount,
       amount_captured, currency, capture, brand, last4, outcome, description, return_url, locale, challenge_id, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       now() + $18 * interval '1 ms')
     RETURNING ${chargeColumns}`,
    [
      charge.id,
      charge.account,
      charge.idempotencyKey,
      charge.merchantReference,
      charge.status,
      charge.declineReason,
      charge.amount,
      charge.amountCaptured,
      charge.currency,
      charge.capture,
      charge.brand,
      charge.last4,
      charge.outcome,
      charge.description,
      charge.returnUrl,
      charge.locale,
      charge.challengeId,
      charge.dueInMs,
    ],
  );
  return present(inserted, "the charge just inserted");
}

export async function lockCharge(trx: Transaction, account: string, id: string): Promise<Charge | undefined> {
  return await trx.one<Charge>(
    `SELECT ${chargeColumns} FROM sandbox_psp.charges WHERE account = $1 AND id = $2 FOR UPDATE`,
    [account, id],
  );
}

export async function findChallenge(trx: Transaction, challengeId: string): Promise<Charge | undefined> {
  return await trx.one<Charge>(`SELECT ${chargeColumns} FROM sandbox_psp.charges WHERE challenge_id = $1`, [
    challengeId,
  ]);
}

export async function lockChallenge(trx: Transaction, challengeId: string): Promise<Charge | undefined> {
  return await trx.one<Charge>(
    `SELECT ${chargeColumns} FROM sandbox_psp.charges WHERE challenge_id = $1 FOR UPDATE`,
    [challengeId],
  );
}

/** Locks one charge whose time has come, leaving aside those that another process is deciding. */
export async function lockDueCharge(trx: Transaction): Promise<Charge | undefined> {
  return await trx.one<Charge>(
    `SELECT ${chargeColumns} FROM sandbox_psp.charges WHERE due_at <= now()
     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
}

/** Sets the outcome of a charge that was open, after which nothing is due any more. */
export async function setChargeState(trx: Transaction, id: string, state: ChargeState): Promise<Charge> {
  const updated = await trx.one<Charge>(
    `UPDATE sandbox_psp.charges SET status = $2, decline_reason = $3, amount_captured = $4, due_at = NULL
     WHERE id = $1 RETURNING ${chargeColumns}`,
    [id, state.status, state.declineReason, state.amountCaptured],
  );
  return present(updated, "the locked charge");
}

export async function setChargeAmounts(
  trx: Transaction,
  charge: Pick<Charge, "id" | "status" | "amountCaptured" | "amountRefunded">,
): Promise<void> {
  await trx.run(
    "UPDATE sandbox_psp.charges SET status = $2, amount_captured = $3, amount_refunded = $4 WHERE id = $1",
    [charge.id, charge.status, charge.amountCaptured, charge.amountRefunded],
  );
}

export type LogEntry = { kind: "authorize" | MovementKind; captured: boolean; amount: number };

/** Writes down that money was reserved, moved or released. */
export async function appendLog(trx: Transaction, charge: Charge, entry: LogEntry): Promise<void> {
  await trx.run(
    `INSERT INTO sandbox_psp.charge_log (account, charge, merchant_reference, kind, captured, amount, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      charge.account,
      charge.id,
      charge.merchantReference,
      entry.kind,
      entry.captured,
      entry.amount,
      charge.currency,
    ],
  );
}

export type MovementKind = "capture" | "void" | "refund";

/** The stored answer to a capture, void or refund. A void has no amount: it releases the whole charge. */
export type Movement = {
  readonly id: string;
  readonly account: string;
  readonly idempotencyKey: string;
  readonly charge: string;
  readonly kind: MovementKind;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly refusal: Refusal | null;
};

export async function findMovement(
  trx: Transaction,
  account: string,
  key: string,
): Promise<Movement | undefined> {
  return await trx.one<Movement>(
    `SELECT id, account, idempotency_key AS "idempotencyKey", charge, kind, amount, currency, refusal
     FROM sandbox_psp.movements WHERE account = $1 AND idempotency_key = $2`,
    [account, key],
  );
}

export async function insertMovement(trx: Transaction, movement: Movement): Promise<void> {
  await trx.run(
    `INSERT INTO sandbox_psp.movements (id, account, idempotency_key, charge, kind, amount, currency, refusal)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      movement.id,
      movement.account,
      movement.idempotencyKey,
      movement.charge,
      movement.kind,
      movement.amount,
      movement.currency,
      movement.refusal,
    ],
  );
}

/** Puts a notification into the outbox. `describe` makes the body, which names the notification's own id. */
export async function insertNotification(
  trx: Transaction,
  charge: Charge,
  describe: (id: string) => object,
): Promise<void> {
  const id = makeNotificationId();
  await trx.run("INSERT INTO sandbox_psp.notifications (id, account, charge, body) VALUES ($1, $2, $3, $4)", [
    id,
    charge.account,
    charge.id,
    JSON.stringify(describe(id)),
  ]);
}

export type LeasedNotification = { id: string; account: string; body: string; attempts: number };

/**
 * Takes at most one due notification of each account that isn't busy, and keeps others from taking it for `leaseMs`;
 * should this process die meanwhile, it is due again after that. One an account: a slow receiver delays only itself.
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
         WHERE delivered_at IS NULL AND next_attempt_at <= now() AND account <> ALL ($1::text[])
           AND created_at > now() - $4 * interval '1 day'
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

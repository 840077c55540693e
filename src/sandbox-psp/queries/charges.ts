import type { Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { Charge, Page } from "../charge.ts";

const chargeColumns = `
  c.id, c.account, c.idempotency_key AS "idempotencyKey", c.merchant_reference AS "merchantReference", c.status,
  c.decline_reason AS "declineReason", c.amount, c.amount_captured AS "amountCaptured",
  c.amount_released AS "amountReleased", c.released_by AS "releasedBy", c.amount_refunded AS "amountRefunded",
  c.amount_refund_pending AS "amountRefundPending", c.amount_disputed AS "amountDisputed",
  c.amount_received AS "amountReceived", c.currency, c.capture, c.method, c.hosted, c.brand, c.last4,
  c.outcome, c.description, c.return_url AS "returnUrl", c.locale, c.challenge_id AS "pageId", c.clock,
  c.due_at AS "dueAt", c.capture_before AS "captureBefore", c.dispute_at AS "disputeAt", c.created_at AS "createdAt",
  ARRAY(SELECT d.id FROM sandbox_psp.disputes d WHERE d.charge = c.id ORDER BY d.opened_at, d.id) AS disputes`;

/** A charge's current time: its clock's time, or the database's if it has no clock. */
const chargeNow = `COALESCE((SELECT k.shows FROM sandbox_psp.clocks k WHERE k.account = c.account AND k.id = c.clock), now())
  AS now`;

/** A locked charge with its current time. */
export type ChargeNow = Charge & { readonly now: Date };

/**
 * Locks an idempotency key until the end of the transaction; returns the database's time. Look-ups take the lock, too.
 * Otherwise they would answer "no such charge" while the charge is being created.
 */
export async function lockKey(trx: Transaction, account: string, key: string): Promise<Date> {
  const row = await trx.one<{ now: Date }>(
    "SELECT now() AS now FROM pg_advisory_xact_lock(hashtextextended($1, 0))",
    [`sandbox_psp ${account} ${key}`],
  );
  return present(row, "the time").now;
}

export async function findChargeByKey(
  trx: Transaction,
  account: string,
  key: string,
): Promise<Charge | undefined> {
  return await trx.one<Charge>(
    `SELECT ${chargeColumns} FROM sandbox_psp.charges c WHERE account = $1 AND idempotency_key = $2`,
    [account, key],
  );
}

export type NewCharge = Omit<
  Charge,
  | "amountReleased"
  | "releasedBy"
  | "amountRefunded"
  | "amountRefundPending"
  | "amountDisputed"
  | "amountReceived"
  | "createdAt"
  | "disputes"
>;

export async function insertCharge(trx: Transaction, charge: NewCharge): Promise<Charge> {
  const inserted = await trx.one<Charge>(
    `INSERT INTO sandbox_psp.charges AS c (id, account, idempotency_key, merchant_reference, status, decline_reason, amount,
       amount_captured, currency, capture, method, brand, last4, outcome, description, return_url, locale, challenge_id,
       clock, due_at, capture_before, dispute_at, hosted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
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
      charge.method,
      charge.brand,
      charge.last4,
      charge.outcome,
      charge.description,
      charge.returnUrl,
      charge.locale,
      charge.pageId,
      charge.clock,
      charge.dueAt,
      charge.captureBefore,
      charge.disputeAt,
      charge.hosted,
    ],
  );
  return present(inserted, "the charge just inserted");
}

export async function lockCharge(
  trx: Transaction,
  account: string,
  id: string,
): Promise<ChargeNow | undefined> {
  return await trx.one<ChargeNow>(
    `SELECT ${chargeColumns}, ${chargeNow} FROM sandbox_psp.charges c WHERE account = $1 AND id = $2 FOR UPDATE`,
    [account, id],
  );
}

/** Locks a charge; undefined if another transaction has locked it. */
export async function lockFreeCharge(trx: Transaction, id: string): Promise<ChargeNow | undefined> {
  return await trx.one<ChargeNow>(
    `SELECT ${chargeColumns}, ${chargeNow} FROM sandbox_psp.charges c WHERE id = $1 FOR UPDATE SKIP LOCKED`,
    [id],
  );
}

/** Whether a charge's customer is on this page, or was on it last. */
const isOnPage = "CASE WHEN outcome = 'hosted_page' THEN outcome ELSE method END = $2";

export async function findChargeOfPage(
  trx: Transaction,
  pageId: string,
  page: Page,
): Promise<Charge | undefined> {
  return await trx.one<Charge>(
    `SELECT ${chargeColumns} FROM sandbox_psp.charges c WHERE challenge_id = $1 AND ${isOnPage}`,
    [pageId, page],
  );
}

/** A charge that began on the hosted page, whatever page its customer is on now. */
export async function findHostedCharge(trx: Transaction, pageId: string): Promise<Charge | undefined> {
  return await trx.one<Charge>(
    `SELECT ${chargeColumns} FROM sandbox_psp.charges c WHERE challenge_id = $1 AND hosted`,
    [pageId],
  );
}

export async function lockChargeOfPage(
  trx: Transaction,
  pageId: string,
  page: Page,
): Promise<ChargeNow | undefined> {
  return await trx.one<ChargeNow>(
    `SELECT ${chargeColumns}, ${chargeNow} FROM sandbox_psp.charges c WHERE challenge_id = $1 AND ${isOnPage} FOR UPDATE`,
    [pageId, page],
  );
}

/** Writes all mutable columns of a locked charge. */
export async function updateCharge(trx: Transaction, charge: Charge): Promise<void> {
  await trx.run(
    `UPDATE sandbox_psp.charges SET status = $2, decline_reason = $3, amount_captured = $4, amount_released = $5,
       released_by = $6, amount_refunded = $7, amount_refund_pending = $8, amount_disputed = $9, due_at = $10,
       capture_before = $11, dispute_at = $12, amount_received = $13, brand = $14, last4 = $15, outcome = $16,
       changed_at = date_trunc('milliseconds', clock_timestamp())
     WHERE id = $1`,
    [
      charge.id,
      charge.status,
      charge.declineReason,
      charge.amountCaptured,
      charge.amountReleased,
      charge.releasedBy,
      charge.amountRefunded,
      charge.amountRefundPending,
      charge.amountDisputed,
      charge.dueAt,
      charge.captureBefore,
      charge.disputeAt,
      charge.amountReceived,
      charge.brand,
      charge.last4,
      charge.outcome,
    ],
  );
}

/** The last charge of the previous page. */
export type ListedAfter = { readonly changedAt: Date; readonly id: string };

/** An account's charges that changed after `changedAfter` and that follow the charge `after`, in order of change. */
export async function listCharges(
  trx: Transaction,
  page: {
    readonly account: string;
    readonly changedAfter: string;
    readonly after: ListedAfter | null;
    readonly limit: number;
  },
): Promise<(Charge & { readonly changedAt: Date })[]> {
  return await trx.query(
    `SELECT ${chargeColumns}, c.changed_at AS "changedAt" FROM sandbox_psp.charges c
     WHERE account = $1 AND changed_at > $2 AND ($3::timestamptz IS NULL OR (changed_at, id) > ($3, $4))
     ORDER BY changed_at, id LIMIT $5`,
    [page.account, page.changedAfter, page.after?.changedAt ?? null, page.after?.id ?? null, page.limit],
  );
}

export type LogEntry = {
  readonly kind:
    | "authorize"
    /** The part of a transfer beyond the authorized amount. */
    | "surplus"
    | "capture"
    | "capture_returned"
    | "void"
    | "release"
    | "refund"
    | "refund_returned"
    | "dispute_withdrawn"
    | "dispute_returned"
    | "dispute_fee";
  /** For an authorization, whether the amount was captured at once. */
  readonly captured?: boolean;
  readonly amount: number;
  /** The idempotency key of the call that caused the entry, or the dispute's id. */
  readonly source: string;
};

/** Records that money was reserved, moved or released. */
export async function appendLog(
  trx: Transaction,
  charge: Pick<Charge, "id" | "account" | "merchantReference" | "currency">,
  entry: LogEntry,
): Promise<void> {
  await trx.run(
    `INSERT INTO sandbox_psp.charge_log (account, charge, merchant_reference, kind, captured, amount, currency, source)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      charge.account,
      charge.id,
      charge.merchantReference,
      entry.kind,
      entry.captured ?? false,
      entry.amount,
      charge.currency,
      entry.source,
    ],
  );
}

import type {
  BankAccountSummary,
  CardChecks,
  CardSummary,
  PaidWith,
  PaymentMethodType,
  TransferInstructions,
} from "../../connectors/contract.ts";
import type { DeclineReason } from "../../connectors/reasons.ts";
import { enterClock } from "../../database/clock-time.ts";
import { type Lease, leasesOf } from "../../database/leases.ts";
import { statementTimes } from "../../database/statement-times.ts";
import type { ClockTime, TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { Approval, Attempt, Payment } from "../payment.ts";
import type { PassedOver } from "../routing/choose-route.ts";
import type { AttemptStatus } from "../state.ts";

export const attemptColumns = `tenant_id AS "tenantId", id, mode, payment_id AS "paymentId", number, status, revision, connector,
  connector_account AS "connectorAccount", passed_over AS "passedOver", method, hosted, card_brand AS "cardBrand", card_last4 AS "cardLast4",
  account_last4 AS "accountLast4",
  card_checks AS "cardChecks", transfer_instructions AS "transferInstructions",
  amount_received AS "amountReceived", evidence, compare_from AS "compareFrom", clock_id AS "clockId",
  hosted_reference AS "hostedReference", returned_with AS "returnedWith", finish_begun_at AS "finishBegunAt",
  finish_refused AS "finishRefused",
  psp_reference AS "pspReference", redirect_url AS "redirectUrl",
  action_expires_at AS "actionExpiresAt", decline_reason AS "declineReason",
  started_at AS "startedAt", decided_at AS "decidedAt", checks`;

export function listAttempts(trx: TenantTransaction, paymentId: string): Promise<Attempt[]> {
  return trx.query<Attempt>(
    `SELECT ${attemptColumns} FROM attempts WHERE tenant_id = $1 AND payment_id = $2 ORDER BY number`,
    [trx.tenantId, paymentId],
  );
}

/** The attempts of a session's payment, oldest first. */
export function listAttemptsOfSession(trx: TenantTransaction, sessionId: string): Promise<Attempt[]> {
  return trx.query<Attempt>(
    `SELECT ${attemptColumns} FROM attempts
     WHERE tenant_id = $1 AND payment_id = (SELECT id FROM payments WHERE tenant_id = $1 AND session_id = $2) ORDER BY number`,
    [trx.tenantId, sessionId],
  );
}

/** The ids of an attempt's payment and session. */
export function findParentsOfAttempt(
  trx: TenantTransaction,
  id: string,
): Promise<{ paymentId: string; sessionId: string } | undefined> {
  return trx.one(
    `SELECT p.id AS "paymentId", p.session_id AS "sessionId"
     FROM attempts a JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
     WHERE a.tenant_id = $1 AND a.id = $2`,
    [trx.tenantId, id],
  );
}

export function getAttempt(trx: TenantTransaction, id: string): Promise<Attempt | undefined> {
  return trx.one<Attempt>(`SELECT ${attemptColumns} FROM attempts WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** The attempt whose charge has this reference at the PSP. */
export function findAttemptByReference(
  trx: TenantTransaction,
  pspReference: string,
): Promise<Attempt | undefined> {
  return trx.one<Attempt>(
    `SELECT ${attemptColumns} FROM attempts WHERE tenant_id = $1 AND psp_reference = $2 ORDER BY id LIMIT 1`,
    [trx.tenantId, pspReference],
  );
}

export function findAttemptByHostedReference(
  trx: TenantTransaction,
  hostedReference: string,
): Promise<Attempt | undefined> {
  return trx.one<Attempt>(
    `SELECT ${attemptColumns} FROM attempts WHERE tenant_id = $1 AND hosted_reference = $2 ORDER BY id LIMIT 1`,
    [trx.tenantId, hostedReference],
  );
}

/**
 * Records the intent to call the PSP. `checkAfterMs`: when the attempt is reconciled if it has no outcome by then, in real time
 * even on a sandbox clock.
 */
export function insertAttempt(
  trx: Transaction,
  attempt: {
    tenantId: number;
    id: string;
    mode: Mode;
    paymentId: string;
    number: number;
    /** `declined`: a charge that is learned from the PSP's list after its session has stopped waiting for it. */
    status: "started" | "declined";
    connector: string;
    connectorAccount: string;
    passedOver: readonly PassedOver[];
    method: PaymentMethodType;
    hosted: boolean;
    card: CardSummary | null;
    bankAccount: BankAccountSummary | null;
    checkAfterMs: number | null;
    /** Keyed digests by which a decline is counted. */
    declineSubjects?: readonly Buffer[];
  },
): void {
  trx.send(
    `INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method,
       card_brand, card_last4, account_last4, next_check_at, decline_reason, decided_at,
       decline_subjects, hosted, passed_over)
     VALUES ($1, $2, $3, $4, $5, $12, $6, $7, $8, $9, $10, $13, statement_timestamp() + make_interval(secs => $11::float8),
       CASE WHEN $12 = 'declined' THEN 'abandoned' END, CASE WHEN $12 = 'declined' THEN kassa_now() END, $14, $15, $16)`,
    [
      attempt.tenantId,
      attempt.id,
      attempt.mode,
      attempt.paymentId,
      attempt.number,
      attempt.connector,
      attempt.connectorAccount,
      attempt.method,
      attempt.card?.brand ?? null,
      attempt.card?.last4 ?? null,
      attempt.checkAfterMs === null ? null : attempt.checkAfterMs / 1000,
      attempt.status,
      attempt.bankAccount?.last4 ?? null,
      attempt.declineSubjects ?? null,
      attempt.hosted,
      JSON.stringify(attempt.passedOver),
    ],
  );
}

/**
 * The digests under which a decline of an attempt is counted. None if none were stored, or if the attempt is older than
 * `longestAgeMs`: a bank that decides the next day doesn't help to test cards.
 */
export async function findDeclineSubjects(
  trx: TenantTransaction,
  id: string,
  longestAgeMs: number,
): Promise<readonly Buffer[]> {
  const row = await trx.one<{ subjects: Buffer[] }>(
    `SELECT decline_subjects AS subjects FROM attempts WHERE tenant_id = $1 AND id = $2 AND decline_subjects IS NOT NULL
       AND started_at > kassa_now() - make_interval(secs => $3)`,
    [trx.tenantId, id, longestAgeMs / 1000],
  );
  return row?.subjects ?? [];
}

const staysDue = "clock_id IS NULL AND next_check_at <= real_now";

export type AttemptMove = {
  readonly status: AttemptStatus;
  readonly pspReference: string | null;
  /** Null leaves it unchanged. */
  readonly hostedReference: string | null;
  readonly redirectUrl: string | null;
  /** RFC 3339. */
  readonly actionExpiresAt: string | null;
  readonly declineReason: DeclineReason | null;
  /** What the customer paid with on the hosted page; null leaves it unchanged. */
  readonly paidWith: PaidWith | null;
  readonly cardChecks: CardChecks | null;
  readonly transferInstructions: TransferInstructions | null;
  /** Of a transfer; null leaves it unchanged. */
  readonly amountReceived: number | null;
  /** Null when the PSP isn't asked again. */
  readonly checkAfterMs: number | null;
};

/**
 * Writes an attempt's new status. The caller holds its session's lock and has consulted the state table. An attempt that is due
 * stays due, even if it is declined, because a notification may have come since the PSP was asked. An attempt that waits for the
 * customer or a bank waits on the session's clock, if it has one.
 */
export function moveAttempt(trx: TenantTransaction, id: string, to: AttemptMove): void {
  trx.send(
    `UPDATE attempts SET status = $3, psp_reference = COALESCE($4, psp_reference), redirect_url = $5, decline_reason = $6, checks = 0,
       revision = revision + CASE WHEN status IN ('approved', 'failed') AND $3 <> status THEN 1 ELSE 0 END,
       decided_at = CASE WHEN $3 IN ('approved', 'declined', 'late', 'failed') THEN own_now END,
       card_checks = COALESCE($8, card_checks), transfer_instructions = COALESCE($9, transfer_instructions),
       amount_received = COALESCE($10, amount_received), hosted_reference = COALESCE($11, hosted_reference),
       action_expires_at = $12, card_brand = COALESCE($13, card_brand), card_last4 = COALESCE($14, card_last4),
       account_last4 = COALESCE($15, account_last4),
       decline_subjects = CASE WHEN $3 NOT IN ('approved', 'declined', 'late', 'failed') THEN decline_subjects END,
       clock_id = CASE WHEN ${staysDue} THEN NULL WHEN $3 IN ('action_required', 'pending') THEN own_clock END,
       next_check_at = CASE WHEN $3 IN ('approved', 'late') THEN NULL WHEN ${staysDue} THEN next_check_at
         WHEN $7::float8 IS NULL THEN NULL
         WHEN $3 IN ('action_required', 'pending') THEN seconds_after(own_now, $7)
         ELSE seconds_after(real_now, $7) END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      id,
      to.status,
      to.pspReference,
      to.redirectUrl,
      to.declineReason,
      to.checkAfterMs === null ? null : to.checkAfterMs / 1000,
      to.cardChecks === null ? null : JSON.stringify(to.cardChecks),
      to.transferInstructions === null ? null : JSON.stringify(to.transferInstructions),
      to.amountReceived,
      to.hostedReference,
      to.actionExpiresAt,
      to.paidWith?.card?.brand ?? null,
      to.paidWith?.card?.last4 ?? null,
      to.paidWith?.bankAccount?.last4 ?? null,
    ],
  );
}

/** Writes how much of a transfer has arrived. The caller holds the session's lock. */
export function setAmountReceived(trx: TenantTransaction, id: string, amountReceived: number): void {
  trx.send("UPDATE attempts SET amount_received = $3 WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
    amountReceived,
  ]);
}

/** Stores a PSP's approval that differs from the request. The caller holds the session's lock. */
export function setEvidence(trx: TenantTransaction, id: string, evidence: Approval): void {
  trx.send("UPDATE attempts SET evidence = $3, amount_received = $4 WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
    JSON.stringify(evidence),
    evidence.amount + evidence.surplus,
  ]);
}

/**
 * Deletes a stored approval: the PSP now reports the requested charge, or that it took nothing. The caller holds the session's
 * lock.
 */
export function clearEvidence(trx: TenantTransaction, id: string): void {
  trx.send("UPDATE attempts SET evidence = NULL, amount_received = NULL WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
  ]);
}

/**
 * Records that a listed movement of an attempt's charge has to wait for the review, for the attempt's outcome or for another
 * movement. The caller holds the session's lock.
 *
 * @param changedAt when the charge changed, by the PSP's clock
 */
export function postponeComparison(trx: TenantTransaction, id: string, changedAt: Date): void {
  trx.send("UPDATE attempts SET compare_from = LEAST(compare_from, $3) WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
    changedAt,
  ]);
}

/** Records that no movement of its charge has to wait any more. */
export function clearCompareFrom(trx: TenantTransaction, id: string): void {
  trx.send("UPDATE attempts SET compare_from = NULL WHERE tenant_id = $1 AND id = $2", [trx.tenantId, id]);
}

/** The leases for reconciling attempts. */
export const attemptLeases = leasesOf({
  table: "attempts",
  due: "next_check_at <= now() AND clock_id IS NULL",
  orderBy: "next_check_at",
});

export type NextCheck = {
  /** How often the PSP has been asked about the attempt's current status. */
  readonly checks: number;
  readonly nextCheckAfterMs: number | null;
  /** Whether to check again although the attempt is approved, declined or failed. */
  readonly evenIfDecided: boolean;
};

/**
 * Releases a lease and sets the next check, unless another worker has taken the lease over. If the transaction has entered the
 * session's clock, an attempt that waits for the customer or a bank waits on that clock.
 */
export function releaseLease(
  trx: Transaction,
  lease: Lease,
  { checks, nextCheckAfterMs, evenIfDecided }: NextCheck,
): void {
  trx.send(
    `UPDATE attempts SET lease_until = NULL, checks = $5,
       next_check_at = CASE WHEN status = 'late' OR (status IN ('approved', 'declined', 'failed') AND NOT $6) THEN NULL
         WHEN $4::float8 IS NULL THEN next_check_at
         WHEN status IN ('action_required', 'pending') THEN seconds_after(own_now, $4)
         ELSE seconds_after(real_now, $4) END,
       clock_id = CASE WHEN $4::float8 IS NULL OR status IN ('approved', 'declined', 'late', 'failed') THEN clock_id
         WHEN status IN ('action_required', 'pending') THEN own_clock END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [
      lease.tenantId,
      lease.id,
      lease.fence,
      nextCheckAfterMs === null ? null : nextCheckAfterMs / 1000,
      checks,
      evenIfDecided,
    ],
  );
}

/** Of an attempt whose outcome is known. */
export const noFurtherCheck: NextCheck = { checks: 0, nextCheckAfterMs: null, evenIfDecided: false };

/** Enters the clock of an attempt's session, if it has one. */
export async function enterTimeOfAttempt(trx: TenantTransaction, id: string): Promise<ClockTime | undefined> {
  const row = await trx.one<{ clockId: string | null }>(
    `SELECT p.clock_id AS "clockId" FROM attempts a JOIN payments p ON p.tenant_id = a.tenant_id AND p.id = a.payment_id
     WHERE a.tenant_id = $1 AND a.id = $2`,
    [trx.tenantId, id],
  );
  return row?.clockId ? enterClock(trx, row.clockId) : undefined;
}

/** How long ago an attempt began, by the transaction's clock. */
export async function attemptAgeMs(trx: TenantTransaction, id: string): Promise<number> {
  const row = await trx.one<{ ageMs: number }>(
    `SELECT extract(epoch FROM kassa_now() - started_at)::float8 * 1000 AS "ageMs"
     FROM attempts WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id],
  );
  return row?.ageMs ?? 0;
}

/** The earlier of two times. A due time on a sandbox clock is ignored, because it can't be compared with real time. */
const soonest = (time: string): string =>
  `CASE WHEN clock_id IS NULL THEN LEAST(next_check_at, ${time}) ELSE ${time} END`;

/**
 * Makes an attempt due at once, and ends its lease: the answer that the holder waits for may be older than the reason for this
 * check. A declined or failed attempt is checked as well, because the PSP may have taken the money nevertheless. False if the attempt's
 * outcome is final, or there is no such attempt.
 *
 * @param evenIfApproved whether to check an approved attempt, too: the money that it took may have failed
 */
export async function checkSoon(
  trx: TenantTransaction,
  id: string,
  evenIfApproved = false,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE attempts SET next_check_at = ${soonest("real_now")}, clock_id = NULL, lease_until = NULL,
       lease_fence = lease_fence + 1, finish_refused = false
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2
       AND (next_check_at IS NOT NULL OR status IN ('declined', 'failed') OR (status = 'approved' AND $3))`,
    [trx.tenantId, id, evenIfApproved],
  );
  return rows === 1;
}

/** Whether the PSP is still to be asked about an attempt, at any time. */
export async function isCheckDue(trx: TenantTransaction, id: string): Promise<boolean> {
  const row = await trx.one(
    "SELECT 1 FROM attempts WHERE tenant_id = $1 AND id = $2 AND next_check_at IS NOT NULL",
    [trx.tenantId, id],
  );
  return row !== undefined;
}

/** Makes an attempt due in `withinMs` at the latest, unless its outcome is known by then. */
export async function checkWithin(trx: TenantTransaction, id: string, withinMs: number): Promise<void> {
  await trx.run(
    `UPDATE attempts SET next_check_at = ${soonest("seconds_after(real_now, $3)")}, clock_id = NULL
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND next_check_at IS NOT NULL`,
    [trx.tenantId, id, withinMs / 1000],
  );
}

/** The statuses of those of the given attempts that exist, in no order. */
export function findAttemptStatuses(
  trx: TenantTransaction,
  ids: readonly string[],
): Promise<
  (Pick<Attempt, "id" | "status" | "amountReceived" | "connectorAccount"> & Pick<Payment, "currency">)[]
> {
  return trx.query(
    `SELECT a.id, a.status, a.amount_received AS "amountReceived", a.connector_account AS "connectorAccount", p.currency
     FROM attempts a JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
     WHERE a.tenant_id = $1 AND a.id = ANY ($2::text[])`,
    [trx.tenantId, ids],
  );
}

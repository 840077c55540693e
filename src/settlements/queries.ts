import type { SettlementBatch, SettlementLine, SettlementType } from "../connectors/settlements.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { PageRange } from "../kernel/page.ts";
import type { PostedBatch } from "../ledger/settlement-postings.ts";
import type { StoredBatch } from "./batch.ts";
import type { LineStatus, Match, StoredLine } from "./line.ts";

// Imports -----------------------------------------------------------------------------------------------------------

/** Lets no other process store lines of the account before the commit. */
export async function lockImport(trx: TenantTransaction, connectorAccount: string): Promise<void> {
  trx.send(
    "INSERT INTO settlement_imports (tenant_id, connector_account, mode) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [trx.tenantId, connectorAccount, trx.mode],
  );
  await trx.run(
    "SELECT FROM settlement_imports WHERE tenant_id = $1 AND connector_account = $2 FOR NO KEY UPDATE",
    [trx.tenantId, connectorAccount],
  );
}

/**
 * Up to when lines are imported, by the PSP's clock, and the database's time.
 *
 * @returns `until` is null before the first import has ended
 */
export async function selectImport(
  trx: TenantTransaction,
  connectorAccount: string,
): Promise<{ readonly until: Date | null; readonly now: Date }> {
  const row = await trx.one<{ until: Date | null; now: Date }>(
    `SELECT statement_timestamp() AS now,
       (SELECT booked_until FROM settlement_imports WHERE tenant_id = $1 AND connector_account = $2) AS until`,
    [trx.tenantId, connectorAccount],
  );
  return present(row, "the database's time");
}

/**
 * The marks never go back, because several processes import.
 *
 * @param marks the time of the newest booking, and until when everything that was booked is here
 */
export async function advanceImport(
  trx: TenantTransaction,
  connectorAccount: string,
  { booked, complete }: { readonly booked: Date; readonly complete: Date },
): Promise<void> {
  await trx.run(
    `UPDATE settlement_imports SET booked_until = GREATEST(booked_until, $3::timestamptz),
       complete_until = GREATEST(complete_until, $4::timestamptz)
     WHERE tenant_id = $1 AND connector_account = $2`,
    [trx.tenantId, connectorAccount, booked, complete],
  );
}

/**
 * The number of the report before the one to import next: the newest that was imported, or the one before the first that was announced.
 * Undefined if there is neither.
 */
export async function lastReport(
  trx: TenantTransaction,
  connectorAccount: string,
): Promise<number | undefined> {
  const row = await trx.one<{ number: number | null }>(
    `SELECT COALESCE(last_report, first_announced - 1) AS number FROM settlement_imports
     WHERE tenant_id = $1 AND connector_account = $2`,
    [trx.tenantId, connectorAccount],
  );
  return row?.number ?? undefined;
}

/** Notes that the PSP has made a report. Notifications may come in any order. */
export async function noteAnnounced(
  trx: TenantTransaction,
  connectorAccount: string,
  number: number,
): Promise<void> {
  await trx.run(
    `INSERT INTO settlement_imports AS i (tenant_id, connector_account, mode, first_announced, last_announced)
     VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (tenant_id, connector_account) DO UPDATE SET
       first_announced = LEAST(i.first_announced, excluded.first_announced),
       last_announced = GREATEST(i.last_announced, excluded.last_announced)`,
    [trx.tenantId, connectorAccount, trx.mode, number],
  );
}

/** An older report that is handed over later changes nothing. */
export async function advanceReports(
  trx: TenantTransaction,
  connectorAccount: string,
  { number, until }: { readonly number: number; readonly until: Date },
): Promise<void> {
  await trx.run(
    `UPDATE settlement_imports SET last_report = GREATEST(last_report, $3::integer),
       booked_until = GREATEST(booked_until, $4::timestamptz), complete_until = GREATEST(complete_until, $4::timestamptz)
     WHERE tenant_id = $1 AND connector_account = $2`,
    [trx.tenantId, connectorAccount, number, until],
  );
}

// Batches -----------------------------------------------------------------------------------------------------------

/** Stores a batch, or what has changed of it. */
export async function upsertBatch(
  trx: TenantTransaction,
  id: string,
  connectorAccount: string,
  batch: SettlementBatch,
): Promise<void> {
  await trx.run(
    `INSERT INTO settlement_batches AS b (tenant_id, id, mode, connector_account, psp_reference, status, currency, amount,
       paid_out_at, arrives_on, bank_texts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (tenant_id, connector_account, psp_reference)
       DO UPDATE SET status = excluded.status, arrives_on = excluded.arrives_on, bank_texts = excluded.bank_texts`,
    [
      trx.tenantId,
      id,
      trx.mode,
      connectorAccount,
      batch.reference,
      batch.status,
      batch.currency,
      batch.amount,
      batch.createdAt,
      batch.arrivesOn,
      batch.bankTexts,
    ],
  );
}

/** Which of these batches have all their lines here. */
export async function selectComplete(
  trx: TenantTransaction,
  connectorAccount: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await trx.query<{ reference: string }>(
    `SELECT psp_reference AS reference FROM settlement_batches
     WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = ANY ($3::text[]) AND lines IS NOT NULL`,
    [trx.tenantId, connectorAccount, references],
  );
  return new Set(rows.map(({ reference }) => reference));
}

/** Notes that all lines of a batch are here, and adds them up. Its own line, which takes it from the balance, isn't one of them. */
export async function completeBatch(
  trx: TenantTransaction,
  connectorAccount: string,
  reference: string,
): Promise<void> {
  await trx.run(
    `UPDATE settlement_batches SET lines = own.lines, lines_net = own.net
     FROM (SELECT count(*)::integer AS lines, COALESCE(sum(net), 0)::bigint AS net FROM settlement_lines
       WHERE tenant_id = $1 AND batch = $3 AND connector_account = $2 AND type NOT IN ('payout', 'payout_failure')) own
     WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = $3`,
    [trx.tenantId, connectorAccount, reference],
  );
}

export function selectBatches(trx: TenantTransaction, range: PageRange): Promise<StoredBatch[]> {
  return trx.query<StoredBatch>(
    `SELECT id, mode, connector_account AS "connectorAccount", psp_reference AS "pspReference", status, currency, amount,
       paid_out_at AS "paidOutAt", arrives_on::text AS "arrivesOn", lines, lines_net AS "linesNet",
       bank_entry_id AS "bankEntryId"
     FROM settlement_batches WHERE tenant_id = $1 AND id >= $2 AND id < $3 ORDER BY id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

/** A payout that no entry of a bank statement is known for. */
export type OpenBatch = PostedBatch & { readonly bankTexts: readonly string[] };

const openColumns = `id, connector_account AS "connectorAccount", currency, amount, bank_texts AS "bankTexts"`;

/** The payouts of some amounts that haven't been found on a bank statement, locked. */
export function lockOpenBatches(trx: TenantTransaction, amounts: readonly number[]): Promise<OpenBatch[]> {
  return trx.query<OpenBatch>(
    `SELECT ${openColumns} FROM settlement_batches
     WHERE tenant_id = $1 AND mode = $2 AND bank_entry_id IS NULL AND amount > 0 AND amount = ANY ($3::bigint[])
     ORDER BY id FOR NO KEY UPDATE`,
    [trx.tenantId, trx.mode, amounts],
  );
}

/** The amounts of a connector account's newest payouts that haven't been found on a bank statement. */
export function selectOpenAmounts(
  trx: TenantTransaction,
  connectorAccount: string,
): Promise<Pick<OpenBatch, "currency" | "amount">[]> {
  return trx.query<Pick<OpenBatch, "currency" | "amount">>(
    `SELECT DISTINCT currency, amount FROM (SELECT currency, amount FROM settlement_batches
       WHERE tenant_id = $1 AND mode = $2 AND bank_entry_id IS NULL AND amount > 0 AND connector_account = $3
       ORDER BY id DESC LIMIT 100) newest ORDER BY currency, amount`,
    [trx.tenantId, trx.mode, connectorAccount],
  );
}

export async function setArrived(trx: TenantTransaction, id: string, bankEntryId: string): Promise<void> {
  await trx.run("UPDATE settlement_batches SET bank_entry_id = $3 WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
    bankEntryId,
  ]);
}

// Lines -------------------------------------------------------------------------------------------------------------

/** Stores a line. False if the account has it already. */
export async function insertLine(
  trx: TenantTransaction,
  id: string,
  connectorAccount: string,
  line: SettlementLine,
  match: Match,
): Promise<boolean> {
  const { exchanged } = line;
  const rows = await trx.run(
    `INSERT INTO settlement_lines (tenant_id, id, mode, connector_account, psp_reference, about, batch, type, category, currency,
       gross, fee, net, exchanged_currency, exchanged_amount, exchange_rate, booked_at, available_at, status, exception_reason,
       source_id, payment_id, source_version, batch_known_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
       CASE WHEN $7::text IS NOT NULL THEN statement_timestamp() END)
     ON CONFLICT (tenant_id, connector_account, psp_reference) DO NOTHING`,
    [
      trx.tenantId,
      id,
      trx.mode,
      connectorAccount,
      line.reference,
      line.about,
      line.batch,
      line.type,
      line.category,
      line.currency,
      line.gross,
      line.fee,
      line.net,
      exchanged?.currency ?? null,
      exchanged?.amount ?? null,
      exchanged ? String(exchanged.rate) : null,
      line.bookedAt,
      line.availableAt,
      match.status,
      match.exceptionReason,
      match.sourceId,
      match.paymentId,
      match.sourceVersion,
    ],
  );
  return rows === 1;
}

/** Which lines the account has already, with the batch that is known to pay each. */
export async function selectKnown(
  trx: TenantTransaction,
  connectorAccount: string,
  references: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await trx.query<{ reference: string; batch: string | null }>(
    `SELECT psp_reference AS reference, batch FROM settlement_lines
     WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = ANY ($3::text[])`,
    [trx.tenantId, connectorAccount, references],
  );
  return new Map(rows.map(({ reference, batch }) => [reference, batch]));
}

/** Notes which batch pays these lines. */
export async function setBatch(
  trx: TenantTransaction,
  connectorAccount: string,
  references: readonly string[],
  batch: string,
): Promise<void> {
  await trx.run(
    `UPDATE settlement_lines SET batch = $4, batch_known_at = statement_timestamp()
     WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = ANY ($3::text[])`,
    [trx.tenantId, connectorAccount, references, batch],
  );
}

/** Which batch pays the lines about these things, of those in its currency that none is known to pay. */
export async function addToBatch(
  trx: TenantTransaction,
  connectorAccount: string,
  batch: string,
  about: readonly { readonly type: SettlementType; readonly about: string }[],
): Promise<void> {
  await trx.run(
    `UPDATE settlement_lines l SET batch = b.psp_reference, batch_known_at = statement_timestamp() FROM settlement_batches b
     WHERE b.tenant_id = $1 AND b.connector_account = $2 AND b.psp_reference = $3
       AND l.tenant_id = $1 AND l.connector_account = $2 AND l.batch IS NULL AND l.currency = b.currency
       AND l.about = ANY ($5::text[]) AND (l.type, l.about) IN (SELECT * FROM unnest($4::text[], $5::text[]))`,
    [trx.tenantId, connectorAccount, batch, about.map(({ type }) => type), about.map((each) => each.about)],
  );
}

/** Which batch pays the lines of these types that were booked until it was made and that no other one pays, in its currency. */
export async function addBookedUntilThen(
  trx: TenantTransaction,
  connectorAccount: string,
  batch: string,
  types: readonly SettlementType[],
): Promise<void> {
  await trx.run(
    `UPDATE settlement_lines l SET batch = b.psp_reference, batch_known_at = statement_timestamp() FROM settlement_batches b
     WHERE b.tenant_id = $1 AND b.connector_account = $2 AND b.psp_reference = $3
       AND l.tenant_id = $1 AND l.connector_account = $2 AND l.batch IS NULL AND l.currency = b.currency
       AND l.type = ANY ($4::text[]) AND l.booked_at <= b.paid_out_at`,
    [trx.tenantId, connectorAccount, batch, types],
  );
}

const columns = `l.id, l.mode, l.connector_account AS "connectorAccount", l.psp_reference AS "pspReference", l.about, l.batch, l.type,
  l.category, l.currency, l.gross, l.fee, l.net, l.exchanged_currency AS "exchangedCurrency",
  l.exchanged_amount AS "exchangedAmount", l.exchange_rate AS "exchangeRate", l.booked_at AS "bookedAt",
  l.available_at AS "availableAt", l.status, l.exception_reason AS "exceptionReason", l.source_id AS "sourceId", l.source_version AS "sourceVersion",
  l.payment_id AS "paymentId", p.client_reference_id AS "orderReference"`;
const linesWithPayments =
  "settlement_lines l LEFT JOIN payments p ON p.tenant_id = l.tenant_id AND p.id = l.payment_id";

/** The newest exceptions that Kassa may be able to explain by now. */
export function selectToMatch(
  trx: TenantTransaction,
  connectorAccount: string,
  limit: number,
): Promise<StoredLine[]> {
  return trx.query<StoredLine>(
    `SELECT ${columns} FROM ${linesWithPayments}
     WHERE l.tenant_id = $1 AND l.mode = $2 AND l.connector_account = $3 AND l.status = 'exception' AND l.about IS NOT NULL
       AND l.exception_reason <> 'unexplained'
     ORDER BY l.id DESC LIMIT $4`,
    [trx.tenantId, trx.mode, connectorAccount, limit],
  );
}

export async function setMatch(trx: TenantTransaction, id: string, match: Match): Promise<void> {
  await trx.run(
    `UPDATE settlement_lines SET status = $3, exception_reason = $4, source_id = $5, payment_id = $6, source_version = $7,
       matched_later = matched_later OR $3 = 'matched'
     WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      id,
      match.status,
      match.exceptionReason,
      match.sourceId,
      match.paymentId,
      match.sourceVersion,
    ],
  );
}

export type LineFilter = {
  readonly connectorAccount?: string | undefined;
  readonly batch?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly status?: LineStatus | undefined;
};

/** Only the given filters become conditions. The status is a literal, because its index is partial. */
export function selectLines(
  trx: TenantTransaction,
  range: PageRange,
  { status, connectorAccount, batch, paymentId }: LineFilter,
): Promise<StoredLine[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  const wanted = { connector_account: connectorAccount, batch, payment_id: paymentId };
  const conditions = Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => ` AND l.${column} = $${values.push(value)}`);
  if (status !== undefined) conditions.push(` AND l.status = '${status}'`);
  return trx.query<StoredLine>(
    `SELECT ${columns} FROM ${linesWithPayments}
     WHERE l.tenant_id = $1 AND l.id >= $2 AND l.id < $3${conditions.join("")}
     ORDER BY l.id ${range.direction} LIMIT $4`,
    values,
  );
}

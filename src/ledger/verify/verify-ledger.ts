import type { ConnectionSettings } from "../../database/database.ts";
import { readSnapshot, type SnapshotReader } from "../../database/read-snapshot.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import type { AccountSum } from "../accounts.ts";
import { sumAccounts, sumAllEntries } from "../queries.ts";
import { auditPayment, type Difference } from "./audit-payment.ts";
import { auditArrival, auditSettlementLine } from "./audit-settlements.ts";
import type { FoundTransaction, PaymentFacts } from "./facts.ts";
import {
  countPayments,
  selectArrived,
  selectAttempts,
  selectDisputes,
  selectLines,
  selectMovements,
  selectPayments,
  selectTransactions,
  selectTransactionsOf,
} from "./queries.ts";
import { sumUnderReview, type UnderReview } from "./under-review.ts";

/** A difference, with its tenant and mode. `paymentId` is null if it concerns no single payment. */
export type FoundDifference = Difference & {
  readonly scope: TenantScope;
  readonly paymentId: string | null;
};

export type Verification = {
  readonly payments: number;
  readonly transactions: number;
  readonly entries: number;
  /** The first differences, at most `differencesKept`. */
  readonly differences: readonly FoundDifference[];
  readonly differencesFound: number;
  /** Money at the PSPs that has no postings until the merchant has reviewed its payment. Not a difference. */
  readonly underReview: readonly FoundUnderReview[];
};

export type FoundUnderReview = UnderReview & { readonly scope: TenantScope };

export type Progress = { readonly scope: TenantScope; readonly checked: number; readonly of: number };

/** The maximum number of differences in a verification; nobody reads more. */
export const differencesKept = 1_000;

/** The maximum number of payments in memory. */
const batchSize = 500;

/**
 * Recomputes the balances of all accounts from the entries and compares them with payments, movements and disputes, in one
 * snapshot and without blocking anything. Writes nothing.
 *
 * @param onProgress called after every batch of payments
 */
export async function verifyLedger(
  settings: ConnectionSettings,
  scopes: readonly TenantScope[],
  onProgress: (progress: Progress) => void = () => {},
): Promise<Verification> {
  const result = new VerificationResult();
  await readSnapshot(settings, async (inTenant) => {
    for (const scope of scopes) await verifyScope(inTenant, scope, result, onProgress);
  });
  return result.toVerification();
}

async function verifyScope(
  inTenant: SnapshotReader,
  scope: TenantScope,
  result: VerificationResult,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const of = await inTenant(scope, (trx) => countPayments(trx));
  const paymentSums = new Map<string, bigint>();
  let checked = 0;
  for (let after: string | undefined; ; ) {
    const afterId = after;
    const payments = await inTenant(scope, (trx) => loadPayments(trx, afterId));
    for (const payment of payments) {
      result.addPayment(scope, payment, auditPayment(payment));
      addToSums(paymentSums, payment);
    }
    checked += payments.length;
    if (payments.length > 0) onProgress({ scope, checked, of });
    after = payments.at(-1)?.id;
    if (after === undefined || payments.length < batchSize) break;
  }
  await verifySettlements(inTenant, scope, result, paymentSums);
  const all = byAccount(await inTenant(scope, (trx) => sumAllEntries(trx)));
  result.add(scope, null, [
    // Every entry must belong to a payment, a settlement line or a payout.
    ...compareSums({ name: "the entries of payments and settlements", sums: paymentSums }, all),
    ...compareSums(
      { name: "the balance of the API", sums: byAccount(await apiBalances(inTenant, scope)) },
      all,
    ),
  ]);
  result.addUnderReview(scope, await inTenant(scope, (trx) => sumUnderReview(trx)));
}

/** Checks the transactions of all settlement lines and payouts, and adds them to the sums. */
async function verifySettlements(
  inTenant: SnapshotReader,
  scope: TenantScope,
  result: VerificationResult,
  sums: Map<string, bigint>,
): Promise<void> {
  const add = (source: Pick<PaymentFacts, "transactions">, differences: readonly Difference[]): void => {
    result.addSettlement(scope, source, differences);
    addToSums(sums, source);
  };
  const inScope = <Row>(work: (trx: TenantTransaction) => Promise<Row[]>) => inTenant(scope, work);
  await eachInBatches(
    (after) => inScope((trx) => withTransactions(trx, selectLines(trx, after, batchSize))),
    (line) => add(line, auditSettlementLine(line)),
  );
  await eachInBatches(
    (after) => inScope((trx) => withTransactions(trx, selectArrived(trx, after, batchSize))),
    (batch) => add(batch, auditArrival(batch)),
  );
}

/** Calls `check` with all rows of a query that returns at most `batchSize` rows after an id. */
async function eachInBatches<Row extends { readonly id: string }>(
  read: (after: string | undefined) => Promise<Row[]>,
  check: (row: Row) => void,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const rows = await read(after);
    for (const row of rows) check(row);
    after = rows.at(-1)?.id;
    if (after === undefined || rows.length < batchSize) return;
  }
}

/** Rows with the transactions whose source they are. */
async function withTransactions<Row extends { readonly id: string }>(
  trx: TenantTransaction,
  reading: Promise<Row[]>,
): Promise<(Row & Pick<PaymentFacts, "transactions">)[]> {
  const rows = await reading;
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const bySource = Map.groupBy(await selectTransactionsOf(trx, ids), ({ sourceId }) => sourceId);
  return rows.map((row) => ({ ...row, transactions: bySource.get(row.id) ?? [] }));
}

const apiBalances = (inTenant: SnapshotReader, scope: TenantScope): Promise<AccountSum[]> =>
  inTenant(scope, (trx) => sumAccounts(trx));

async function loadPayments(trx: TenantTransaction, after: string | undefined): Promise<PaymentFacts[]> {
  const payments = await selectPayments(trx, after, batchSize);
  const ids = payments.map(({ id }) => id);
  if (ids.length === 0) return [];
  const attempts = byPayment(await selectAttempts(trx, ids));
  const movements = byPayment(await selectMovements(trx, ids));
  const disputes = byPayment(await selectDisputes(trx, ids));
  const transactions = byPayment(await selectTransactions(trx, ids));
  return payments.map((payment) => ({
    ...payment,
    attempts: attempts.get(payment.id) ?? [],
    movements: movements.get(payment.id) ?? [],
    disputes: disputes.get(payment.id) ?? [],
    transactions: transactions.get(payment.id) ?? [],
  }));
}

const byPayment = <Row extends { readonly paymentId: string | null }>(
  rows: readonly Row[],
): Map<string | null, Row[]> => Map.groupBy(rows, ({ paymentId }) => paymentId);

const keyOf = ({ connectorAccount, account, currency }: Omit<AccountSum, "sum">): string =>
  `${account} in ${currency} at ${connectorAccount}`;

function addToSums(sums: Map<string, bigint>, { transactions }: Pick<PaymentFacts, "transactions">): void {
  for (const { connectorAccount, currency, entries } of transactions) {
    for (const [account, amount] of entries) {
      const key = keyOf({ connectorAccount, account, currency });
      sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
    }
  }
}

const byAccount = (sums: readonly AccountSum[]): ReadonlyMap<string, bigint> =>
  new Map(sums.map((each) => [keyOf(each), each.sum]));

/** Compares sums from another source with the sums of all entries. */
function compareSums(
  other: { readonly name: string; readonly sums: ReadonlyMap<string, bigint> },
  all: ReadonlyMap<string, bigint>,
): Difference[] {
  return [...new Set([...other.sums.keys(), ...all.keys()])]
    .filter((key) => (other.sums.get(key) ?? 0n) !== (all.get(key) ?? 0n))
    .map((key) => ({
      about: "amount",
      text: `All entries of ${key} sum to ${all.get(key) ?? 0n} minor units, ${other.name} to ${other.sums.get(key) ?? 0n}.`,
    }));
}

/** Counts payments, transactions, entries and differences, and keeps the first differences. */
class VerificationResult {
  #payments = 0;
  #transactions = 0;
  #entries = 0;
  #found = 0;
  readonly #kept: FoundDifference[] = [];
  readonly #underReview: FoundUnderReview[] = [];

  addPayment(
    scope: TenantScope,
    { id, transactions }: PaymentFacts,
    differences: readonly Difference[],
  ): void {
    this.#payments += 1;
    this.#count(transactions);
    this.add(scope, id, differences);
  }

  addSettlement(
    scope: TenantScope,
    { transactions }: Pick<PaymentFacts, "transactions">,
    differences: readonly Difference[],
  ): void {
    this.#count(transactions);
    this.add(scope, null, differences);
  }

  #count(transactions: readonly FoundTransaction[]): void {
    this.#transactions += transactions.length;
    this.#entries += transactions.reduce((sum, { entries }) => sum + entries.length, 0);
  }

  add(scope: TenantScope, paymentId: string | null, differences: readonly Difference[]): void {
    this.#found += differences.length;
    const room = differencesKept - this.#kept.length;
    for (const difference of differences.slice(0, room)) this.#kept.push({ ...difference, scope, paymentId });
  }

  addUnderReview(scope: TenantScope, sums: readonly UnderReview[]): void {
    for (const sum of sums) this.#underReview.push({ ...sum, scope });
  }

  toVerification(): Verification {
    return {
      payments: this.#payments,
      transactions: this.#transactions,
      entries: this.#entries,
      differences: this.#kept,
      differencesFound: this.#found,
      underReview: this.#underReview,
    };
  }
}

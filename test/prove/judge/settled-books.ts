import type { BalanceSheet } from "../../psp/common/balance-sheet.ts";
import type { Cluster } from "../../support/cluster/cluster.ts";
import type { FakeEntry } from "../rails/psp-kinds.ts";
import type { PspRail } from "../rails/psp-rail.ts";

/** An account at a PSP in a currency, by Kassa's ledger. Minor units. */
export type LedgerRow = {
  readonly connector: string;
  readonly currency: string;
  /** `psp_receivable` and `reserves`: booked by the PSP, and not paid out. */
  readonly receivable: number;
  /** `in_transit` and `bank` */
  readonly paidOut: number;
  /** `processing_fees` and `fees` */
  readonly fees: number;
  /** `adjustments` and `fx`: nothing at these PSPs belongs there, except for exceptions. */
  readonly unexplained: number;
};

/** A payment of which `psp_clearing` isn't zero at an account after everything was settled. */
export type OpenRow = {
  readonly connector: string;
  readonly payment: string;
  readonly currency: string;
  readonly amount: number;
};

/** A settlement line that Kassa couldn't match. */
export type ExceptionRow = {
  readonly connector: string;
  readonly type: string;
  readonly reason: string;
  readonly about: string | null;
  readonly payment: string | null;
  readonly currency: string;
  readonly gross: number;
};

/** The sum of the settlement lines of a type, and what they are at the PSP. */
export type LineRow = {
  readonly connector: string;
  readonly currency: string;
  readonly type: string;
  readonly gross: number;
};

/** A PSP's own book: what moved, and its balances. */
export type PspBook = {
  readonly connector: string;
  readonly log: readonly Pick<FakeEntry, "effect" | "amount" | "currency">[];
  readonly sheets: readonly BalanceSheet[];
};

export type SettledBooks = {
  readonly ledger: readonly LedgerRow[];
  readonly open: readonly OpenRow[];
  readonly exceptions: readonly ExceptionRow[];
  readonly lines: readonly LineRow[];
  readonly psps: readonly PspBook[];
};

/** Compares the ledger after the import of all settlements with each PSP's own book, in amounts. */
export async function checkSettledBooks(
  { sql }: Pick<Cluster, "sql">,
  rails: readonly PspRail[],
): Promise<string[]> {
  if (rails.length === 0) return [];
  const names = [rails.map(({ name }) => name)];
  const psps = await Promise.all(
    rails.map(async ({ name, log, read }) => ({
      connector: name,
      log: await log(),
      sheets: (await read("balance-sheets")) as BalanceSheet[],
    })),
  );
  return compareSettledBooks({
    psps,
    ledger: await sql<LedgerRow>(ledger, names),
    open: await sql<OpenRow>(open, names),
    exceptions: await sql<ExceptionRow>(exceptions, names),
    lines: await sql<LineRow>(lines, names),
  });
}

/** A description of each difference. */
export function compareSettledBooks({ psps, ledger, open, exceptions, lines }: SettledBooks): string[] {
  const inLedger = (connector: string, currency: string): LedgerRow =>
    ledger.find((row) => row.connector === connector && row.currency === currency) ?? {
      ...{ connector, currency, receivable: 0, paidOut: 0, fees: 0, unexplained: 0 },
    };
  return [
    ...psps.flatMap((psp) =>
      psp.sheets.flatMap((sheet) => compareSheet(inLedger(psp.connector, sheet.currency), sheet, psp.log)),
    ),
    ...psps.flatMap((psp) => compareLines(psp, lines)),
    ...open.map(
      ({ connector, payment, currency, amount }) =>
        `payment ${payment} at ${connector}: ${amount} ${currency} of psp_clearing isn't settled`,
    ),
    ...exceptions.map(
      ({ connector, type, reason, about, payment, currency, gross }) =>
        `the ${type} line about ${about} of ${gross} ${currency} at ${connector} is an exception: ${reason}; its payment is ${payment}`,
    ),
  ];
}

function compareSheet(
  row: LedgerRow,
  { currency, balance, paidOut }: BalanceSheet,
  log: PspBook["log"],
): string[] {
  const held =
    sumOf(log, currency, addsTo.charge) +
    sumOf(log, currency, addsTo.refund) +
    sumOf(log, currency, addsTo.dispute);
  const figures: readonly (readonly [string, number, number])[] = [
    ["what the PSP hasn't paid out", row.receivable, balance],
    ["what the PSP has paid out", row.paidOut, paidOut],
    ["fees", row.fees, held - balance - paidOut],
    ["what nothing explains", row.unexplained, 0],
  ];
  return figures
    .filter(([, kassa, psp]) => kassa !== psp)
    .map(
      ([what, kassa, psp]) =>
        `the account at ${row.connector} in ${currency}: ${what} is ${kassa} in the ledger, ${psp} at the PSP`,
    );
}

type Signs = Readonly<Record<string, 1 | -1>>;

/** How movements of money change what lines of each kind sum up to. */
const addsTo: Readonly<Record<"charge" | "refund" | "dispute", Signs>> = {
  charge: { captured: 1, capture_returned: -1 },
  refund: { refunded: -1, refund_returned: 1 },
  dispute: { disputed: -1, dispute_returned: 1 },
};

const sumOf = (log: PspBook["log"], currency: string, signs: Signs): number =>
  log.reduce(
    (sum, entry) =>
      entry.currency.toUpperCase() === currency ? sum + (signs[entry.effect] ?? 0) * entry.amount : sum,
    0,
  );

/** The types of lines about what customers paid, got back and disputed. */
const typesOf: Readonly<Record<keyof typeof addsTo, readonly string[]>> = {
  charge: ["charge"],
  refund: ["refund", "refund_failure"],
  dispute: ["dispute", "dispute_reversal"],
};

function compareLines({ connector, log, sheets }: PspBook, lines: readonly LineRow[]): string[] {
  const kinds = Object.keys(addsTo) as (keyof typeof addsTo)[];
  return sheets.flatMap(({ currency }) =>
    kinds.flatMap((kind) => {
      const own = lines.filter(
        (line) =>
          line.connector === connector && line.currency === currency && typesOf[kind].includes(line.type),
      );
      const imported = own.reduce((sum, { gross }) => sum + gross, 0);
      const moved = sumOf(log, currency, addsTo[kind]);
      return imported === moved
        ? []
        : [
            `settlement lines of ${kind}s at ${connector} in ${currency} sum up to ${imported}, and ${moved} were moved by the PSP's log`,
          ];
    }),
  );
}

const ofRails = `FROM ledger_entries e JOIN connector_accounts a ON (a.tenant_id, a.id) = (e.tenant_id, e.connector_account)
  WHERE a.connector = ANY ($1)`;
const sumIn = (accounts: string): string =>
  `COALESCE(sum(e.amount) FILTER (WHERE e.account IN (${accounts})), 0)::bigint`;

const ledger = `
  SELECT a.connector, e.currency, ${sumIn("'psp_receivable', 'reserves'")} AS receivable, ${sumIn("'in_transit', 'bank'")} AS "paidOut",
    ${sumIn("'processing_fees', 'fees'")} AS fees, ${sumIn("'adjustments', 'fx'")} AS unexplained
  ${ofRails} GROUP BY 1, 2`;

const open = `
  SELECT a.connector, e.payment_id AS payment, e.currency, sum(e.amount)::bigint AS amount
  ${ofRails} AND e.account = 'psp_clearing' GROUP BY 1, 2, 3 HAVING sum(e.amount) <> 0`;

const ofLines = `FROM settlement_lines l JOIN connector_accounts a ON (a.tenant_id, a.id) = (l.tenant_id, l.connector_account)
  WHERE a.connector = ANY ($1)`;

const exceptions = `
  SELECT a.connector, l.type, l.exception_reason AS reason, l.about, l.payment_id AS payment, l.currency, l.gross
  ${ofLines} AND l.status = 'exception'`;

const lines = `SELECT a.connector, l.currency, l.type, sum(l.gross)::bigint AS gross ${ofLines} GROUP BY 1, 2, 3`;

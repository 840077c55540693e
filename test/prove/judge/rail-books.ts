import type { Cluster } from "../../support/cluster/cluster.ts";
import type { FakeEntry } from "../rails/psp-kinds.ts";
import type { PspRail } from "../rails/psp-rail.ts";

/** An attempt at a PSP as Kassa's books have it. Amounts are minor units. */
export type ChargeRow = {
  readonly id: string;
  readonly hosted: string | null;
  readonly session: string;
  readonly connector: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly capture: string;
  /** By the movements that succeeded. */
  readonly captured: number;
  /** By the refunds that succeeded, of late funds, too. */
  readonly refunded: number;
  /** The sum of the attempt's, its movements' and its disputes' entries on `psp_clearing`, without dispute fees. */
  readonly cleared: number;
};

/** What an account at a PSP holds by Kassa's ledger: `psp_clearing` without settlements and dispute fees. */
export type AccountRow = { readonly connector: string; readonly currency: string; readonly held: number };

/** One movement of money at a PSP, and the attempt's id or reference that the PSP has for it. */
export type PspEntry = Pick<FakeEntry, "effect" | "amount" | "currency"> & {
  readonly connector: string;
  readonly charge: string;
};

type Sums = Readonly<Record<Effect, number>> & { readonly authorizations: number; readonly currency: string };
const effects = [
  "authorized",
  "captured",
  "capture_returned",
  "released",
  "refunded",
  "refund_returned",
  "disputed",
  "dispute_returned",
] as const;
type Effect = (typeof effects)[number];

/** Compares Kassa's books with the books of every PSP's fake. */
export async function checkRailBooks(
  { sql }: Pick<Cluster, "sql">,
  rails: readonly PspRail[],
): Promise<string[]> {
  const logs = await Promise.all(
    rails.map(async ({ name, kind, log }) =>
      (await log()).map((entry) => ({ ...entry, connector: name, charge: kind.chargeOf(entry) })),
    ),
  );
  const names = rails.map(({ name }) => name);
  return compareRailBooks(
    await sql<ChargeRow>(charges, [names]),
    await sql<AccountRow>(accounts, [names]),
    logs.flat(),
  );
}

/** A description of each difference between Kassa's books and the PSPs'. */
export function compareRailBooks(
  rows: readonly ChargeRow[],
  accounts: readonly AccountRow[],
  log: readonly PspEntry[],
): string[] {
  const sums = sumByCharge(log);
  const violations: string[] = [];
  for (const name of sums.keys()) {
    const known = rows.filter((row) => nameOf(row, row.id) === name || nameOf(row, row.hosted) === name);
    if (known.length !== 1)
      violations.push(`[1] charge ${name} belongs to ${known.length} attempts of Kassa`);
  }
  for (const row of rows)
    violations.push(
      ...compareCharge(row, sums.get(nameOf(row, row.id)) ?? sums.get(nameOf(row, row.hosted)) ?? nothing),
    );
  return [...violations, ...findDoublePayments(rows, sums), ...compareAccounts(accounts, log)];
}

const nameOf = ({ connector }: { connector: string }, charge: string | null): string =>
  `${charge} at ${connector}`;

function sumByCharge(log: readonly PspEntry[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const entry of log) {
    const name = nameOf(entry, entry.charge);
    const sum = sums.get(name) ?? { ...nothing, currency: entry.currency.toUpperCase() };
    const effect = effects.find((one) => one === entry.effect);
    if (effect === undefined) throw new Error(`the PSP's book has an unknown effect: ${entry.effect}`);
    const authorizations = sum.authorizations + (effect === "authorized" ? 1 : 0);
    sums.set(name, { ...sum, [effect]: sum[effect] + entry.amount, authorizations });
  }
  return sums;
}

const nothing: Sums = {
  ...(Object.fromEntries(effects.map((effect) => [effect, 0])) as Record<Effect, number>),
  authorizations: 0,
  currency: "",
};

/** What the PSP has of a charge for the merchant. */
const heldOf = (sum: Readonly<Record<Effect, number>>): number =>
  sum.captured -
  sum.capture_returned -
  (sum.refunded - sum.refund_returned) -
  (sum.disputed - sum.dispute_returned);

/** What the customer has paid or reserved and not got back. */
const keptOf = (sum: Sums): number => sum.authorized - sum.released - (sum.refunded - sum.refund_returned);

function compareCharge(row: ChargeRow, sum: Sums): string[] {
  const { id, connector, status, session } = row;
  const differs = (invariant: string, what: string, kassa: unknown, psp: unknown): string =>
    `[${invariant}] attempt ${id} (${status}) of session ${session} at ${connector}: ${what} is ${kassa} for Kassa, ${psp} at the PSP`;
  const violations: string[] = [];
  const expect = (invariant: string, what: string, kassa: unknown, psp: unknown): void => {
    if (kassa !== psp) violations.push(differs(invariant, what, kassa, psp));
  };
  if (sum.authorizations > 1) violations.push(differs("1", "the number of charges", 1, sum.authorizations));
  if (sum.authorizations > 0) {
    expect("11", "the amount", row.amount, sum.authorized);
    expect("11", "the currency", row.currency, sum.currency);
  }
  const hasMoney = status === "approved" || status === "late" || status === "failed";
  expect("3", "whether it was charged", hasMoney, hasMoney ? sum.authorizations > 0 : keptOf(sum) > 0);
  if (status === "approved" || status === "failed") {
    const atOnce = status === "approved" ? row.amount : 0;
    const captured = row.capture === "automatic" ? atOnce : row.captured;
    expect("charge log = payments", "what was captured", captured, sum.captured - sum.capture_returned);
  }
  expect("9", "what was refunded", row.refunded, sum.refunded - sum.refund_returned);
  if (status === "late")
    expect("5", "what is still reserved", 0, sum.authorized - sum.captured - sum.released);
  expect("charge log = ledger", "what the PSP holds", row.cleared, heldOf(sum));
  return violations;
}

/** A session is paid once: money of further charges is late funds, which Kassa has returned or recorded as kept. */
function findDoublePayments(rows: readonly ChargeRow[], sums: ReadonlyMap<string, Sums>): string[] {
  const paid = new Map<string, number>();
  for (const row of rows) {
    const sum = sums.get(nameOf(row, row.id)) ?? sums.get(nameOf(row, row.hosted));
    if (sum && row.status !== "late" && keptOf(sum) > 0)
      paid.set(row.session, (paid.get(row.session) ?? 0) + 1);
  }
  return [...paid]
    .filter(([, count]) => count > 1)
    .map(([session, count]) => `[1] session ${session} was charged ${count} times by PSPs`);
}

function compareAccounts(accounts: readonly AccountRow[], log: readonly PspEntry[]): string[] {
  const held = new Map<string, number>();
  for (const { connector, currency, effect, amount } of log) {
    const name = `${connector} in ${currency.toUpperCase()}`;
    const sum = { ...nothing, [effect]: amount };
    held.set(name, (held.get(name) ?? 0) + heldOf(sum));
  }
  const ledger = new Map(accounts.map((row) => [`${row.connector} in ${row.currency}`, row.held]));
  return [...new Set([...held.keys(), ...ledger.keys()])]
    .filter((name) => (held.get(name) ?? 0) !== (ledger.get(name) ?? 0))
    .map(
      (name) =>
        `[charge log = ledger] the account at ${name} has ${ledger.get(name) ?? 0} in the ledger, ${held.get(name) ?? 0} at the PSP`,
    );
}

const clearing = `FROM ledger_entries e WHERE e.account = 'psp_clearing' AND e.kind <> 'dispute_fee'
  AND e.source_id NOT LIKE 'stl\\_%' AND e.source_id NOT LIKE 'stb\\_%'`;

const charges = `
  WITH sources AS (
    SELECT tenant_id, id AS attempt_id, id AS source FROM attempts
    UNION ALL SELECT tenant_id, attempt_id, id FROM movements
    UNION ALL SELECT tenant_id, attempt_id, id FROM disputes),
  cleared AS (
    SELECT s.tenant_id, s.attempt_id, sum(e.amount)::bigint AS amount
    FROM (SELECT e.tenant_id, e.source_id, e.amount ${clearing}) e JOIN sources s ON (s.tenant_id, s.source) = (e.tenant_id, e.source_id)
    GROUP BY 1, 2)
  SELECT a.id, a.hosted_reference AS hosted, p.session_id AS session, a.connector, a.status, p.amount, p.currency,
    p.capture_method AS capture, COALESCE(c.amount, 0) AS cleared,
    COALESCE((SELECT sum(m.amount) FROM movements m WHERE (m.tenant_id, m.attempt_id, m.kind, m.status)
      = (a.tenant_id, a.id, 'capture', 'succeeded')), 0)::bigint AS captured,
    COALESCE((SELECT sum(m.amount) FROM movements m WHERE (m.tenant_id, m.attempt_id, m.kind, m.status)
      = (a.tenant_id, a.id, 'refund', 'succeeded')), 0)::bigint AS refunded
  FROM attempts a JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
    LEFT JOIN cleared c ON (c.tenant_id, c.attempt_id) = (a.tenant_id, a.id)
  WHERE a.connector = ANY ($1)`;

const accounts = `
  SELECT a.connector, e.currency, sum(e.amount)::bigint AS held
  FROM (SELECT e.tenant_id, e.connector_account, e.currency, e.amount ${clearing}) e
    JOIN connector_accounts a ON (a.tenant_id, a.id) = (e.tenant_id, e.connector_account)
  WHERE a.connector = ANY ($1) GROUP BY 1, 2`;

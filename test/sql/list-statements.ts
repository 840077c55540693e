import type { PoolClient, QueryResultRow } from "pg";
import { selectAuditEntries } from "../../src/audit/queries.ts";
import { selectAccounts } from "../../src/bank-accounts/queries.ts";
import { selectClocks } from "../../src/clocks/queries.ts";
import { TenantTransaction } from "../../src/database/transaction.ts";
import { selectDisputes } from "../../src/disputes/queries.ts";
import { selectEvents } from "../../src/events/queries.ts";
import { selectTransfers } from "../../src/expected-transfers/queries.ts";
import { selectExports } from "../../src/exports/queries.ts";
import { type IdPrefix, idRange } from "../../src/kernel/id.ts";
import type { PageRange } from "../../src/kernel/page.ts";
import { accountNames } from "../../src/ledger/accounts.ts";
import { selectForExport } from "../../src/ledger/export/queries.ts";
import { type EntryFilter, selectTransactions } from "../../src/ledger/queries.ts";
import { selectLinks } from "../../src/payment-links/queries.ts";
import { type PaymentFilter, selectPayments } from "../../src/payments/queries/lists.ts";
import { type RefundFilter, selectRefunds } from "../../src/payments/queries/refunds.ts";
import { listCharges } from "../../src/sandbox-psp/queries/charges.ts";
import { listSessions, type SessionFilter } from "../../src/sessions/queries/list.ts";
import { selectCollected } from "../../src/sessions/queries/sessions.ts";
import { selectBatches, selectLines } from "../../src/settlements/queries.ts";
import { selectEntries, selectImports } from "../../src/statement-imports/queries.ts";
import { selectDeliveries } from "../../src/webhooks/queries.ts";
import { tenants } from "./fill-tables.ts";
import { type Planned, rolesOf } from "./plan-of.ts";

/**
 * Lists add a condition for each filter that they are given, and narrow ids to a range, of which PostgreSQL knows only by its
 * values how many rows it has. So these statements are recorded from the functions themselves: without a filter, and with each.
 */
export async function listStatements(client: PoolClient): Promise<Planned[]> {
  const statements: Planned[] = [];
  for (const [operation, list] of lists()) {
    const roles = rolesOf(operation, !/^(audit|charges)/.test(operation));
    await list(
      new RecordingTransaction(client, (text, values) => statements.push({ operation, text, values, roles })),
    );
  }
  return statements;
}

/** Sends nothing to PostgreSQL: each query is recorded and finds no rows. */
class RecordingTransaction extends TenantTransaction {
  readonly #record: (text: string, values: readonly unknown[]) => void;

  constructor(client: PoolClient, record: (text: string, values: readonly unknown[]) => void) {
    super(client, { tenantId: tenants / 2, mode: "live" });
    this.#record = record;
  }

  override async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    this.#record(text, values);
    return [];
  }
}

type List = readonly [operation: string, list: (trx: TenantTransaction) => Promise<unknown>];

/** A page from the newest row on, as most lists begin. */
function page(prefix: IdPrefix): PageRange {
  const { from, to } = idRange(prefix, "live");
  return { from, before: to, direction: "DESC", limit: 11 };
}

function lists(): List[] {
  const sessionFilters: Omit<SessionFilter, keyof PageRange>[] = [
    {},
    { status: "open" },
    { status: "complete" },
    { amount: 1234 },
    { currency: "JPY" },
    { clientReferenceId: "order-7" },
    { customerEmail: "customer7@example.com" },
    { paymentLinkId: "pl_live_7" },
  ];
  const paymentFilters: Omit<PaymentFilter, keyof PageRange>[] = [
    {},
    { status: "processing" },
    { status: "captured" },
    { amount: 1234 },
    { currency: "JPY" },
    { sessionId: "cs_live_7" },
    { clientReferenceId: "order-7" },
    { customerEmail: "customer7@example.com" },
    { last4: "4242" },
    { method: "card" },
    { method: "bank_debit" },
    { connector: "sandbox" },
    { connector: "stripe" },
    { declineReason: "expired_card" },
    { tag: "often" },
    { tag: "seldom" },
    { search: [{ kind: "payment", id: "pay_live_7" }] },
    { search: [{ kind: "session", id: "cs_live_7" }] },
    { search: [{ kind: "attempt", id: "att_live_7" }] },
    { search: [{ kind: "movement", id: "re_live_7" }] },
    { search: [{ kind: "dispute", id: "dp_live_7" }] },
    { search: [{ kind: "pspReference", text: "ch_7" }] },
    { search: [{ kind: "emailBeginning", text: "customer7@" }] },
    { search: [{ kind: "emailLastWord", text: "rossi7@" }] },
    { search: [{ kind: "emailDomain", text: "shop7.example" }] },
    { search: [{ kind: "amount", amount: 1234, currencies: ["EUR"] }] },
  ];
  const refundFilters: Omit<RefundFilter, keyof PageRange>[] = [
    {},
    { paymentId: "pay_live_7" },
    { status: "pending" },
    { status: "succeeded" },
    { status: "failed" },
    { amount: 1234 },
    { currency: "JPY" },
  ];
  const entryFilters: EntryFilter[] = [
    {},
    ...accountNames.map((account) => ({ account })),
    { currency: "JPY" },
    { account: "refunds", currency: "JPY" },
    { paymentId: "pay_live_7" },
    { connectorAccount: "ca_seldom" },
    { transactionId: "ltx_live_7" },
  ];
  const window = {
    from: idRange("ltx", "live").from,
    before: idRange("ltx", "live").to,
    after: 0,
    last: 100_000_000,
  };
  const named = (name: string, filter: object): string => `${name} ${JSON.stringify(filter)}`;
  return [
    ...sessionFilters.map(
      (filter): List => [named("sessions", filter), (trx) => listSessions(trx, { ...page("cs"), ...filter })],
    ),
    ...[{}, { active: true }].map(
      (filter): List => [
        named("payment links", filter),
        (trx) => selectLinks(trx, { ...page("pl"), ...filter }),
      ],
    ),
    ...paymentFilters.map(
      (filter): List => [
        named("payments", filter),
        (trx) => selectPayments(trx, { ...page("pay"), ...filter }),
      ],
    ),
    ...refundFilters.map(
      (filter): List => [named("refunds", filter), (trx) => selectRefunds(trx, { ...page("re"), ...filter })],
    ),
    ...[
      {},
      { status: "needs_response" as const },
      { status: "lost" as const },
      { stage: "inquiry" as const },
      { paymentId: "pay_live_7" },
    ].map(
      (filter): List => [
        named("disputes", filter),
        (trx) => selectDisputes(trx, { ...page("dp"), ...filter }),
      ],
    ),
    ...[{}, { types: ["payment.captured"] }, { sessionId: "cs_live_7" }].map(
      (filter): List => [named("events", filter), (trx) => selectEvents(trx, page("evt"), filter)],
    ),
    ...[{}, { status: "pending" }, { status: "delivered" }, { eventId: "evt_live_7" }].map(
      (filter): List => [
        named("deliveries", filter),
        (trx) => selectDeliveries(trx, { ...page("del"), endpointId: `we_live_${tenants / 2}_1`, ...filter }),
      ],
    ),
    ...entryFilters.map(
      (filter): List => [named("entries", filter), (trx) => selectTransactions(trx, page("ltx"), filter)],
    ),
    ...entryFilters.map(
      (filter): List => [named("export", filter), (trx) => selectForExport(trx, window, filter, 1000)],
    ),
    ["bank accounts", (trx) => selectAccounts(trx, page("bac"))],
    ["statement imports", (trx) => selectImports(trx, page("sti"))],
    ...[
      {},
      { accountId: "bac_live_1" },
      { accountId: "bac_live_2" },
      {
        importId: `sti_live_${String(tenants / 2).padStart(7, "0")}${"5040".padStart(8, "0")}${"0".repeat(22)}`,
      },
      { status: "pending" },
      { status: "booked" },
      { matchStatus: "unmatched" },
      { matchStatus: "matched" },
    ].map(
      (filter): List => [named("bank entries", filter), (trx) => selectEntries(trx, page("ben"), filter)],
    ),
    ["settlements", (trx) => selectBatches(trx, page("stb"))],
    ...[
      {},
      { connectorAccount: "ca_1" },
      { batch: "po_5000" },
      { paymentId: "pay_7" },
      { status: "exception" as const },
      { status: "matched" as const },
    ].map(
      (filter): List => [named("settlement lines", filter), (trx) => selectLines(trx, page("stl"), filter)],
    ),
    ...[{}, { sessionId: "cs_live_7" }].map(
      (filter): List => [
        named("expected transfers", filter),
        (trx) => selectTransfers(trx, page("etr"), filter),
      ],
    ),
    ["exports", (trx) => selectExports(trx, page("exp"))],
    ["collected details of sessions", (trx) => selectCollected(trx, ["cs_live_7", "cs_live_8"])],
    ["clocks", (trx) => selectClocks(trx, page("clk"))],
    ["audit", (trx) => selectAuditEntries(trx, { limit: 50 })],
    ["audit of a tenant", (trx) => selectAuditEntries(trx, { tenantId: tenants / 2, limit: 50 })],
    [
      "charges",
      (trx) =>
        listCharges(trx, {
          account: `${tenants / 2}_sandbox`,
          changedAfter: "2026-01-01",
          after: null,
          limit: 100,
        }),
    ],
    [
      "charges, next page",
      (trx) =>
        listCharges(trx, {
          account: `${tenants / 2}_sandbox`,
          changedAfter: "2026-01-01",
          after: { changedAt: new Date(), id: "ch_7" },
          limit: 100,
        }),
    ],
  ];
}

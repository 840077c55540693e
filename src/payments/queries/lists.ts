import type { TenantTransaction } from "../../database/transaction.ts";
import { unreachable } from "../../kernel/assert.ts";
import type { PageRange } from "../../kernel/page.ts";
import type { Payment } from "../payment.ts";
import type { SearchTerm } from "../read/read-search.ts";
import type { PaymentStatus } from "../state.ts";
import { paymentColumns } from "./payments.ts";

export type PaymentFilter = PageRange & {
  readonly status?: PaymentStatus | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly clientReferenceId?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly last4?: string | undefined;
  readonly method?: string | undefined;
  readonly connector?: string | undefined;
  readonly tag?: string | undefined;
  readonly declineReason?: string | undefined;
  /** Payments that any of these terms finds; all if undefined. */
  readonly search?: readonly SearchTerm[] | undefined;
};

/** Adds a value to a statement and returns its placeholder. */
type Bind = (value: unknown) => string;

/** PostgreSQL's planner chooses: what is rare is found through attempts, what is common by scanning payments. */
const hasAttempt = (condition: string): string =>
  `EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.${condition} AND a.payment_id = payments.id)`;

/** The WHERE condition of each filter. */
const conditions = {
  status: (bind, value) => `status = ${bind(value)}`,
  amount: (bind, value) => `amount = ${bind(value)}`,
  currency: (bind, value) => `currency = ${bind(value)}`,
  sessionId: (bind, value) => `session_id = ${bind(value)}`,
  clientReferenceId: (bind, value) => `client_reference_id = ${bind(value)}`,
  customerEmail: (bind, value) => `customer_email_folded = lower(${bind(value)})`,
  last4: (bind, value) => hasAttempt(`last4 = ${bind(value)}`),
  method: (bind, value) => hasAttempt(`method = ${bind(value)}`),
  connector: (bind, value) => hasAttempt(`connector = ${bind(value)}`),
  declineReason: (bind, value) => hasAttempt(`decline_reason = ${bind(value)}`),
  tag: (bind, value) =>
    `EXISTS (SELECT FROM payment_tags t WHERE t.tenant_id = $1 AND t.tag = ${bind(value)} AND t.payment_id = payments.id)`,
} satisfies Record<string, (bind: Bind, value: unknown) => string>;

/** Filters by other tables. A value may be that of a few payments or of most. */
const ofOtherTables = [
  "last4",
  "method",
  "connector",
  "declineReason",
  "tag",
] as const satisfies readonly (keyof typeof conditions)[];

/**
 * Payments with ids in [from, before), nearest to the cursor first. Only the conditions of given filters are added. Each has an
 * index that ends in the id, so that a page is read in order and reads no further rows.
 */
export function selectPayments(trx: TenantTransaction, filter: PaymentFilter): Promise<Payment[]> {
  const values: unknown[] = [trx.tenantId, filter.from, filter.before, filter.limit];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const wanted: string[] = [];
  for (const name of Object.keys(conditions) as (keyof typeof conditions)[]) {
    if (filter[name] !== undefined) wanted.push(conditions[name](bind, filter[name]));
  }
  const plan = ofOtherTables.some((name) => filter[name] !== undefined) ? "for-values" : "kept";
  if (!filter.search) return trx.query<Payment>(selectPage(wanted, filter), values, plan);
  // One query for each term, because an OR of them would scan all payments.
  const found = filter.search.map((term) => `(${selectPage([...wanted, findBy(term, bind)], filter)})`);
  return trx.query<Payment>(
    `SELECT DISTINCT ON (id) * FROM (${found.join(" UNION ALL ")}) found ORDER BY id ${filter.direction} LIMIT $4`,
    values,
    // A part of an address may be that of a few customers or of half of them.
    "for-values",
  );
}

function selectPage(wanted: readonly string[], { direction }: PageRange): string {
  const where = ["tenant_id = $1", "id >= $2", "id < $3", ...wanted].join(" AND ");
  return `SELECT ${paymentColumns} FROM payments WHERE ${where} ORDER BY id ${direction} LIMIT $4`;
}

function findBy(term: SearchTerm, bind: Bind): string {
  switch (term.kind) {
    case "payment":
      return `id = ${bind(term.id)}`;
    case "session":
      return conditions.sessionId(bind, term.id);
    case "attempt":
      return `id = (SELECT payment_id FROM attempts WHERE tenant_id = $1 AND id = ${bind(term.id)})`;
    case "movement":
      return `id = (SELECT payment_id FROM movements WHERE tenant_id = $1 AND id = ${bind(term.id)})`;
    case "dispute":
      return `id = (SELECT payment_id FROM disputes WHERE tenant_id = $1 AND id = ${bind(term.id)})`;
    case "pspReference":
      return `id = ANY (ARRAY(${referredTo(bind(term.text))}))`;
    case "customerEmail":
      return conditions.customerEmail(bind, term.text);
    case "emailBeginning":
      return beginsWith("customer_email_folded", term.text, bind);
    case "emailLastWord":
      return beginsWith("customer_email_last_word", term.text, bind);
    case "emailDomain":
      return beginsWith("customer_email_domain", term.text, bind);
    case "clientReferenceId":
      return conditions.clientReferenceId(bind, term.text);
    case "last4":
      return conditions.last4(bind, term.last4);
    case "amount": {
      const amount = conditions.amount(bind, term.amount);
      return term.currencies === null ? amount : `${amount} AND currency = ANY (${bind(term.currencies)})`;
    }
    default:
      return unreachable(term);
  }
}

/** The columns are in the order of bytes. The end of the range has the character after "~", the last of ASCII that addresses may have. */
const beginsWith = (column: string, text: string, bind: Bind): string =>
  `${column} >= ${bind(text)} AND ${column} < ${bind(`${text}\u007f`)}`;

/** Ids of the payments with a charge, movement or dispute that has this reference at the PSP. */
const referredTo = (reference: string): string =>
  ["attempts", "movements", "disputes"]
    .map((table) => `SELECT payment_id FROM ${table} WHERE tenant_id = $1 AND psp_reference = ${reference}`)
    .join(" UNION ");

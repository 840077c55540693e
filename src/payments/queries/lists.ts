import type { Scope, Transaction } from "../../database/transaction.ts";
import { unreachable } from "../../kernel/assert.ts";
import type { PageRange } from "../../kernel/page.ts";
import type { Payment } from "../payment.ts";
import type { SearchTerm } from "../read-search.ts";
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
  /** Payments that any of these finds; all when undefined. */
  readonly search?: readonly SearchTerm[] | undefined;
};

/** A part of a statement: what stands in WHERE, and what is joined to payments for it. */
type Part = { readonly where?: string; readonly join?: string };

/** Adds a value to a statement and gives the name that it has in it. */
type Bind = (value: unknown) => string;

const conditions = {
  status: (bind, value) => ({ where: `status = ${bind(value)}` }),
  amount: (bind, value) => ({ where: `amount = ${bind(value)}` }),
  currency: (bind, value) => ({ where: `currency = ${bind(value)}` }),
  sessionId: (bind, value) => ({ where: `session_id = ${bind(value)}` }),
  clientReferenceId: (bind, value) => ({ where: `client_reference_id = ${bind(value)}` }),
  customerEmail: (bind, value) => ({ where: `customer_email_folded = lower(${bind(value)})` }),
  last4: triedWith,
} satisfies Record<string, (bind: Bind, value: unknown) => Part>;

/**
 * Payments with ids in [from, before), nearest to the cursor first. Conditions are added only where asked for. Each has an
 * index that ends in the id, so that a page is read from there in its order, and no further than it goes.
 */
export function selectPayments(trx: Transaction, scope: Scope, filter: PaymentFilter): Promise<Payment[]> {
  const values: unknown[] = [scope.tenantId, filter.from, filter.before, filter.limit];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const parts: Part[] = [];
  for (const name of Object.keys(conditions) as (keyof typeof conditions)[]) {
    const value = filter[name];
    if (value !== undefined) parts.push(conditions[name](bind, value));
  }
  if (!filter.search) return trx.query<Payment>(selectPage(parts, filter), values);
  // One by one, for an OR of them would be answered by walking all payments.
  const found = filter.search.map((term) => `(${selectPage([...parts, findBy(term, bind)], filter)})`);
  const { direction } = filter;
  return trx.query<Payment>(
    `SELECT DISTINCT ON (id) * FROM (${found.join(" UNION ALL ")}) found ORDER BY id ${direction} LIMIT $4`,
    values,
  );
}

function selectPage(parts: readonly Part[], { direction }: PageRange): string {
  const joins = parts.flatMap(({ join }) => join ?? []);
  const wheres = parts.flatMap(({ where }) => where ?? []);
  return `SELECT ${paymentColumns} FROM payments ${joins.join(" ")}
    WHERE ${["tenant_id = $1", "id >= $2", "id < $3", ...wheres].join(" AND ")} ORDER BY id ${direction} LIMIT $4`;
}

function findBy(term: SearchTerm, bind: Bind): Part {
  switch (term.kind) {
    case "payment":
      return { where: `id = ${bind(term.id)}` };
    case "session":
      return conditions.sessionId(bind, term.id);
    case "attempt":
      return {
        where: `id = (SELECT payment_id FROM attempts WHERE tenant_id = $1 AND id = ${bind(term.id)})`,
      };
    case "movement":
      return {
        where: `id = (SELECT payment_id FROM movements WHERE tenant_id = $1 AND id = ${bind(term.id)})`,
      };
    case "dispute":
      return {
        where: `id = (SELECT payment_id FROM disputes WHERE tenant_id = $1 AND id = ${bind(term.id)})`,
      };
    case "pspReference":
      return { where: `id = ANY (ARRAY(${referredTo(bind(term.text))}))` };
    case "customerEmail":
      return conditions.customerEmail(bind, term.text);
    case "clientReferenceId":
      return conditions.clientReferenceId(bind, term.text);
    case "last4":
      return triedWith(bind, term.digits);
    case "amount": {
      const { where } = conditions.amount(bind, term.amount);
      return term.currencies === null
        ? { where }
        : { where: `${where} AND currency = ANY (${bind(term.currencies)})` };
    }
    default:
      return unreachable(term);
  }
}

/** Ids of the payments that a PSP knows something of by this reference: a charge, a movement or a dispute. */
const referredTo = (reference: string): string =>
  ["attempts", "movements", "disputes"]
    .map((table) => `SELECT payment_id FROM ${table} WHERE tenant_id = $1 AND psp_reference = ${reference}`)
    .join(" UNION ");

/** Begins with the attempts, which are fewer than payments and in the same order. */
function triedWith(bind: Bind, digits: unknown): Part {
  const value = bind(digits);
  const name = `tried_${value.slice(1)}`;
  return {
    join: `JOIN (SELECT DISTINCT payment_id FROM attempts
      WHERE tenant_id = $1 AND card_last4 = ${value} AND payment_id >= $2 AND payment_id < $3) ${name} ON ${name}.payment_id = id`,
  };
}

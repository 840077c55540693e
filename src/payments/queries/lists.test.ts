import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useTestDatabase } from "../../../test/support/database.ts";
import { countPages, noPageCount } from "../../../test/support/explain.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { idRange, makeId } from "../../kernel/id.ts";
import { readSearch } from "../read/read-search.ts";
import { type PaymentFilter, selectPayments } from "./lists.ts";
import { type RefundFilter, selectRefunds } from "./refunds.ts";

/**
 * A page of a list must cost the same among many rows as among few, whether the filter matches common, rare or no rows. Measured
 * in database pages that a statement reads, which doesn't depend on the machine; a scan of all payments here reads 500 or more.
 */
const db = useTestDatabase({}, async () => {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const ids = (prefix: "cs" | "pay" | "att" | "re") => numbers.map((n) => idOf(prefix, n));
  await db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
     SELECT 1, id, 'sandbox', 100, 'EUR', '{}', now(), now() FROM unnest($1::text[]) id`,
    [ids("cs")],
  );
  await db.sql(
    `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method, customer_email,
       client_reference_id, amount_authorized, amount_captured)
     SELECT 1, id, 'sandbox', session, CASE WHEN n % 4000 = 0 THEN 'voided' ELSE 'captured' END, 1000 + n % 5000,
       CASE WHEN n % 2000 = 7 THEN 'JPY' ELSE 'EUR' END, 'automatic',
       CASE WHEN n % 40 = 8 THEN 'Ada.King-Lovelace@analytical.example' ELSE 'Customer-' || n % 1000 || '@shop.example' END,
       'order-' || n, 1000, 1000
     FROM unnest($1::text[], $2::text[], $3::integer[]) AS x (id, session, n)`,
    [ids("pay"), ids("cs"), numbers],
  );
  await db.sql(
    `INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method, card_last4,
       account_last4, psp_reference, decline_reason)
     SELECT 1, id, 'sandbox', payment, 1, CASE WHEN n % 2000 = 9 THEN 'declined' ELSE 'approved' END, 'x', 'x', CASE WHEN n % 2000 = 3 THEN 'bank_debit' ELSE 'card' END,
       CASE WHEN n % 2000 = 3 THEN NULL WHEN n % 2 = 0 THEN '4242' ELSE lpad((n % 10000)::text, 4, '0') END,
       CASE WHEN n % 2000 = 3 THEN 'M026' END, 'psp_' || n,
       CASE WHEN n % 2000 = 9 THEN 'expired_card' END
     FROM unnest($1::text[], $2::text[], $3::integer[]) AS x (id, payment, n)`,
    [ids("att"), ids("pay"), numbers],
  );
  await db.sql(
    `INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency, next_check_at)
     SELECT 1, id, 'sandbox', payment, attempt, 'refund', CASE WHEN n % 4000 = 0 THEN 'unknown' ELSE 'succeeded' END,
       1 + n % 5000, CASE WHEN n % 2000 = 7 THEN 'JPY' ELSE 'EUR' END, now()
     FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) AS x (id, payment, attempt, n)`,
    [ids("re"), ids("pay"), ids("att"), numbers],
  );
  await db.sql("ANALYZE");
});
const scope: TenantScope = { tenantId: 1, mode: "sandbox" };
const count = 20_000;
const mostPages = 150;
/** The id of the nth object of a kind. */
const idOf = (prefix: "cs" | "pay" | "att" | "re", n: number): string =>
  `${makeId(prefix, scope.mode, scope.tenantId, n).slice(0, -22)}${"0".repeat(22)}`;

const page = (prefix: "pay" | "re", direction: "ASC" | "DESC") => {
  const { from, to: before } = idRange(prefix, scope.mode);
  return { from, before, direction, limit: 11 };
};

/** Filters, and the numbers of the payments that match. */
const payments: [filter: Partial<PaymentFilter>, has: (n: number) => boolean][] = [
  [{}, () => true],
  [{ status: "captured" }, (n) => n % 4000 !== 0],
  [{ status: "voided" }, (n) => n % 4000 === 0],
  [{ status: "failed" }, () => false],
  [{ amount: 1234 }, (n) => n % 5000 === 234],
  [{ amount: 7 }, () => false],
  [{ currency: "EUR" }, (n) => n % 2000 !== 7],
  [{ currency: "JPY" }, (n) => n % 2000 === 7],
  [{ currency: "USD" }, () => false],
  [{ sessionId: idOf("cs", 77) }, (n) => n === 77],
  [{ sessionId: "nothing" }, () => false],
  [{ clientReferenceId: "order-99" }, (n) => n === 99],
  [{ clientReferenceId: "nothing" }, () => false],
  [{ customerEmail: "customer-7@SHOP.example" }, (n) => n % 1000 === 7],
  [{ customerEmail: "nobody@shop.example" }, () => false],
  [{ last4: "4242" }, (n) => n % 2 === 0],
  [{ last4: "0013" }, (n) => n % 10_000 === 13],
  [{ last4: "0014" }, () => false],
  [{ last4: "M026" }, (n) => n % 2000 === 3],
  [{ declineReason: "expired_card" }, (n) => n % 2000 === 9],
  [{ declineReason: "fraudulent" }, () => false],
  [{ status: "captured", currency: "EUR", clientReferenceId: "order-9999" }, (n) => n === 9999],
  [{ status: "voided", last4: "4242" }, (n) => n % 4000 === 0],
];

/** Search terms, and the numbers of the payments that match. */
const searches: [text: string, has: (n: number) => boolean][] = [
  ["order-5", (n) => n === 5],
  ["psp_19999", (n) => n === 19_999],
  ["CUSTOMER-7@shop.example", (n) => n % 1000 === 7],
  ["Love", (n) => n % 40 === 8],
  ["lovelace@analytical", (n) => n % 40 === 8],
  ["king", () => false],
  ["@analyt", (n) => n % 40 === 8],
  ["analytical.ex", (n) => n % 40 === 8],
  ["shop", (n) => n % 40 !== 8],
  ["@shop", (n) => n % 40 !== 8],
  [idOf("pay", 3), (n) => n === 3],
  [idOf("cs", 3), (n) => n === 3],
  [idOf("att", 3), (n) => n === 3],
  [idOf("re", 3), (n) => n === 3],
  ["4242", (n) => n % 2 === 0 || n % 5000 === 3242],
  ["m026", (n) => n % 2000 === 3],
  ["12.34", (n) => n % 5000 === 234 && n % 2000 !== 7],
  ["1234 JPY", (n) => n % 5000 === 234 && n % 2000 === 7],
  ["nothing", () => false],
];

const refunds: [filter: Partial<RefundFilter>, has: (n: number) => boolean][] = [
  [{}, () => true],
  [{ status: "succeeded" }, (n) => n % 4000 !== 0],
  [{ status: "pending" }, (n) => n % 4000 === 0],
  [{ status: "failed" }, () => false],
  [{ amount: 9 }, (n) => n % 5000 === 8],
  [{ currency: "EUR" }, (n) => n % 2000 !== 7],
  [{ currency: "JPY" }, (n) => n % 2000 === 7],
  [{ currency: "USD" }, () => false],
  [{ paymentId: idOf("pay", 5) }, (n) => n === 5],
];

/** The numbers of a page's first rows, from its cursor on. */
function expected(has: (n: number) => boolean, direction: "ASC" | "DESC"): number[] {
  const all = Array.from({ length: count }, (_, n) => (direction === "ASC" ? n : count - 1 - n));
  return all.filter(has).slice(0, 11);
}

/** Asserts what a statement finds, and how many pages it reads. */
async function check(
  prefix: "pay" | "re",
  numbers: readonly number[],
  select: (trx: TenantTransaction) => Promise<{ id: string }[]>,
): Promise<void> {
  const found = await db.database.inTenant(scope, select);
  assert.deepEqual(
    found.map(({ id }) => id),
    numbers.map((n) => idOf(prefix, n)),
  );
  if (noPageCount) return;
  const pages = await countPages(db, scope, select);
  assert.ok(pages <= mostPages, `${pages} pages`);
}

for (const direction of ["DESC", "ASC"] as const) {
  describe(`${direction === "DESC" ? "the newest" : "the oldest"} of many rows`, () => {
    const range = { pay: page("pay", direction), re: page("re", direction) };
    for (const [filter, has] of payments) {
      test(`payments by ${JSON.stringify(filter)}`, () =>
        check("pay", expected(has, direction), (trx) => selectPayments(trx, { ...range.pay, ...filter })));
    }
    for (const [text, has] of searches) {
      const search = readSearch(text, scope);
      test(`payments by the text ${text}`, () =>
        check("pay", expected(has, direction), (trx) => selectPayments(trx, { ...range.pay, search })));
    }
    for (const [filter, has] of refunds) {
      test(`refunds by ${JSON.stringify(filter)}`, () =>
        check("re", expected(has, direction), (trx) => selectRefunds(trx, { ...range.re, ...filter })));
    }
  });
}

// What few payments have is found by its index, what most have by scanning. PostgreSQL may keep one plan for all values of a
// prepared statement after five times: with a million payments a page then took seconds.
for (const filter of [
  { search: readSearch("@analytical", scope) },
  { last4: "0013" },
  { method: "bank_debit", currency: "EUR" },
])
  test(`a list is planned for its values, however often: ${Object.keys(filter)}`, async () => {
    await db.database.inTenant(scope, async (trx) => {
      const keptPlans = () =>
        trx.query(
          "SELECT sum(generic_plans) AS count FROM pg_prepared_statements WHERE statement LIKE '%FROM payments WHERE tenant_id%' AND statement NOT LIKE '%pg_prepared%'",
        );
      const before = await keptPlans();
      for (let count = 0; count < 8; count++)
        await selectPayments(trx, { ...page("pay", "DESC"), ...filter });
      assert.deepEqual(await keptPlans(), before);
    });
  });

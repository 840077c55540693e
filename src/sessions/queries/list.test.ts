import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../../test/support/database.ts";
import { countPages, noPageCount } from "../../../test/support/explain.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { idRange, makeId } from "../../kernel/id.ts";
import { listSessions } from "./list.ts";

const scope: TenantScope = { tenantId: 1, mode: "sandbox" };
const count = 20_000;
const db = useTestDatabase({}, async () => {
  const ids = Array.from({ length: count }, (_, n) => makeId("cs", scope.mode, scope.tenantId, n));
  await db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at, customer_email)
     SELECT 1, id, 'sandbox', 100, 'EUR', '{}', now(), now(),
       (CASE WHEN n % 2 = 0 THEN 'Customer-' ELSE 'customer-' END) || n % 2000 || '@Shop.example'
     FROM unnest($1::text[]) WITH ORDINALITY AS x (id, n)`,
    [ids],
  );
  await db.sql("ANALYZE");
});

test("finding a customer's sessions uses an index and ignores the case of the address", async () => {
  const { from, to: before } = idRange("cs", scope.mode);
  for (const [customerEmail, expected] of [
    ["customer-7@shop.example", 10],
    ["CUSTOMER-8@SHOP.EXAMPLE", 10],
    ["nobody@shop.example", 0],
  ] as const) {
    const select = (trx: TenantTransaction) =>
      listSessions(trx, { from, before, direction: "DESC", limit: 11, customerEmail });
    const found = await db.database.inTenant(scope, select);
    assert.equal(found.length, expected, customerEmail);
    if (noPageCount) continue;
    const pages = await countPages(db, scope, select);
    // Walking all of them would read more than 500.
    assert.ok(pages <= 40, `${pages} pages for ${customerEmail}`);
  }
});

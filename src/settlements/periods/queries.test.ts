import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../../test/support/database.ts";
import { countPages, noPageCount } from "../../../test/support/explain.ts";
import { encodeTenantKey } from "../../kernel/id.ts";
import { sumUnsettled } from "./queries.ts";

const db = useTestDatabase();

const scope = { tenantId: 7, mode: "live" } as const;

/** Captures of a month at an account whose settlements are imported, and that no line settles. */
async function post(month: string, count: number): Promise<void> {
  const at = `'${month}-10T00:00:00Z'::timestamptz + interval '1 second' * n`;
  const id = (prefix: string) =>
    `'${prefix}_live_${encodeTenantKey(scope.tenantId)}' || id_time(${at}) || lpad(n::text, 21, '0') || '0'`;
  await db.sql(
    `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, connector_account, currency, accounts, amounts, created_at)
     SELECT $1, ${id("ltx")}, 'live', 'settled', ${id("stb")}, 'ca_1', 'EUR', '{psp_clearing,merchant_payable}', '{5,-5}', ${at}
     FROM generate_series(1, $2) n`,
    [scope.tenantId, count],
  );
}

test("the close of a month reads the transactions of that month only", { skip: noPageCount }, async () => {
  await db.sql(
    "INSERT INTO settlement_imports (tenant_id, connector_account, mode, booked_until) VALUES ($1, 'ca_1', 'live', now())",
    [scope.tenantId],
  );
  await post("2026-01", 20_000);
  await post("2026-02", 3);
  await db.sql("VACUUM ANALYZE ledger_transactions");
  const times = { from: "2026-02-01T00:00:00.000Z", to: "2026-03-01T00:00:00.000Z" };
  const read = () => db.database.inTenant(scope, (trx) => sumUnsettled(trx, times));
  assert.deepEqual(
    (await read()).map(({ count, amount }) => ({ count, amount })),
    [{ count: 3, amount: 15 }],
  );
  const pages = await countPages(db, scope, (trx) => sumUnsettled(trx, times));
  assert.ok(pages < 50, `${pages} pages`);
});

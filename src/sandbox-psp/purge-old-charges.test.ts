import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import { explain } from "../../test/support/explain.ts";
import { purgeOldCharges } from "./purge-old-charges.ts";
import { deleteOldCharges } from "./queries/old-charges.ts";

const db = useTestDatabase({}, async () => {
  await insertCharges("spc", "generate_series(1, 20000) n", "n * interval '1 minute'");
  await db.sql("ANALYZE");
});

async function insertCharges(prefix: string, rows: string, age: string): Promise<void> {
  await db.sql(`INSERT INTO sandbox_psp.charges (id, account, idempotency_key, merchant_reference, status, amount, currency,
    capture, brand, last4, outcome, return_url, stored_at)
    SELECT '${prefix}_' || n, '0000001_sandbox', '${prefix}' || n, n, 'approved', 100, 'EUR', 'automatic', 'visa', '4242',
      'approved', '', now() - ${age} FROM ${rows}`);
}

test("finds old charges by the index on their age", async () => {
  const looks = await explain(db, "sandboxPsp", (trx) => deleteOldCharges(trx, 90, 100));
  const look = looks.find(({ index }) => index === "charges_age");
  assert.match(look?.condition ?? "", /stored_at </, JSON.stringify(looks));
});

test("deletes old charges, but keeps those with a recent movement or with something due", async () => {
  await insertCharges("old", "generate_series(1, 4) n", "interval '91 days'");
  await db.sql(`INSERT INTO sandbox_psp.movements (id, account, idempotency_key, charge, kind, amount, currency, stored_at)
    SELECT 'spm_' || n, '0000001_sandbox', n, 'old_' || n, 'refund', 50, 'EUR', now() - make_interval(days => 92 - n * n * n)
    FROM generate_series(1, 2) n`);
  await db.sql("UPDATE sandbox_psp.charges SET capture_before = now() WHERE id = 'old_3'");
  assert.equal(await purgeOldCharges(db, 90), false);
  assert.deepEqual(
    await db.sql(
      "SELECT id FROM sandbox_psp.charges WHERE stored_at < now() - interval '90 days' ORDER BY id",
    ),
    [{ id: "old_2" }, { id: "old_3" }],
  );
  assert.deepEqual(await db.sql("SELECT id FROM sandbox_psp.movements"), [{ id: "spm_2" }]);
});

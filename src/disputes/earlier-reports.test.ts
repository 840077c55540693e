import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type EarlierDatabase, openEarlierDatabase } from "../../test/support/upgrade.ts";
import { migrate } from "../database/migrate.ts";

// An installation that left disputes of late funds to a person is upgraded: they have to be asked about again.

let earlier: EarlierDatabase;
before(async () => {
  earlier = await openEarlierDatabase("000015");
});
after(() => earlier.close());

test("disputes of late funds leave quarantine with the upgrade, the others stay", async () => {
  const { owner, settings } = earlier;
  await owner.query(`SET session_replication_role = replica;
    INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method, decided_at)
    SELECT 1, 'att_' || status, 'sandbox', 'pay_' || status, 1, status, 'sandbox', 'ca_1', 'card', now()
    FROM unnest(ARRAY['late', 'declined']) AS of (status);
    INSERT INTO reported_disputes (tenant_id, connector_account, psp_reference, mode, attempt_id, quarantine_reason)
    VALUES (1, 'ca_1', 'of late funds', 'sandbox', 'att_late', 'charge_not_captured'),
      (1, 'ca_1', 'of too much', 'sandbox', 'att_late', 'amount_over_captured'),
      (1, 'ca_1', 'of no money', 'sandbox', 'att_declined', 'charge_not_captured');
    RESET session_replication_role`);
  await migrate(settings);
  const { rows } = await owner.query<{ words: string }>(
    `SELECT concat_ws(', ', psp_reference, quarantine_reason, CASE WHEN next_check_at > now() THEN 'asked about soon' END) AS words
     FROM reported_disputes ORDER BY psp_reference`,
  );
  assert.deepEqual(
    rows.map(({ words }) => words),
    [
      "of late funds, asked about soon",
      "of no money, charge_not_captured",
      "of too much, amount_over_captured",
    ],
  );
});

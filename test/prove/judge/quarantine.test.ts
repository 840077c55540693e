import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../support/database.ts";
import { checkQuarantine } from "./quarantine.ts";

const db = useTestDatabase();

const check = (lost: readonly string[] = []) => checkQuarantine({ cluster: db }, { sessions: new Set(lost) });

test("reports every quarantined notification and dispute", async () => {
  assert.deepEqual(await check(), []);
  // Without foreign key checks: the rows that these reference don't exist.
  await db.sql("SET session_replication_role = replica");
  await db.sql(`INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
    VALUES (1, 'n', 'sandbox', 'sandbox', 'ca_1', 'listed 1', '\\x7b7d', 'movement_mismatch')`);
  await db.sql(`INSERT INTO reported_disputes (tenant_id, mode, connector_account, psp_reference, attempt_id, quarantine_reason)
    VALUES (1, 'sandbox', 'ca_1', 'spd_1', 'att_1', 'amount_mismatch')`);
  const [notification, dispute] = await check();
  assert.match(notification ?? "", /listed 1 of .* about \{\} is in quarantine: movement_mismatch/);
  assert.match(dispute ?? "", /dispute spd_1 is in quarantine: amount_mismatch/);
});

test("accepts a charge of a lost session with the reason unknown_session only", async () => {
  await db.sql(`UPDATE psp_notifications SET quarantine_reason = 'unknown_session',
    body = convert_to('{"session":"cs_lost"}', 'UTF8')`);
  assert.equal((await check()).length, 2);
  assert.equal((await check(["cs_lost"])).length, 1);
  await db.sql("UPDATE psp_notifications SET quarantine_reason = 'movement_mismatch'");
  assert.equal((await check(["cs_lost"])).length, 2);
});

test("accepts a movement of a lost session only if a notification reported it", async () => {
  await db.sql(`INSERT INTO sandbox_psp.charges (id, account, idempotency_key, merchant_reference, status, amount, currency, capture, outcome, return_url, brand, last4)
    VALUES ('spc_1', 'x_sandbox', 'att_1', 'cs_lost', 'approved', 100, 'EUR', 'automatic', 'approve', 'https://shop.example', 'visa', '0604')`);
  const body = { object: "notification", data: { merchantReference: "re_1", charge: "spc_1" } };
  const put = (told: object) =>
    db.sql(
      "UPDATE psp_notifications SET quarantine_reason = 'unknown_movement', body = convert_to($1, 'UTF8')",
      [JSON.stringify(told)],
    );
  await put(body);
  assert.equal((await check(["cs_lost"])).length, 1);
  assert.equal((await check(["cs_other"])).length, 2);
  await put({ ...body, object: "charge" });
  assert.equal((await check(["cs_lost"])).length, 2);
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pino } from "pino";
import { type App, makeApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { findDueWork } from "../../src/jobs/due-work.ts";
import { findDueNumbers } from "../../src/jobs/queries.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { countPages } from "../support/explain.ts";
import { openTestKeyring } from "../support/keyring.ts";

/** Many rows of everything, of which nothing is due; some rows are due in an hour. */
let db: TestDatabase;
/** Never started: nothing does the work that is due. */
let app: App;
before(async () => {
  db = await openTestDatabase();
  const keyring = await openTestKeyring(db.database);
  app = makeApp({
    config: readConfig({
      PORT: "0",
      KASSA_SMTP_URL: "smtp://localhost",
      KASSA_MAIL_FROM: "kassa@shop.example",
    }),
    settings: db.settings,
    keyring,
    logger: pino({ enabled: false }),
  });
  const rows = "generate_series(1, 5000) n";
  const inAnHour = "CASE WHEN n % 10 = 0 THEN now() + interval '1 hour' END";
  await db.sql(`INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
    SELECT 1, 'cs_' || n, 'sandbox', 100, 'EUR', '{}', now(), now() + interval '1 hour' FROM ${rows}`);
  await db.sql(`INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method,
      amount_authorized, capture_before)
    SELECT 1, 'pay_' || n, 'sandbox', 'cs_' || n, 'authorized', 100, 'EUR', 'manual', 100, ${inAnHour} FROM ${rows}`);
  await db.sql(`INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method,
      next_check_at)
    SELECT 1, 'att_' || n, 'sandbox', 'pay_' || n, 1, 'approved', 'sandbox', 'acct_1', 'card', ${inAnHour} FROM ${rows}`);
  await db.sql(`INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency, next_check_at)
    SELECT 1, 're_' || n, 'sandbox', 'pay_' || n, 'att_' || n, 'refund', 'succeeded', 1, 'EUR', ${inAnHour} FROM ${rows}`);
  await db.sql(`INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status,
      amount_lost, reason, amount, currency, closed_at, next_check_at)
    SELECT 1, 'dp_' || n, 'sandbox', 'pay_' || n, 'cs_' || n, 'acct_1', 'dp_' || n, 'chargeback',
      CASE WHEN n % 10 = 0 THEN 'under_review' ELSE 'lost' END, CASE WHEN n % 10 = 0 THEN 0 ELSE 1 END, 'fraudulent', 1, 'EUR',
      CASE WHEN n % 10 <> 0 THEN now() END, ${inAnHour} FROM ${rows}`);
  await db.sql(`INSERT INTO reported_disputes (tenant_id, connector_account, psp_reference, mode, attempt_id, next_check_at)
    SELECT 1, 'acct_1', 'dp_' || n, 'sandbox', 'att_' || n, ${inAnHour} FROM ${rows}`);
  await db.sql(
    `INSERT INTO compared_accounts (tenant_id, connector_account, mode, compared_until) VALUES (1, 'acct_1', 'sandbox', now())`,
  );
  await db.sql(
    `INSERT INTO events (tenant_id, id, mode, type, object) VALUES (1, 'evt_1', 'sandbox', 'payment.captured', '{}')`,
  );
  await db.sql(`INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version)
    VALUES (1, 'we_1', 'sandbox', 'http://x', '{*}', '', 'x')`);
  await db.sql(`INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id, status, next_attempt_at)
    SELECT 1, 'whd_' || n, 'sandbox', 'evt_1', 'we_1', CASE WHEN n % 10 = 0 THEN 'pending' ELSE 'delivered' END, ${inAnHour}
    FROM ${rows}`);
  await db.sql(`INSERT INTO clocks (tenant_id, id, mode, shows)
    SELECT 1, 'clk_' || n, 'sandbox', now() FROM generate_series(1, 100) n`);
  await db.sql(`INSERT INTO exports (tenant_id, id, mode, resource, format, filters, columns, status, created_at, completed_at)
    SELECT 1, 'exp_' || n, 'sandbox', 'payments', 'csv', '{}', '{id}', 'completed', now(), now() FROM ${rows}`);
  await db.sql("VACUUM ANALYZE");
});
after(async () => {
  await app.stop();
  await db.close();
});

const lookForDue = async (): Promise<string[]> =>
  (await findDueWork(app.database, app.dueWork)).map(({ name }) => name);

/** By the job's name: what makes its work due, and what ends that. */
const causes: Readonly<Record<string, readonly [name: string, begin: string, end: string][]>> = {
  "compare held accounts": [
    [
      "an account is held",
      "INSERT INTO movement_holds (tenant_id, id, mode) VALUES (1, 'acct_1', 'sandbox')",
      "DELETE FROM movement_holds",
    ],
  ],
  "compare accounts after PSP reports": [
    [
      "a PSP has told of something unknown",
      "UPDATE compared_accounts SET due_at = now()",
      "UPDATE compared_accounts SET due_at = now() + interval '30 s'",
    ],
  ],
  "expire sessions": [
    [
      "a session's time is up",
      "UPDATE checkout_sessions SET expires_at = now() WHERE id = 'cs_1'",
      "UPDATE checkout_sessions SET status = 'expired' WHERE id = 'cs_1'",
    ],
  ],
  "reconcile payments": [
    [
      "an attempt is to be asked about",
      "UPDATE attempts SET next_check_at = now() WHERE id = 'att_10'",
      "UPDATE attempts SET lease_until = now() + interval '30 s' WHERE id = 'att_10'",
    ],
    [
      "the lease on an attempt is over",
      "UPDATE attempts SET lease_until = now() - interval '1 s' WHERE id = 'att_10'",
      "UPDATE attempts SET next_check_at = NULL WHERE id = 'att_10'",
    ],
  ],
  "check reported disputes": [
    [
      "a dispute was reported",
      "UPDATE reported_disputes SET next_check_at = now() WHERE psp_reference = 'dp_1'",
      "UPDATE reported_disputes SET lease_until = now() + interval '30 s' WHERE psp_reference = 'dp_1'",
    ],
  ],
  "reconcile disputes": [
    [
      "a dispute is to be asked about",
      "UPDATE disputes SET next_check_at = now() WHERE id = 'dp_10'",
      "UPDATE disputes SET next_check_at = now() + interval '1 hour' WHERE id = 'dp_10'",
    ],
    [
      "evidence had no answer",
      "UPDATE disputes SET pending_action = 'evidence', action_key = 'x', action_check_at = now() WHERE id = 'dp_10'",
      "UPDATE disputes SET action_check_at = now() + interval '1 hour' WHERE id = 'dp_10'",
    ],
  ],
  "reconcile movements": [
    [
      "a movement is to be asked about",
      "UPDATE movements SET next_check_at = now() WHERE id = 're_10'",
      "UPDATE movements SET next_check_at = NULL WHERE id = 're_10'",
    ],
  ],
  "lapse authorizations": [
    [
      "an authorization's time is up",
      "UPDATE payments SET capture_before = now() WHERE id = 'pay_10'",
      "UPDATE movements SET kind = 'void', status = 'pending', next_check_at = now() + interval '1 hour' WHERE id = 're_10'",
    ],
  ],
  "sweep deliveries": [
    [
      "an endpoint's deliveries are to be canceled",
      "INSERT INTO endpoint_sweeps (tenant_id, mode, endpoint_id, task) VALUES (1, 'sandbox', 'we_1', 'cancel')",
      "DELETE FROM endpoint_sweeps",
    ],
  ],
  "make exports": [
    [
      "an export is requested",
      "UPDATE exports SET status = 'pending', completed_at = NULL WHERE id = 'exp_1'",
      "UPDATE exports SET lease_until = now() + interval '30 s' WHERE id = 'exp_1'",
    ],
  ],
  "mail receipts": [
    [
      "a session is completed whose customer has entered an address",
      "INSERT INTO receipt_mails (tenant_id, id, mode) VALUES (1, 'cs_1', 'sandbox')",
      "UPDATE receipt_mails SET lease_until = now() + interval '30 s' WHERE id = 'cs_1'",
    ],
  ],
  "advance clocks": [
    [
      "an advance was interrupted",
      "UPDATE clocks SET status = 'advancing', target = shows WHERE id = 'clk_1'",
      "UPDATE clocks SET lease_until = now() + interval '30 s' WHERE id = 'clk_1'",
    ],
  ],
  "webhook deliveries": [
    [
      "a delivery's time has come",
      "UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = 'whd_4990'",
      "UPDATE webhook_deliveries SET lease_until = now() + interval '5 s' WHERE id = 'whd_4990'",
    ],
    [
      "the lease on a delivery is over",
      "UPDATE webhook_deliveries SET lease_until = now() - interval '1 s' WHERE id = 'whd_4990'",
      "UPDATE webhook_endpoints SET status = 'paused'",
    ],
  ],
};

describe("the look for due work", () => {
  test("is for all jobs whose cases are here", () => {
    assert.deepEqual(app.dueWork.map(({ name }) => name).sort(), Object.keys(causes).sort());
  });

  test("finds nothing where nothing is due", async () => {
    assert.deepEqual(await lookForDue(), []);
  });

  test("reads few of many rows", async () => {
    // The pages that a cluster's nodes read aren't counted.
    if ((await db.database.distribution()) === "citus") return;
    const texts = app.dueWork.map(({ due }) => (typeof due === "string" ? due : due.none));
    const pages = await countPages(
      db,
      { tenantId: 1, mode: "sandbox" },
      (trx) => findDueNumbers(trx, texts),
      "worker",
    );
    assert.ok(pages <= 40, `${pages} pages`);
  });

  for (const [job, ways] of Object.entries(causes)) {
    for (const [name, begin, end] of ways)
      test(`wakes the job "${job}" when ${name}, and no other`, async () => {
        await db.sql(begin);
        assert.deepEqual(await lookForDue(), [job]);
        await db.sql(end);
        assert.deepEqual(await lookForDue(), []);
      });
  }
});

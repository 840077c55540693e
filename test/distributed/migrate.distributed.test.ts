import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import process from "node:process";
import { after, before, test } from "node:test";
import { distributeNewTables, inspectCitus } from "../../src/database/distribute.ts";
import { migrate } from "../../src/database/migrate.ts";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { pay } from "../api/paying.ts";
import { startTestAppOn, type TestApp } from "../support/app.ts";
import { createOnNodes, dropOnNodes } from "../support/citus-databases.ts";
import { runKassa } from "../support/command.ts";
import { openDatabaseAt, openTestDatabase } from "../support/database.ts";
import { testSecretKey } from "../support/keyring.ts";
import { checkInvariants } from "../support/oracle.ts";

// A database that has served on one PostgreSQL becomes one of a cluster, by the operator's command.

const name = `kassa_test_${process.pid}_${randomBytes(4).toString("hex")}`;
let address: string;
before(async () => {
  // Two databases of a cluster can't be migrated at once, for its roles are theirs together. So the template has to be made.
  await (await openTestDatabase()).close();
  address = await createOnNodes(name);
  await migrate({ connectionString: address });
});
after(() => dropOnNodes(name));

const open = async (): Promise<TestApp> => startTestAppOn(await openDatabaseAt(address));
const command = (...args: string[]) =>
  runKassa(args, { env: { DATABASE_URL: address, KASSA_SECRET_KEY: testSecretKey } });

test("kassa migrate --distribute citus moves what is there to the nodes, and Kassa goes on with it", async (t) => {
  const before = await open();
  t.after(() => before.close().catch(() => {}));
  const paid = await pay(before, { session: { amount: 2500 } });
  const refund = { body: { payment: paid.id, amount: 500 } };
  assert.equal((await before.call("POST", "/api/refunds", refund)).status, 200);
  const refused = await command("migrate", "--distribute", "citus");
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /connections of Kassa are open\. Stop all its processes/);
  await before.close();

  const done = await command("migrate", "--distribute", "citus");
  assert.equal(done.code, 0, done.output);
  assert.match(done.stdout, /^distributed checkout_sessions$/m);
  assert.match(
    (await command("migrate", "--distribute", "citus")).stdout,
    /^All tables of tenants are distributed\.$/m,
  );
  const facts = await inspectCitus({ connectionString: address });
  assert.ok(
    facts && facts.nodes.length > 1 && facts.nodes.every(({ active, shards }) => active && shards > 0),
  );

  const after = await open();
  t.after(() => after.close());
  const [kept] = await after.db.sql(
    "SELECT amount_captured::int AS captured, amount_refunded::int AS refunded FROM payments",
  );
  assert.deepEqual(kept, { captured: 2500, refunded: 500 });
  await pay(after, { session: { amount: 700 } });
  assert.deepEqual(await checkInvariants(after.db), []);
  const scopes = [before, after].map(({ tenant }) => ({
    tenantId: tenant.tenant.tenantId,
    mode: "sandbox" as const,
  }));
  assert.deepEqual((await verifyLedger(after.db.settings, scopes)).differences, []);
});

test("a table that a later migration makes is distributed with it", async (t) => {
  // As `kassa migrate` finds a tenant's table that isn't distributed yet.
  const db = await openDatabaseAt(address);
  t.after(() => db.close());
  await db.sql(
    "CREATE TABLE later_made (tenant_id bigint NOT NULL, id text NOT NULL, PRIMARY KEY (tenant_id, id))",
  );
  assert.deepEqual(await distributeNewTables({ connectionString: address }), ["later_made"]);
});

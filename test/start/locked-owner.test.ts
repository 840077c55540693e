import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runKassa, runKassaHere } from "../support/command.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { enableRoleLogin, rolePassword } from "../support/login-roles.ts";
import { startServe } from "../support/process.ts";

/**
 * As docs/operate/database.md says: if the roles log in themselves, only migrations need the user of DATABASE_URL.
 */
let db: TestDatabase;
let env: Record<string, string>;

before(async () => {
  db = await openTestDatabase();
  await enableRoleLogin(db.settings);
  // Nobody can log in as this user.
  const address = new URL(String(db.settings.connectionString));
  address.username = "kassa_locked_owner";
  env = {
    DATABASE_URL: address.href,
    KASSA_DATABASE_ROLE_PASSWORD: rolePassword,
    KASSA_SECRET_KEY: "a secret key of more than thirty-two characters",
  };
});
after(() => db.close());

test("a process that doesn't migrate starts and is ready although the owner can't log in", async (t) => {
  const server = await startServe({ ...env, KASSA_MIGRATE_AT_START: "off" });
  t.after(() => server.end());
  const ready = await fetch(`${server.url}/readyz`);
  assert.equal(await ready.text(), '{"status":"ready"}');
});

test("commands and doctor work without the owner, too", async () => {
  const listed = await runKassaHere(["tenants", "list"], { env });
  assert.equal(listed.code, 0, listed.output);
  const examined = await runKassaHere(["doctor"], { env });
  assert.match(examined.stdout, /✓ Schema: up to date\n✓ Roles:/);
});

test("migrating needs the owner", async () => {
  for (const args of [["migrate"], ["serve"]]) {
    const refused = await runKassa(args, { env: { ...env, PORT: "0" } });
    assert.equal(refused.code, 2, refused.output);
    assert.match(refused.stderr, /^The database refused the user.*\n.*"kassa_locked_owner"/);
  }
});

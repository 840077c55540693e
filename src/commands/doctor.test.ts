import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { startDatabaseProxy } from "../../test/support/proxy.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

type Ending = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A command as an operator runs it, with the database reached by the given address. */
function kassa(databaseUrl: string | undefined, ...args: string[]): Promise<Ending> {
  const env = {
    PATH: process.env.PATH,
    PORT: "0",
    DATABASE_URL: databaseUrl,
    KASSA_SECRET_KEY: "the-secret-key-of-this-installation",
    KASSA_METRICS_PORT: "off",
  };
  const cwd = path.resolve(import.meta.dirname, "../..");
  return new Promise((resolve) => {
    execFile(process.execPath, ["src/main.ts", ...args], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

type Finding = { readonly name: string; readonly state: string; readonly text: string };
const findingsOf = ({ stdout }: Ending): Finding[] => JSON.parse(stdout).findings;

test("on a sound installation nothing has to be mended", async () => {
  const ending = await kassa(db.settings.connectionString, "doctor", "--json");
  assert.equal(ending.code, 0, ending.stderr);
  assert.ok(findingsOf(ending).some(({ name, state }) => name === "Roles" && state === "ok"));
});

test("what a PSP told of and fits nothing here is counted, by why", async () => {
  await db.sql(
    `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
     VALUES (1, 'ntf_1', 'sandbox', 'sandbox', 'a', '1', '', 'unknown_session'), (1, 'ntf_2', 'sandbox', 'sandbox', 'a', '2', '', NULL)`,
  );
  const ending = await kassa(db.settings.connectionString, "doctor", "--json");
  const quarantine = findingsOf(ending).find(({ name }) => name === "Quarantine");
  assert.equal(quarantine?.state, "warning");
  assert.match(String(quarantine?.text), /: 1 unknown_session$/);
  assert.equal(ending.code, 0);
});

test("behind a pooler that ignores roles doctor names the problem, and serve doesn't start", async (t) => {
  const pooler = await startDatabaseProxy(db.settings, { ignoreOptions: true });
  t.after(() => pooler.close());
  const examined = await kassa(pooler.settings.connectionString, "doctor", "--json");
  const roles = findingsOf(examined).find(({ name }) => name === "Roles");
  assert.equal(roles?.state, "problem");
  assert.match(String(roles?.text), /Point DATABASE_URL at PostgreSQL itself/);
  assert.equal(examined.code, 1);
  const served = await kassa(pooler.settings.connectionString, "serve");
  assert.equal(served.code, 1);
  assert.match(
    served.stderr,
    /^Connections through DATABASE_URL run as \S+ where Kassa asked for kassa_request/m,
  );
});

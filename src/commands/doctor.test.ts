import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CommandEnding, runKassa } from "../../test/support/command.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

/** A command as an operator runs it, with the database reached by the given address. */
const kassa = (databaseUrl: string | undefined, ...args: string[]): Promise<CommandEnding> =>
  runKassa(args, {
    env: { PORT: "0", DATABASE_URL: databaseUrl, KASSA_SECRET_KEY: "the-secret-key-of-this-installation" },
  });

type Finding = { readonly name: string; readonly state: string; readonly text: string };
const findingsOf = ({ stdout }: CommandEnding): Finding[] => JSON.parse(stdout).findings;

/** Nothing has to be mended but what is meant to be so: the tests' own PostgreSQL runs without fsync. */
function assertSound(ending: CommandEnding): void {
  const problems = findingsOf(ending).filter(({ state }) => state === "problem");
  assert.deepEqual(
    problems.filter(({ name }) => name !== "Durability"),
    [],
  );
  assert.equal(ending.code, problems.length === 0 ? 0 : 1, ending.stderr);
}

test("on a sound installation nothing has to be mended", async () => {
  const ending = await kassa(db.settings.connectionString, "doctor", "--json");
  assertSound(ending);
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
  assertSound(ending);
});

test("how old a check of the page may be depends on how often it is looked at", async () => {
  const address = "https://pay.example";
  const standing = async (age: string, everyMinutes: string) => {
    await db.sql("UPDATE page_check SET result = $1, checked_at = now() - $2::interval", [
      JSON.stringify({ outcome: "same", address }),
      age,
    ]);
    const env = {
      DATABASE_URL: db.settings.connectionString,
      KASSA_SECRET_KEY: "the-secret-key-of-this-installation",
      KASSA_PAGE_CHECK_MINUTES: everyMinutes,
    };
    const found = findingsOf(await runKassa(["doctor", "--json"], { env }));
    return found.find(({ name }) => name === "Payment page");
  };
  assert.equal((await standing("59 minutes", "5"))?.state, "ok");
  assert.equal((await standing("61 minutes", "5"))?.state, "warning");
  assert.equal((await standing("2 hours", "60"))?.state, "ok");
  assert.equal((await standing("4 hours", "60"))?.state, "warning");
  const whileOff = await standing("30 days", "off");
  assert.equal(whileOff?.state, "ok");
  assert.match(String(whileOff?.text), /when it was last looked at, \d{4}-/);
});

test("a database that may lose commits in a power cut is a problem", async (t) => {
  const [{ datname } = { datname: "" }] = await db.sql<{ datname: string }>(
    "SELECT current_database() AS datname",
  );
  await db.sql(`ALTER DATABASE ${datname} SET synchronous_commit = off`);
  t.after(() => db.sql(`ALTER DATABASE ${datname} RESET synchronous_commit`));
  const ending = await kassa(db.settings.connectionString, "doctor", "--json");
  assert.equal(ending.code, 1);
  const durability = findingsOf(ending).find(({ name }) => name === "Durability");
  assert.equal(durability?.state, "problem");
  assert.match(String(durability?.text), /a power cut can lose payments/);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { after, before, test } from "node:test";
import { type CommandEnding, runKassaHere } from "../../test/support/command.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { checks } from "../doctor/finding.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

/** Runs a command as an operator does, with the given DATABASE_URL. */
const kassa = (databaseUrl: string | undefined, ...args: string[]): Promise<CommandEnding> =>
  runKassaHere(args, {
    env: { PORT: "0", DATABASE_URL: databaseUrl, KASSA_SECRET_KEY: "the-secret-key-of-this-installation" },
  });

type Finding = {
  readonly check: string;
  readonly name: string;
  readonly state: string;
  readonly text: string;
};
const findingsOf = ({ stdout }: CommandEnding): Finding[] => JSON.parse(stdout).findings;

/** No problem is found except Durability: the PostgreSQL of the tests runs without fsync. */
function assertSound(ending: CommandEnding): void {
  const problems = findingsOf(ending).filter(({ state }) => state === "problem");
  assert.deepEqual(
    problems.filter(({ name }) => name !== "Durability"),
    [],
  );
  assert.equal(ending.code, problems.length === 0 ? 0 : 1, ending.stderr);
}

test("doctor finds no problem on a sound installation", async () => {
  const ending = await kassa(db.settings.connectionString, "doctor", "--json");
  assertSound(ending);
  assert.ok(findingsOf(ending).some(({ name, state }) => name === "Roles" && state === "ok"));
});

test("the report has the shape that docs/reference/command-line.md describes", async () => {
  const guide = readFileSync(new URL("../../docs/reference/command-line.md", import.meta.url), "utf8");
  const [, table = ""] = guide.split("| `check` | What is checked |");
  const listed = Array.from(table.matchAll(/^\| `([a-z_]+)` \| /gm), ([, name]) => name);
  assert.deepEqual(listed, Object.keys(checks), "the guide lists all checks, in the code's order");
  const [, example = ""] =
    /### The report of `doctor --json`\n\n```json[^\n]*\n([\s\S]*?)```/.exec(guide) ?? [];
  const documented = JSON.parse(example);
  const report = JSON.parse((await kassa(db.settings.connectionString, "doctor", "--json")).stdout);
  assert.deepEqual(Object.keys(report), Object.keys(documented));
  assert.equal(report.object, "doctor.report");
  const states = report.findings.map(({ state }: Finding) => state);
  assert.deepEqual(
    [report.problems, report.warnings],
    ["problem", "warning"].map((wanted) => states.filter((state: string) => state === wanted).length),
  );
  assert.equal(report.ok, report.problems === 0);
  for (const finding of report.findings) {
    assert.deepEqual(Object.keys(finding), Object.keys(documented.findings[0]));
    assert.ok(Object.hasOwn(checks, finding.check), finding.check);
  }
});

test("a wrong setting is a report with one problem, not an error", async () => {
  const ending = await runKassaHere(["doctor", "--json"], { env: { PORT: "a port" } });
  const { ok, findings } = JSON.parse(ending.stdout);
  assert.deepEqual([ending.code, ok], [1, false]);
  assert.deepEqual(
    findings.map(({ check, state }: Finding) => [check, state]),
    [["settings", "problem"]],
  );
});

test("quarantined notifications are counted by reason", async () => {
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

test("a page check is stale after an hour, or after three longer intervals", async () => {
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
    const found = findingsOf(await runKassaHere(["doctor", "--json"], { env }));
    return found.find(({ name }) => name === "Payment page");
  };
  assert.equal((await standing("59 minutes", "5"))?.state, "ok");
  assert.equal((await standing("61 minutes", "5"))?.state, "warning");
  assert.equal((await standing("2 hours", "60"))?.state, "ok");
  assert.equal((await standing("4 hours", "60"))?.state, "warning");
  const whileOff = await standing("30 days", "off");
  assert.equal(whileOff?.state, "ok");
  assert.match(String(whileOff?.text), /arrived unchanged at the last check, \d{4}-/);
});

test("a database that can lose commits in a power cut is a problem", async (t) => {
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

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { after, type TestContext, test } from "node:test";
import { findBinaries } from "../../src/database/embedded/binaries.ts";
import { runKassaHere } from "../support/command.ts";
import { compileCache } from "../support/compile-cache.ts";
import { findServerPrograms, pgDumpMajor, startCluster } from "../support/postgres-cluster.ts";
import { startServe } from "../support/process.ts";
import { makeScratchFolder } from "../support/scratch.ts";

/** Runs the commands of docs/operate/backup.md as they are written; only paths differ. */
const root = path.resolve(import.meta.dirname, "../..");
const guide = readFileSync(path.join(root, "docs/operate/backup.md"), "utf8");
const folder = makeScratchFolder("kassa-backup-");
// Root's PostgreSQL runs as another user, who needs access to the folder.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));

const KASSA_SECRET_KEY = "the-secret-key-that-is-kept-apart-from-the-backup";

/** The guide's code block that contains a text. */
function block(language: string, holds: string): string {
  const blocks = Array.from(guide.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm), ([, kind, code]) => ({
    kind,
    code,
  }));
  const found = blocks.find(({ kind, code }) => kind === language && code?.includes(holds));
  return found?.code ?? assert.fail(`the guide has no ${language} block with ${holds}`);
}

/** Runs a block in a shell; `kassa` runs as `npm run` would run it in Kassa's folder. */
function shell(code: string, env: Record<string, string>, cwd = folder): string {
  const kassa = `"${process.execPath}" "${path.join(root, "src/main.js")}"`;
  const script = code.replaceAll("npm run --silent kassa --", kassa);
  const node = path.dirname(process.execPath);
  return execFileSync("sh", ["-euc", script], {
    cwd,
    encoding: "utf8",
    env: {
      PATH: `${node}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: compileCache,
      KASSA_METRICS_PORT: "off",
      ...env,
    },
  });
}

async function run(args: readonly string[], env: Record<string, string>): Promise<string> {
  const ending = await runKassaHere(args, { env });
  assert.equal(ending.code, 0, ending.output);
  return ending.stdout;
}

/** What a backup must restore: tenants, keys, and secrets that can be opened. */
async function contentsOf(env: Record<string, string>): Promise<string> {
  const lists = [["tenants", "list"], ["keys", "list"], ["receipts", "keys", "list"], ["audit"]];
  const found: string[] = [];
  for (const args of lists) found.push(await run(args, env));
  return found.join("\n");
}

test("your own PostgreSQL: the guide's commands dump it and restore it into a new cluster", async (t) => {
  const programs = findServerPrograms();
  if ("missing" in programs) return t.diagnostic(`not run: ${programs.missing}`);
  const old = await startCluster(programs.bin);
  t.after(() => old.close());
  sql(old.host, "postgres", "postgres", block("sql", "CREATE DATABASE kassa"));
  const before = { DATABASE_URL: old.urlOf("kassa", "kassa"), KASSA_SECRET_KEY };
  await run(["migrate"], before);
  await run(["tenants", "create", "--name", "Bakery"], before);
  const contents = await contentsOf(before);
  shell(block("sh", "pg_dump --username=postgres"), { PGHOST: old.host });

  await restoreAndCompare(t, programs.bin, { KASSA_SECRET_KEY, folder, contents });
});

type Backup = {
  readonly KASSA_SECRET_KEY: string;
  /** The folder that contains kassa.dump. */
  readonly folder: string;
  readonly contents: string;
};

/** Restores a dump into a new cluster, as the guide says, and checks that everything is there. */
async function restoreAndCompare(t: TestContext, bin: string, backup: Backup): Promise<void> {
  const cluster = await startCluster(bin);
  t.after(() => cluster.close());
  sql(cluster.host, "postgres", "postgres", block("sql", "CREATE DATABASE kassa"));
  sql(cluster.host, "kassa", "kassa", block("sql", "CREATE ROLE kassa_request"));
  const { KASSA_SECRET_KEY } = backup;
  const env = { DATABASE_URL: cluster.urlOf("kassa", "kassa"), KASSA_SECRET_KEY };
  const printed = shell(block("sh", "pg_restore"), { ...env, PGHOST: cluster.host }, backup.folder);
  assert.match(printed, /✓ Secret key: decrypts the secrets/);
  assert.doesNotMatch(printed, /^✗/m);
  assert.equal(await contentsOf(env), backup.contents);
}

function sql(host: string, user: string, database: string, code: string): void {
  execFileSync("psql", ["-qX", "-v", "ON_ERROR_STOP=1", "-U", user, "-d", database, "-f", "-"], {
    input: code,
    encoding: "utf8",
    env: { PATH: process.env.PATH, PGHOST: host },
  });
}

test("your own PostgreSQL: Kassa's own user can't dump it, as the guide says", async (t) => {
  const programs = findServerPrograms();
  if ("missing" in programs) return t.diagnostic(`not run: ${programs.missing}`);
  const cluster = await startCluster(programs.bin);
  t.after(() => cluster.close());
  shell(
    "psql -qX -U postgres -d postgres -c 'CREATE ROLE kassa LOGIN CREATEROLE' -c 'CREATE DATABASE kassa OWNER kassa'",
    {
      PGHOST: cluster.host,
    },
  );
  await run(["migrate"], { DATABASE_URL: cluster.urlOf("kassa", "kassa"), KASSA_SECRET_KEY });
  const dump = block("sh", "pg_dump --username=postgres").replace("--username=postgres", "--username=kassa");
  assert.throws(
    () => shell(dump, { PGHOST: cluster.host }),
    /query would be affected by row-level security policy/,
  );
});

test("Kassa's own PostgreSQL: restores a copy of the stopped folder, and a dump if pg_dump has the right version", async (t) => {
  const data = path.join(folder, "kassa");
  const backups = path.join(folder, "backup");
  mkdirSync(backups);
  const moved = (code: string): string =>
    code
      .replaceAll("/var/lib/kassa", data)
      .replaceAll("/backup", backups)
      .replace(/^kill .*$/m, "");
  const env = { KASSA_DATA_DIR: data };
  await run(["migrate"], env);
  await run(["tenants", "create", "--name", "Bakery"], env);
  const contents = await contentsOf(env);
  shell(moved(block("sh", "cp -a")), {});
  const copy = shell(`echo ${backups}/kassa-*`, {}).trim();
  assert.equal(await contentsOf({ KASSA_DATA_DIR: copy }), contents);

  const major = pgDumpMajor();
  if (major === undefined) return t.diagnostic("the dump isn't run: pg_dump isn't installed");
  const kassa = await startServe(env);
  t.after(() => kassa.end());
  const dump = (): string => shell(moved(block("sh", "PGPASSWORD=")), {});
  const { majorVersion } = await findBinaries();
  if (major < majorVersion) {
    t.diagnostic(`the dump is only refused here: it needs pg_dump ${majorVersion}, and here is ${major}`);
    return assert.throws(dump, /server version mismatch/);
  }
  dump();
  await kassa.end();
  const programs = findServerPrograms();
  if ("missing" in programs) return t.diagnostic(`the dump isn't restored: ${programs.missing}`);
  const secrets: { secretKey: string } = JSON.parse(readFileSync(path.join(data, "secrets.json"), "utf8"));
  const backup = { KASSA_SECRET_KEY: secrets.secretKey, folder: backups, contents };
  await restoreAndCompare(t, programs.bin, backup);
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { type CommandEnding, runKassaHere } from "../support/command.ts";
import { type KassaProcess, startServe } from "../support/process.ts";
import { SandboxShop } from "../support/sandbox-shop.ts";
import { makeScratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";

/**
 * The archive of the log of Kassa's own PostgreSQL, and restores to a moment. The simulated PSP lies in the same database, so what a
 * restore has forgotten stays forgotten, and the payments that are there show up to which moment it went.
 */
const folder = makeScratchFolder("kassa-wal-archive-");
// Root's PostgreSQL runs as another user, who needs access to the folder and the key.
chmodSync(folder, 0o755);
const at = (name: string): string => path.join(folder, name);
const encrypted = { KASSA_WAL_ARCHIVE: at("wal"), KASSA_WAL_ARCHIVE_KEY_FILE: at("key") };
const withKey = ["--key-file", at("key")];
const started: KassaProcess[] = [];
let key: string;
/** Between the payments of 20.00 and 30.00. */
let moment: string;

const kassa = (data: string, args: readonly string[]): Promise<CommandEnding> =>
  runKassaHere(args, { env: { KASSA_DATA_DIR: at(data) } });

async function done(data: string, args: readonly string[]): Promise<string> {
  const ending = await kassa(data, args);
  assert.equal(ending.code, 0, ending.output);
  return ending.stdout;
}

async function serve(data: string, archive: Record<string, string>): Promise<KassaProcess> {
  const process = await startServe({ KASSA_DATA_DIR: at(data), KASSA_RATE_LIMIT: "off", ...archive });
  started.push(process);
  return process;
}

async function pay({ url }: KassaProcess, amount: number): Promise<void> {
  const shop = new SandboxShop(url, key);
  await shop.pay(await shop.makeSession(amount));
}

/** The amounts of all payments, and that the ledger agrees with them. */
async function amountsIn(data: string): Promise<number[]> {
  assert.match(await done(data, ["ledger", "verify"]), /✓ The ledger is correct/);
  const { data: payments } = JSON.parse(await done(data, ["payments", "search", "--json"]));
  return payments.map(({ amount }: { amount: number }) => amount).sort();
}

const archivesIn = (root: string): string[] =>
  readdirSync(root)
    .sort()
    .map((name) => path.join(root, name));

const segmentsIn = (archive: string): string[] =>
  readdirSync(archive)
    .filter((name) => /^[0-9A-F]{24}\.kassa$/.test(name))
    .sort();

const restore = (into: string, ...more: string[]): string[] => [
  "restore",
  at(`${into}.backup`),
  "--secrets",
  at("secrets.json"),
  ...withKey,
  "--wal",
  ...more,
];

async function refused(args: string[], says: RegExp): Promise<string> {
  const ending = await kassa("none", args);
  assert.equal(ending.code, 2, ending.output);
  assert.match(ending.stderr, says);
  assert.deepEqual(existsSync(at("none")) ? readdirSync(at("none")) : [], [], "something was left");
  return ending.stderr;
}

const findingOf = async (data: string): Promise<Record<string, string>> =>
  JSON.parse((await kassa(data, ["doctor", "--json"])).stdout).findings.find(
    ({ check }: { check: string }) => check === "wal_archive",
  );

before(async () => {
  await serve("idle", { KASSA_WAL_ARCHIVE: at("idle-wal") });
  writeFileSync(at("key"), Buffer.alloc(32, 7));
  await done("data", ["migrate"]);
  cpSync(at("data/secrets.json"), at("secrets.json"));
  const made = JSON.parse(await done("data", ["tenants", "create", "--name", "Bakery", "--json"]));
  key = made.keys.sandbox.secret;
  const server = await serve("data", encrypted);
  await pay(server, 1000);
  await done("data", ["backup", at("first.backup"), ...withKey]);
  await pay(server, 2000);
  moment = new Date(Date.now() + 1).toISOString();
  await pay(server, 3000);
  await server.end();
  // Commands without the server's settings archive all the same: each ends with a file of the log of its own.
  for (const name of ["One", "Two"]) await done("data", ["tenants", "rename", made.tenant.id, name]);
});
after(async () => {
  for (const process of started.reverse()) await process.end();
  rmSync(folder, { recursive: true, force: true });
});

test("a restore to a moment has exactly what was paid before it, and one without a moment has everything", async () => {
  const told = JSON.parse(
    await done("data", [...restore("first", at("wal")), "--until", moment, "--replace", "--json"]),
  );
  assert.ok(told.replayedTo <= moment && told.replayedTo > told.finishedAt, JSON.stringify(told));
  assert.deepEqual(await amountsIn("data"), [1000, 2000]);

  const all = await done("all", restore("first", at("wal")));
  assert.match(all, /contains everything that was committed until 20\S+, where the archive ends/);
  assert.deepEqual(await amountsIn("all"), [1000, 2000, 3000]);
  assert.match(await done("all", ["tenants", "list"]), /Two/);
});

test("a restored database begins an archive of its own, which continues its own backups only", async () => {
  const [first = ""] = archivesIn(at("wal"));
  const before = segmentsIn(first);
  const server = await serve("data", encrypted);
  await until(() => /"suspicion":"database_changed"/.test(server.printed()), "movements are held");
  assert.match((await findingOf("data")).text ?? "", /no backup was made since/);
  await done("data", ["backup", at("second.backup"), ...withKey]);
  assert.equal((await findingOf("data")).state, "ok");
  await pay(server, 4000);
  await server.end();
  // The secrets in the log are sealed with another key from here on.
  await done("data", ["secrets", "rotate"]);
  assert.deepEqual(segmentsIn(first), before, "the first archive wasn't touched");
  assert.equal(archivesIn(at("wal")).length, 2);

  const again = ["restore", at("second.backup"), ...withKey, "--wal", at("wal"), "--secrets"];
  await refused([...again, at("secrets.json")], /secrets\.json.*--secrets/s);
  await done("again", [...again, at("data/secrets.json")]);
  assert.deepEqual(await amountsIn("again"), [1000, 2000, 4000]);
  await done("once-more", restore("first", at("wal")));
  assert.deepEqual(await amountsIn("once-more"), [1000, 2000, 3000]);
});

test("a moment that can't be reached, a missing file and a damaged one are refused, and nothing is left", async () => {
  await refused(
    [...restore("first", at("wal")), "--until", "2020-01-01T00:00:00Z"],
    /was begun at 20.*earlier backup/s,
  );
  await refused(
    [...restore("first", at("wal")), "--until", "2090-01-01T00:00:00Z"],
    /it reaches 20.*archive ends there/,
  );
  await refused(
    [...restore("first", at("wal")), "--until", "2026-11-26T12:00"],
    /isn't a time with its zone/,
  );
  await refused(restore("first", at("data")), /There is no archive/);

  const [first = ""] = archivesIn(at("wal"));
  const copy = path.join(at("gap-root"), path.basename(first));
  cpSync(first, copy, { recursive: true });
  execFileSync("chmod", ["-R", "a+rX", at("gap-root")]);
  const last = segmentsIn(copy);
  const missing = last.at(-2) ?? "";
  const content = readFileSync(path.join(copy, missing));
  rmSync(path.join(copy, missing));
  const said = await refused(
    restore("first", at("gap-root")),
    /is missing from.*reaches 20.*add --until 20/s,
  );
  assert.match(said, new RegExp(missing.slice(0, 24)));
  const reachable = /add --until (\S+Z)/.exec(said)?.[1] ?? "";
  await done("before-the-gap", [...restore("first", at("gap-root")), "--until", reachable]);
  assert.deepEqual(await amountsIn("before-the-gap"), [1000, 2000, 3000]);

  content.writeUInt8(content.readUInt8(content.length - 20) ^ 1, content.length - 20);
  writeFileSync(path.join(copy, missing), content, { mode: 0o644 });
  await refused(restore("first", at("gap-root")), new RegExp(`${missing}.*(can't be decrypted|is damaged)`));
});

test("an archive that is away is a problem for the doctor while Kassa serves, and nothing is lost once it is back", async () => {
  const [, second = ""] = archivesIn(at("wal"));
  const server = await serve("data", encrypted);
  renameSync(at("wal"), at("away"));
  // A backup ends a file of the log.
  await done("data", ["backup", at("third.backup"), ...withKey]);
  const found = await until(async () => {
    const finding = await findingOf("data");
    return finding.state === "problem" ? finding : undefined;
  }, "the doctor reports the archive");
  assert.match(found.text ?? "", /is its disk mounted\?/);
  assert.match(found.advice ?? "", /PostgreSQL keeps \d+ files? of its log \(\d+ MiB\)/);
  await pay(server, 5000);

  renameSync(at("away"), at("wal"));
  await done("data", ["backup", at("fourth.backup"), ...withKey]);
  await until(async () => (await findingOf("data")).state === "ok", "the archive is well");
  await server.end();
  const names = segmentsIn(second).map((name) => Number.parseInt(name.slice(16, 24), 16));
  assert.deepEqual(
    names,
    Array.from(names, (_, index) => (names[0] ?? 0) + index),
    "no file is missing",
  );

  const told = JSON.parse(
    await done("data", [
      "wal",
      "prune",
      "--before",
      at("third.backup"),
      ...withKey,
      "--wal",
      at("wal"),
      "--json",
    ]),
  );
  assert.ok(told.files > 0 && told.others.length === 1, JSON.stringify(told));
  await done("pruned", [
    ...["restore", at("third.backup"), ...withKey, "--wal", at("wal"), "--secrets", at("data/secrets.json")],
  ]);
  assert.deepEqual(await amountsIn("pruned"), [1000, 2000, 4000, 5000]);
});

test("a server at which nothing happens archives its log after a minute", async () => {
  const [archive = ""] = archivesIn(at("idle-wal"));
  await until(() => segmentsIn(archive).length > 0, "the first file is archived", 240_000);
});

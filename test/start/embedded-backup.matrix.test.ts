import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { addAuthenticator, join, Visitor } from "../../src/people/test-support.ts";
import { type CommandEnding, type CommandOptions, runKassa, runKassaHere } from "../support/command.ts";
import { type KassaProcess, startPsp, startServe } from "../support/process.ts";
import { SandboxShop, type ShopJson } from "../support/sandbox-shop.ts";
import { makeScratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";

/**
 * `kassa backup` while payments are going on, and `kassa restore` into another folder. The simulated PSP runs on a database of its own,
 * so it knows what a restored backup has forgotten.
 */
const folder = makeScratchFolder("kassa-embedded-backup-");
// Root's PostgreSQL runs as another user, who needs access to the folder.
chmodSync(folder, 0o755);
const at = (name: string): string => path.join(folder, name);
const passphrase = "a passphrase of several words\n";
let psp: KassaProcess;
let server: KassaProcess;
let shop: SandboxShop;
let key: string;
const started: KassaProcess[] = [];

const kassa = (data: string, args: readonly string[], options: CommandOptions = {}): Promise<CommandEnding> =>
  runKassaHere(args, { ...options, env: { KASSA_DATA_DIR: at(data), ...options.env } });

async function done(data: string, args: readonly string[], options?: CommandOptions): Promise<string> {
  const ending = await kassa(data, args, options);
  assert.equal(ending.code, 0, ending.output);
  return ending.stdout;
}

const serve = async (data: string): Promise<KassaProcess> => {
  const process = await startServe({
    KASSA_DATA_DIR: at(data),
    KASSA_SANDBOX_PSP_URL: psp.url,
    KASSA_RATE_LIMIT: "off",
  });
  started.push(process);
  return process;
};

before(async () => {
  await done("data", ["migrate"]);
  const made = JSON.parse(await done("data", ["tenants", "create", "--name", "Bakery", "--json"]));
  key = made.keys.sandbox.secret;
  await done("data", ["backup", at("empty.backup")]);
  await done("psp", ["restore", at("empty.backup"), "--secrets", at("data/secrets.json")]);
  psp = await startPsp({ KASSA_DATA_DIR: at("psp") });
  started.push(psp);
  server = await serve("data");
  shop = new SandboxShop(server.url, key);
});
after(async () => {
  for (const process of started.reverse()) await process.end();
  rmSync(folder, { recursive: true, force: true });
});

test("a backup that is made while payments are going on is consistent, and what was paid after it comes back from the PSP", async () => {
  const before = await shop.makeSession();
  await shop.pay(before);
  const later = await shop.makeSession(4242);
  let isMade = false;
  let count = 0;
  const paying = (async () => {
    while (!isMade) {
      await shop.pay(await shop.makeSession(100 + count));
      count += 1;
    }
  })();
  // In a process of its own, as it is beside a server.
  const backup = await runKassa(["backup", at("busy.backup"), "--json"], {
    env: { KASSA_DATA_DIR: at("data") },
  }).finally(() => {
    isMade = true;
  });
  await paying;
  assert.equal(backup.code, 0, backup.output);
  assert.equal(JSON.parse(backup.stdout).object, "backup");
  assert.equal(statSync(at("busy.backup")).mode & 0o777, 0o600);
  assert.ok(count > 0, "payments were made meanwhile");
  await shop.pay(later);

  const restored = await kassa("copy", [
    "restore",
    at("busy.backup"),
    "--secrets",
    at("data/secrets.json"),
    "--json",
  ]);
  assert.equal(restored.code, 0, restored.output);
  assert.equal(JSON.parse(restored.stdout).tenants, 1);
  assert.match(await done("copy", ["ledger", "verify"]), /✓ The ledger is correct/);
  const copy = await serve("copy");
  const sameShop = new SandboxShop(copy.url, key);
  await until(async () => (await sameShop.statusOf(later)) === "paid", "the payment is learned again");
  assert.equal(await sameShop.statusOf(before), "paid");
  assert.match(copy.printed(), /"suspicion":"database_changed".*the database may have been restored/);
  assert.match(await done("copy", ["ledger", "verify"]), /✓ The ledger is correct/);
});

test("an encrypted backup needs its passphrase or key file, and one that was changed or cut off is refused as a whole", async () => {
  const secrets = ["--secrets", at("data/secrets.json")];
  await done("data", ["backup", at("words.backup"), "--encrypt"], { input: passphrase });
  writeFileSync(at("key"), Buffer.alloc(32, 7));
  await done("data", ["backup", at("file.backup"), "--key-file", at("key")]);
  assert.equal(readFileSync(at("words.backup")).includes("PostgreSQL"), false);
  const whole = await done("data", ["backup", at("words.backup"), "--check", "--encrypt"], {
    input: passphrase,
  });
  assert.match(whole, /is a whole backup/);

  const changed = readFileSync(at("words.backup"));
  changed.writeUInt8(changed.readUInt8(changed.length - 100) ^ 1, changed.length - 100);
  writeFileSync(at("changed.backup"), changed);
  // A passphrase takes half a second of CPU time; what follows the first bytes is the same with a key file.
  const content = readFileSync(at("file.backup"));
  writeFileSync(at("cut.backup"), content.subarray(0, -5));
  writeFileSync(at("longer.backup"), Buffer.concat([content, Buffer.from("x")]));
  const plain = readFileSync(at("empty.backup"));
  plain.writeUInt8(plain.readUInt8(plain.length - 100) ^ 1, plain.length - 100);
  writeFileSync(at("plain.backup"), plain);
  writeFileSync(at("other-key"), Buffer.alloc(32, 8));
  const words = ["--encrypt"];
  const withKey = ["--key-file", at("key")];
  const cases: [file: string, options: string[], input: string, says: RegExp][] = [
    ["words", words, "another passphrase", /can't be decrypted/],
    ["words", [], "", /encrypted with a passphrase\. Add --encrypt/],
    ["file", words, passphrase, /encrypted with a key file\. Add --key-file/],
    ["file", ["--key-file", at("other-key")], "", /can't be decrypted/],
    ["empty", words, passphrase, /isn't encrypted/],
    ["changed", words, passphrase, /is damaged: part \d+ was changed/],
    ["cut", withKey, "", /is damaged: its end is missing/],
    ["longer", withKey, "", /is damaged: something was added/],
    ["plain", [], "", /is damaged: part \d+ was changed/],
  ];
  for (const [file, options, input, says] of cases) {
    const ending = await kassa("none", ["restore", at(`${file}.backup`), ...secrets, ...options], { input });
    assert.equal(ending.code, 2, ending.output);
    assert.match(ending.stderr, says, file);
    assert.deepEqual(readdirSync(at("none")), [], `${file} left something`);
  }
  await done("from-words", ["restore", at("words.backup"), ...secrets, ...words], { input: passphrase });
  await done("from-file", ["restore", at("file.backup"), ...secrets, "--key-file", at("key")]);
  assert.match(await done("from-file", ["tenants", "list"]), /Bakery/);
});

test("nothing is replaced unless it is asked for, and the database before is kept", async () => {
  const secrets = ["--secrets", at("data/secrets.json")];
  const backup = ["restore", at("empty.backup")];
  const refused = async (data: string, args: string[], says: RegExp, env = {}): Promise<void> => {
    const ending = await kassa(data, args, { env });
    assert.equal(ending.code, 2, ending.output);
    assert.match(ending.stderr, says);
  };
  writeFileSync(at("empty.backup.partial"), "of another command");
  await refused("data", ["backup", at("empty.backup")], /empty\.backup exists already/);
  writeFileSync(at("y.backup.partial"), "of another command");
  await refused("data", ["backup", at("y.backup")], /y\.backup\.partial exists already/);
  for (const name of ["empty", "y"])
    assert.equal(readFileSync(at(`${name}.backup.partial`), "utf8"), "of another command");
  await refused("data", ["backup", at("x.backup")], /DATABASE_URL is set/, {
    DATABASE_URL: "postgresql://u@127.0.0.1/x",
    KASSA_SECRET_KEY: "a secret key of more than thirty-two characters",
  });
  await refused("nowhere", ["backup", at("x.backup")], /There is no database in/);
  await refused("fresh", backup, /secrets\.json is missing.*--secrets/s);
  await refused("data", [...backup, "--replace"], /in use\. Stop Kassa first/);
  await done("old", ["migrate"]);
  await refused("old", backup, /There is a database.*--replace/s);
  await refused("old", [...backup, "--replace"], /isn't the one that belongs to the backup/);
  await done("old", ["tenants", "create", "--name", "Florist"]);
  assert.match(await done("old", ["tenants", "list"]), /Florist/, "refusals changed nothing");
  const told = JSON.parse(await done("old", [...backup, ...secrets, "--replace", "--json"]));
  assert.match(await done("old", ["tenants", "list"]), /Bakery/);
  assert.ok(existsSync(path.join(told.replaced, "PG_VERSION")));
  assert.ok(readdirSync(at("old")).some((name) => name.startsWith("secrets.json.replaced-")));
});

test("operators see each completed backup, and a restored database knows those before its own", async () => {
  const list = async (where: KassaProcess, data: string): Promise<ShopJson[]> => {
    const visitor = new Visitor(where.url);
    const made = await done(data, ["people", "owner-link"]);
    await join(visitor, /join#(\S+)/.exec(made)?.[1] ?? "", `ada-${data}@shop.example`);
    await addAuthenticator(visitor);
    const { status, body } = await visitor.get("/dashboard/api/operator/backups");
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.isEmbedded, true);
    return body.data;
  };
  await done("data", ["backup", at("first.backup")]);
  await done("data", ["backup", at("second.backup"), "--encrypt"], { input: passphrase });
  await done("data", ["backup", at("second.backup"), "--check", "--encrypt"], { input: passphrase });
  const [second, first] = await list(server, "data");
  assert.deepEqual(
    [second?.fileName, second?.encryption, second?.bytes],
    ["second.backup", "passphrase", statSync(at("second.backup")).size],
  );
  assert.deepEqual([first?.fileName, first?.encryption], ["first.backup", "none"]);
  await done("again", ["restore", at("second.backup"), "--encrypt", "--secrets", at("data/secrets.json")], {
    input: passphrase,
  });
  const [known] = await list(await serve("again"), "again");
  assert.equal(known?.fileName, "first.backup");
});

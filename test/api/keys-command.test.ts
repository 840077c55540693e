import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CommandEnding, runKassa, runKassaHere } from "../support/command.ts";
import { compileCache } from "../support/compile-cache.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { sessionsPath } from "./support.ts";

/** The command line and several Kassa processes on one database, as an operator runs them. */
const root = path.resolve(import.meta.dirname, "../..");
let db: TestDatabase;
let env: NodeJS.ProcessEnv;
const servers: ChildProcess[] = [];
before(async () => {
  db = await openTestDatabase();
  env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    DATABASE_URL: db.settings.connectionString,
    KASSA_SECRET_KEY: "the-secret-key-of-this-installation",
    KASSA_METRICS_PORT: "off",
    KASSA_RATE_LIMIT: "off",
    KASSA_LOG_LEVEL: "warn",
    PORT: "0",
  };
});
after(async () => {
  await Promise.all(servers.map(end));
  await db.close();
});

const kassa = (...args: string[]): Promise<CommandEnding> => runKassaHere(args, { env });

async function kassaJson(...args: string[]) {
  const { code, stdout, stderr } = await kassa(...args, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Starts a server and returns its URL once it answers. */
function serve(): Promise<string> {
  const server = spawn(process.execPath, ["src/main.js", "serve"], { cwd: root, env });
  servers.push(server);
  let said = "";
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const address = /Kassa answers at (http:\/\/\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

function end(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}

const secretPattern = (mode: string) => new RegExp(`^ks_${mode}_[0-9A-Za-z]{56}$`);

test("tenants create prints the tenant and a key for each mode, once", async () => {
  const made = await kassaJson("tenants", "create", "--name", "Blumen & Söhne");
  assert.deepEqual(Object.keys(made), ["tenant", "keys"]);
  assert.equal(made.tenant.name, "Blumen & Söhne");
  assert.match(made.tenant.id, /^ten_[0-9A-Za-z]{29}$/);
  assert.deepEqual(Object.keys(made.keys).sort(), ["live", "sandbox"]);
  for (const mode of ["live", "sandbox"]) {
    assert.deepEqual(Object.keys(made.keys[mode]).sort(), ["id", "secret"]);
    assert.match(made.keys[mode].secret, secretPattern(mode));
    assert.match(made.keys[mode].id, new RegExp(`^key_${mode}_`));
  }
  const listed = await kassa("keys", "list", "--tenant", made.tenant.id, "--json");
  assert.ok(!listed.stdout.includes("ks_"), "no secret is ever shown again");
  const keys = JSON.parse(listed.stdout);
  assert.equal(keys.object, "list");
  assert.deepEqual(keys.data.map(({ mode }: { mode: string }) => mode).sort(), ["live", "sandbox"]);
  const { hint } = keys.data.find(({ mode }: { mode: string }) => mode === "live");
  assert.equal(hint, made.keys.live.secret.slice(-10, -6));
});

test("tenants create inserts the tenant, its contact and its keys in one transaction", async () => {
  const support = { supportEmail: "help@rosa.example", supportUrl: "https://rosa.example/hilfe" };
  const { tenant, keys } = await kassaJson(
    ...["tenants", "create", "--name", "Rosa", "--support-phone", "+49 30 1234567"],
    ...["--support-email", support.supportEmail, "--support-url", support.supportUrl],
  );
  assert.deepEqual(
    [tenant.supportEmail, tenant.supportUrl, tenant.supportPhone],
    [support.supportEmail, support.supportUrl, "+49 30 1234567"],
  );
  const transactions = await db.sql(
    "SELECT xmin::text FROM tenants WHERE id = $1 UNION SELECT xmin::text FROM api_keys WHERE id = $2",
    [tenant.id, keys.live.id],
  );
  assert.equal(transactions.length, 1);
});

test("tenants create and rename refuse what tenants set would, and name their own options", async () => {
  const before = (await db.sql("SELECT FROM tenants")).length;
  const cases: [string[], RegExp][] = [
    [["create", "--name", "Rosa", "--support-email", "nobody"], /^--support-email: It has to be an e-mail/],
    [["create", "--name", "Rosa", "--support-url", "http://rosa.example"], /^--support-url: .*https/],
    [["create", "--name", "Rosa", "--support-url", "javascript:alert(1)"], /^--support-url: /],
    [["create", "--name", "Rosa", "--support-phone", "call us"], /^--support-phone: It has to be a phone/],
    [["create", "--name", "Ro\u202Esa"], /^--name contains U\+202E/],
    [["create", "--name", " "], /^--name needs 1 to 100 characters/],
    [["rename", "ten_1a2B3c4", "Ro\u202Esa"], /^The name contains U\+202E/],
  ];
  for (const [args, says] of cases) {
    const refused = await kassa("tenants", ...args);
    assert.equal(refused.code, 2, refused.output);
    assert.match(refused.stderr, says);
  }
  assert.equal((await db.sql("SELECT FROM tenants")).length, before);
});

test("keys can be created, listed, rolled and revoked by id", async () => {
  const { tenant } = await kassaJson("tenants", "create", "--name", "Rolling");
  const create = ["keys", "create", "--tenant", tenant.id, "--mode", "sandbox"];
  const key = await kassaJson(
    ...create,
    "--name",
    "Till",
    "--scope",
    "events:read",
    "--network",
    "203.0.113.0/24",
    "--expires-in",
    "7",
  );
  assert.match(key.secret, secretPattern("sandbox"));
  const listed = await kassaJson("keys", "list", "--tenant", tenant.id);
  const facts = listed.data.find(({ id }: { id: string }) => id === key.id);
  assert.deepEqual(
    [facts.name, facts.scopes, facts.allowedNetworks, facts.revokedAt],
    ["Till", ["events:read"], ["203.0.113.0/24"], null],
  );
  const table = await kassa("keys", "list", "--tenant", tenant.id);
  assert.match(table.stdout, /^id +mode +name +ends in /);
  assert.match(table.stdout, new RegExp(`^${key.id} +sandbox +Till +…`, "m"));
  for (const [name, says] of [
    ["Ti\nll", /^--name: It contains U\+000A: a control character/],
    ["x".repeat(101), /^--name takes at most 100 characters/],
  ] as const)
    assert.match((await kassa(...create, "--name", name)).stderr, says);
  assert.ok(Math.abs(Date.parse(facts.expiresAt) - Date.now() - 7 * 86_400_000) < 60_000);
  const rolled = await kassaJson("keys", "roll", key.id, "--overlap", "1");
  assert.equal(rolled.replaces, key.id);
  assert.equal(rolled.expiresAt, facts.expiresAt, "the successor has the same expiry");
  assert.ok(Math.abs(Date.parse(rolled.replacedEndsAt) - Date.now() - 3_600_000) < 60_000);
  const longer = await kassaJson("keys", "roll", rolled.id, "--overlap", "720", "--expires-in", "30");
  assert.ok(Math.abs(Date.parse(longer.expiresAt) - Date.now() - 30 * 86_400_000) < 60_000);
  assert.equal(longer.replacedEndsAt, facts.expiresAt, "the overlap doesn't extend the old key");
  assert.match(rolled.secret, secretPattern("sandbox"));
  assert.deepEqual(await kassaJson("keys", "revoke", key.id), { id: key.id, revoked: true });
  const ended = await kassaJson(...create);
  await kassaJson("keys", "roll", ended.id, "--overlap", "0");
  const closed = await kassaJson("tenants", "create", "--name", "Closed");
  await kassaJson("tenants", "close", closed.tenant.id);
  const wrong: [string[], string][] = [
    [["keys", "create", "--tenant", "ten_nobody", "--mode", "live"], "refused"],
    [[...create, "--scope", "everything"], "usage"],
    [["keys", "revoke", "key_live_nothing"], "refused"],
    [["keys", "roll", key.id], "refused"],
    [["keys", "roll", ended.id], "refused"],
    [["keys", "roll", rolled.id, "--overlap", ""], "usage"],
    [["audit", "--since", "7"], "usage"],
    [["keys", "roll", closed.keys.live.id], "refused"],
  ];
  for (const [bad, expected] of wrong) {
    const { code, stdout, stderr } = await kassa(...bad, "--json");
    assert.equal(code, 2, bad.join(" "));
    assert.equal(stderr, "");
    const error: { code: string; message: string } = JSON.parse(stdout);
    assert.equal(error.code, expected);
    assert.ok(error.message.length > 10 && !/\n\s+at /.test(error.message), error.message);
  }
});

test("a revocation takes effect in every process within a second of the command's end", {
  timeout: 60_000,
}, async () => {
  const { keys } = await kassaJson("tenants", "create", "--name", "Revoked");
  const addresses = await Promise.all([serve(), serve()]);
  const { id, secret } = keys.sandbox;
  const uses: { sentAt: number; status: number; address: string }[] = [];
  let hammering = true;
  const hammer = async (address: string): Promise<void> => {
    while (hammering) {
      const sentAt = performance.now();
      const { status } = await fetch(address + sessionsPath, {
        headers: { authorization: `Bearer ${secret}` },
      });
      uses.push({ sentAt, status, address });
      await sleep(5);
    }
  };
  const clients = addresses.flatMap((address) => [hammer(address), hammer(address)]);
  await sleep(500);
  const { code } = await runKassa(["keys", "revoke", id], { env });
  const revokedAt = performance.now();
  assert.equal(code, 0);
  await sleep(1_500);
  hammering = false;
  await Promise.all(clients);
  for (const address of addresses) {
    const here = uses.filter((use) => use.address === address);
    assert.deepEqual(
      // 503: the machine stalled, and no decision was made.
      new Set(here.map(({ status }) => status).filter((status) => status !== 503)),
      new Set([200, 401]),
      "used before and refused after",
    );
    const lastGood = Math.max(...here.filter(({ status }) => status === 200).map(({ sentAt }) => sentAt));
    assert.ok(
      lastGood <= revokedAt + 1_000,
      `accepted ${Math.round(lastGood - revokedAt)} ms after the revocation`,
    );
  }
});

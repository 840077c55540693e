import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CommandEnding, runKassa, runKassaHere } from "../support/command.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { fetchWithRetry } from "../support/fetch-with-retry.ts";
import { type KassaProcess, startServe } from "../support/process.ts";
import { until } from "../support/until.ts";

/** Runs `kassa audit`, `customers erase` and `secrets rotate` as an operator does, beside a running server. */
const oldKey = "the-secret-key-before-the-change-of-keys";
const newKey = "the-secret-key-after-the-change-of-keys";
const email = "Ada@example.com";
let db: TestDatabase;
let server: KassaProcess;
let tenant: { id: string };
let key: string;

const env = (current: string, other?: string): Record<string, string> => ({
  DATABASE_URL: String(db.settings.connectionString),
  KASSA_SECRET_KEY: current,
  ...(other === undefined ? {} : { KASSA_OTHER_SECRET_KEY: other }),
});
const kassa = (...args: string[]): Promise<CommandEnding> => runKassaHere(args, { env: env(oldKey) });

before(async () => {
  db = await openTestDatabase();
  const made = await kassa("tenants", "create", "--name", "Bakery", "--json");
  assert.equal(made.code, 0, made.output);
  const { tenant: given, keys } = JSON.parse(made.stdout);
  tenant = given;
  key = keys.sandbox.secret;
  server = await startServe({ ...env(oldKey, newKey), KASSA_RATE_LIMIT: "off" });
});
after(async () => {
  await server?.end();
  await db.close();
});

type Answer = { status: number; text: string };

async function post(where: string, body: object, idempotencyKey: string): Promise<Answer> {
  const response = await fetchWithRetry(`${server.url}/api/${where}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  // Each server of these tests listens on another port, and its responses contain it.
  return { status: response.status, text: text.replaceAll(/localhost:\d+/g, "localhost") };
}

const remove = (where: string): Promise<Response> =>
  fetch(`${server.url}/api/${where}`, { method: "DELETE", headers: { authorization: `Bearer ${key}` } });

const makeSession = (idempotencyKey: string, more: object = {}): Promise<Answer> => {
  const order = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks", ...more };
  return post("checkout/sessions", order, idempotencyKey);
};
const makeEndpoint = (idempotencyKey: string): Promise<Answer> =>
  post("webhook-endpoints", { url: "https://shop.example/hook" }, idempotencyKey);

/** Wrong arguments exit with 2, as text and as JSON. */
async function assertRefused(args: readonly string[], code: string, says: RegExp): Promise<void> {
  const told = await kassa(...args);
  assert.deepEqual([told.code, told.stdout], [2, ""], args.join(" "));
  assert.match(told.stderr, says);
  assert.doesNotMatch(told.stderr, /^\s+at /m);
  const asJson = await kassa(...args, "--json");
  assert.deepEqual([asJson.code, asJson.stderr], [2, ""], args.join(" "));
  const error: { object: string; code: string; message: string } = JSON.parse(asJson.stdout);
  assert.deepEqual([error.object, error.code], ["error", code]);
  assert.match(error.message, says);
}

test("audit shows who changed what, newest first", async () => {
  const renamed = await kassa("tenants", "rename", tenant.id, "Rosa's Bakery");
  assert.equal(renamed.code, 0, renamed.output);
  const read = await kassa("audit");
  assert.equal(read.code, 0, read.output);
  const [header, newest] = read.stdout.split("\n");
  assert.match(String(header), /^when +who +from +what$/);
  assert.match(String(newest), /operator \S+ \(kassa tenants rename\) .*changed tenant ten_\w+: name$/);

  const asJson = await kassa("audit", "--tenant", tenant.id, "--since", "1d", "--limit", "1", "--json");
  const { object, data } = JSON.parse(asJson.stdout);
  assert.deepEqual([object, data.length], ["list", 1]);
  assert.deepEqual(
    [data[0].tenant, data[0].changes.name],
    [tenant.id, { from: "Bakery", to: "Rosa's Bakery" }],
  );
  assert.doesNotMatch(asJson.stdout + read.stdout, new RegExp(key));
  const later = await kassa("audit", "--since", "2999-01-01");
  assert.deepEqual([later.code, later.stdout], [0, "The audit log has no such entries.\n"]);
});

test("the audit log contains the full command without its arguments", async () => {
  const actorOf = async (...args: string[]): Promise<string> => {
    const { code, output } = await kassa(...args);
    assert.equal(code, 0, output);
    return JSON.parse((await kassa("audit", "--limit", "1", "--json")).stdout).data[0].actor;
  };
  assert.match(await actorOf("receipts", "keys", "roll", "--mode", "live"), / \(kassa receipts keys roll\)$/);
  assert.match(await actorOf("keys", "create", "--mode", "live"), / \(kassa keys create\)$/);
});

test("audit refuses invalid arguments", async () => {
  await assertRefused(["audit", "--limit", "0"], "usage", /--limit takes a number from 1 to 10000/);
  await assertRefused(
    ["audit", "--since", "yesterday"],
    "usage",
    /--since takes a number of days such as 7d/,
  );
  await assertRefused(["audit", "--tenant", "ten_nobody"], "refused", /There is no tenant ten_nobody/);
  await assertRefused(["audit", "all"], "usage", /too many arguments/);
});

test("holds are listed, refused without a reason, and released with one that the audit log keeps", async () => {
  assert.equal((await kassa("holds", "list")).stdout, "No account is on hold.\n");
  // An account that no process can compare: its next comparison is far off.
  await db.sql(
    `INSERT INTO movement_holds (tenant_id, id, mode, checks, next_check_at)
     SELECT tenant_id, 'silent', 'sandbox', 7, now() + interval '1 day' FROM tenants`,
  );
  await db.sql("UPDATE movement_holds SET since = now() - interval '1 hour'");
  const listed = await kassa("holds", "list", "--tenant", tenant.id);
  assert.match(listed.stdout, new RegExp(`^${tenant.id} +sandbox +silent +\\S+Z +7$`, "m"));
  const asJson: { object: string; data: { account: string; checks: number }[] } = JSON.parse(
    (await kassa("holds", "list", "--json")).stdout,
  );
  assert.deepEqual(
    [asJson.object, asJson.data.map(({ account, checks }) => [account, checks])],
    ["list", [["silent", 7]]],
  );
  const { stdout: said } = await kassa("doctor");
  assert.match(said, /on hold at 1 connector account[\s\S]*holds list[\s\S]*holds release/);

  const release = ["holds", "release", "--account", "silent"];
  await assertRefused(release, "usage", /--reason[\s\S]*a second time[\s\S]*Check first/);
  await assertRefused([...release, "--reason", "  "], "usage", /Give the reason/);
  await assertRefused([...release, "--reason", "x".repeat(501)], "usage", /at most 500/);
  await assertRefused(
    ["holds", "release", "--account", "other", "--reason", "it is over"],
    "refused",
    /isn't on hold/,
  );
  assert.equal((await db.sql("SELECT FROM movement_holds")).length, 1);

  const released = await kassa(...release, "--reason", "The PSP was closed", "--json");
  assert.equal(released.code, 0, released.output);
  assert.equal(JSON.parse(released.stdout).account, "silent");
  assert.equal((await db.sql("SELECT FROM movement_holds")).length, 0);
  const audited = JSON.parse((await kassa("audit", "--limit", "1", "--json")).stdout).data[0];
  assert.match(audited.actor, /operator \S+ \(kassa holds release\)/);
  assert.deepEqual(
    [
      audited.action,
      audited.object,
      audited.objectId,
      audited.tenant,
      audited.mode,
      audited.changes.reason.to,
    ],
    ["deleted", "movement_hold", "silent", tenant.id, "sandbox", "The PSP was closed"],
  );
});

test("customers erase removes an address in any letter case, and says how often", async () => {
  const made = await makeSession("ada", { customerEmail: email });
  assert.equal(made.status, 200, made.text);
  const session: { id: string } = JSON.parse(made.text);
  const erased = await kassa("customers", "erase", email.toLowerCase(), "--json");
  assert.equal(erased.code, 0, erased.output);
  const told = JSON.parse(erased.stdout);
  assert.deepEqual([told.tenant, told.erased.sessions, told.erased.payments], [tenant.id, 1, 0]);
  const [row] = await db.sql<{ address: string | null; amount: number }>(
    "SELECT customer_email AS address, amount FROM checkout_sessions WHERE id = $1",
    [session.id],
  );
  assert.deepEqual([row?.address, Number(row?.amount)], [null, 2599]);

  const again = await kassa("customers", "erase", email);
  assert.equal(again.code, 0, again.output);
  assert.match(
    again.stdout,
    /^Erased the customer from 0 sessions, 0 payments and 0 events of "Rosa's Bakery"/,
  );
});

test("customers erase refuses invalid arguments, and asks which of several tenants", async () => {
  await assertRefused(["customers", "erase", "ada"], "usage", /"ada" is not an e-mail address/);
  await assertRefused(["customers", "erase"], "usage", /missing required argument 'email'/);
  const other = await kassa("tenants", "create", "--name", "Another");
  assert.equal(other.code, 0, other.output);
  await assertRefused(
    ["customers", "erase", email],
    "usage",
    /Which tenant\? Add --tenant with one of:\n.*ten_/,
  );
  const named = await kassa("customers", "erase", email, "--tenant", tenant.id);
  assert.equal(named.code, 0, named.output);
});

test("secrets rotate refuses a wrong key and a short one", async () => {
  const wrong = await runKassa(["secrets", "rotate"], { env: env("a-key-that-has-never-sealed-anything") });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /KASSA_SECRET_KEY/);
  const short = await runKassa(["secrets", "rotate", "--json"], { env: env("short", oldKey) });
  assert.deepEqual([short.code, JSON.parse(short.stdout).code], [2, "configuration"]);
  await assertRefused(["secrets", "rotate", "now"], "usage", /too many arguments/);
});

test("tenants limit sets, shows and removes allowed hosts and rate limits", async () => {
  const limit = (...args: string[]) => kassa("tenants", "limit", "--tenant", tenant.id, ...args);
  const limited = await limit(
    "--allowed-hosts",
    "other.example, *.other.example",
    "--rate-limits",
    "live=500,sandbox=900",
  );
  assert.equal(limited.code, 0, limited.output);
  assert.match(
    limited.stdout,
    /sent back to other\.example, \*\.other\.example; .* 500\/s in live mode and 900\/s in sandbox/,
  );
  const isRefused = async () =>
    (await makeSession(`limited-${Math.random()}`)).text.includes("url_not_allowed");
  await until(isRefused, "the running server refuses another host");
  for (const [option, value, says] of [
    ["--allowed-hosts", "https://shop.example", /"https:\/\/shop\.example" is not a host.*without scheme/],
    ["--rate-limits", "live=0", /"live=0" is not a limit\. Write it like live=500/],
  ] as const) {
    const { code, stderr } = await limit(option, value);
    assert.equal(code, 2);
    assert.match(stderr, says);
  }
  const freed = await limit("--allowed-hosts", "", "--json");
  assert.deepEqual(JSON.parse(freed.stdout).allowedHosts, []);
  assert.deepEqual(JSON.parse(freed.stdout).rateLimits, { live: 500, sandbox: 900 }, "other limits are kept");
  const ratesAfter = async (change: string) =>
    JSON.parse((await limit("--rate-limits", change, "--json")).stdout).rateLimits;
  assert.deepEqual(await ratesAfter("live=700"), { live: 700, sandbox: 900 });
  assert.deepEqual(await ratesAfter("live="), { sandbox: 900 });
  assert.equal(await ratesAfter(""), null);
  await until(async () => !(await isRefused()), "any host may be named again");
});

test("secrets rotate changes the key while a server creates sessions and webhook endpoints", async () => {
  const before = await makeEndpoint("endpoint-before");
  assert.equal(before.status, 200, before.text);
  await server.end();
  server = await startServe({ ...env(newKey, oldKey), KASSA_RATE_LIMIT: "off" });

  const answers = new Map<string, Answer>();
  let isRotating = true;
  const make = async (): Promise<void> => {
    for (let turn = 0; isRotating; turn += 1) {
      answers.set(`session-${turn}`, await makeSession(`session-${turn}`));
      const endpoint = await makeEndpoint(`endpoint-${turn}`);
      answers.set(`endpoint-${turn}`, endpoint);
      // A tenant can have at most 20.
      await remove(`webhook-endpoints/${JSON.parse(endpoint.text).id}`);
    }
  };
  const making = make();
  await until(() => answers.size >= 2, "the server makes sessions and endpoints");
  const rotated = await runKassa(["secrets", "rotate", "--json"], { env: env(newKey, oldKey) });
  isRotating = false;
  await making;
  assert.equal(rotated.code, 0, rotated.output);
  assert.ok(JSON.parse(rotated.stdout).resealed.webhookEndpoints >= 1);
  for (const [name, { status, text }] of answers) assert.equal(status, 200, `${name}: ${text}`);

  await server.end();
  server = await startServe({ ...env(newKey), KASSA_RATE_LIMIT: "off" });
  assert.deepEqual(
    await makeEndpoint("endpoint-before"),
    before,
    "sealed with the old key, opened with the new one",
  );
  for (const [name, answer] of answers) {
    const repeat = name.startsWith("session") ? makeSession : makeEndpoint;
    assert.deepEqual(await repeat(name), answer, name);
  }
  const old = await runKassa(["keys", "list", "--tenant", tenant.id], { env: env(oldKey) });
  assert.equal(old.code, 2, "the old key opens nothing");
});

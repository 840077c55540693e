import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { examples } from "../../src/commands/examples.ts";
import { neededColumns } from "../../src/connectors/adyen/report-rows.ts";
import { type FakeAdyen, startFakeAdyen } from "../psp/adyen/fake-adyen.ts";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type CommandEnding, runKassa } from "../support/command.ts";
import { splitLine } from "../support/command-line.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { type KassaProcess, startPsp, startServe } from "../support/process.ts";

/**
 * Runs the examples of every command's help, in order, on an installation with two tenants. Each works as it is
 * written, or asks for --tenant and works with it.
 */
const folder = mkdtempSync(path.join(tmpdir(), "kassa-tenants-"));
let db: TestDatabase;
let server: KassaProcess;
let stripe: FakeStripe;
let adyen: FakeAdyen;
let env: Record<string, string>;
let tenantId: string;
/** The ids of this installation, by the ids in the examples. */
const realIds = new Map<string, string>();

before(async () => {
  db = await openTestDatabase();
  const port = await freePort();
  stripe = await startFakeStripe();
  adyen = await startFakeAdyen({ apiKey: adyenKey, merchantAccounts: ["ShopECOM", "BakeryECOM"] });
  env = {
    KASSA_STRIPE_URL: stripe.url,
    KASSA_ADYEN_URL: adyen.url,
    DATABASE_URL: String(db.settings.connectionString),
    KASSA_SECRET_KEY: "the-secret-key-of-an-installation-with-two-tenants",
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    PORT: String(port),
  };
  const bakery = await makeTenant("Bakery");
  await makeTenant("Florist");
  tenantId = bakery.tenant.id;
  realIds.set("ten_1a2B3c4", tenantId).set("key_live_1a2B3c4", bakery.keys.live.id);
  await db.sql("INSERT INTO staff.people (id, name, email) VALUES ('person_1', 'Ada', 'ada@shop.example')");
  server = await startServe(env);
  writeFileSync(path.join(folder, "receipt.json"), await receiptOfPaidSession(bakery.keys.sandbox.secret));
  const published = await fetch(`${server.url}/.well-known/kassa-receipt-keys.json`);
  const keys = await published.text();
  writeFileSync(path.join(folder, "kassa-receipt-keys.json"), keys);
  realIds.set("3f9aC7kQ", JSON.parse(keys).keys[0].kid);
  writeFileSync(path.join(folder, "logo.png"), Buffer.from(smallestPng, "base64"));
  await writeStatements(bakery.keys.live.secret);
  realIds.set("ca_live_1a2B3c4", await makeConnectorAccount("stripe", stripeCredentials(stripe.keys.live)));
  const atAdyen = ["--setting", "merchantAccount=BakeryECOM", "liveUrlPrefix=1797a841fbb37ca7-Bakery"];
  realIds.set("ca_live_2b3C4d5", await makeConnectorAccount("adyen", `apiKey=${adyenKey}\n`, ...atAdyen));
  writeFileSync(path.join(folder, "settlement_detail_report_batch_42.csv"), settlementReport());
});
after(async () => {
  await server?.end();
  await stripe?.close();
  await adyen?.close();
  await db.close();
  rmSync(folder, { recursive: true });
});

/** White, 16 by 16 pixels: the smallest permitted logo. */
const smallestPng =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADklEQVR42mP4/5+BFAQA/U4f4d7IdZcAAAAASUVORK5CYII=";

/** Commands that run until they are stopped; `serve` runs beside all the others here. */
const running = ["serve", "listen", "events tail", "sandbox-psp"];
/** Commands for Kassa's own PostgreSQL, which refuse this one. */
const ofOwnPostgres = ["backup", "restore"];
/** For an archive of Kassa's own PostgreSQL, which this installation hasn't; see test/start/wal-archive.matrix.test.ts. */
const ofArchives = ["wal prune"];
/** Commands for one tenant, which ask for it. */
const ofOneTenant = [
  "connectors add",
  "statements import",
  "customers erase",
  "payments search",
  "trigger",
  "ledger close",
  "ledger reopen",
  "ledger periods",
  "reports",
  "keys create",
  "keys list",
  "people owner-link",
  "tenants logo",
  "tenants limit",
  "tenants set",
  "tenants show",
];

const ended = Object.entries(examples).filter(
  ([command]) => ![...running, ...ofOwnPostgres, ...ofArchives].includes(command),
);
for (const [command, lines] of ended) {
  for (const line of lines) {
    test(`with two tenants: kassa ${line}`, async () => {
      const args = splitLine(line.replace(/ [<>] .*/, "")).map((word) => realIds.get(word) ?? word);
      if (command === "holds release") await holdAccount(args[args.indexOf("--account") + 1] ?? "");
      const input = command.startsWith("connectors") ? credentialsFor(line) : "";
      const told = await runKassa(args, { env, cwd: folder, input });
      if (!ofOneTenant.includes(command) || args.includes("--tenant")) return assertWorked(command, told);
      assertAsksWhich(told);
      const named = await runKassa([...args, "--tenant", tenantId], { env, cwd: folder, input });
      assert.equal(named.code, 0, named.output);
    });
  }
}

/** Holds an account of the bakery, as after a restore; the server won't compare it meanwhile. */
const holdAccount = (account: string): Promise<unknown> =>
  db.sql(
    `INSERT INTO movement_holds (tenant_id, mode, id, next_check_at)
     SELECT tenant_id, 'live', $2, now() + interval '1 hour' FROM tenants WHERE id = $1`,
    [tenantId, account],
  );

test("with two tenants: kassa listen asks which one, and forwards its events", async () => {
  const [line = ""] = examples.listen ?? [];
  const args = splitLine(line);
  assertAsksWhich(await kassa(...args));
  const printed = await firstLineOf([...args, "--tenant", tenantId]);
  assert.match(
    printed,
    /^Forwarding the sandbox events of "Rosa's Bakery & Café" to http:\/\/localhost:3000\/hook/,
  );
});

test("with two tenants: kassa events tail asks which one, prints its events and ends by Ctrl-C", async () => {
  assertAsksWhich(await kassa("events", "tail"));
  const printed = await firstLineOf([
    "events",
    "tail",
    "--since",
    "2020-01-01",
    "--tenant",
    tenantId,
    "--json",
  ]);
  assert.equal(JSON.parse(String(printed.split("\n")[0])).object, "event");
});

test("with a PostgreSQL of one's own: kassa backup and restore say what to do instead", async () => {
  for (const command of ofOwnPostgres) {
    const told = await kassa(command, path.join(folder, "kassa.backup"));
    assert.equal(told.code, 2, told.output);
    assert.match(told.stderr, /for Kassa's own PostgreSQL only, and DATABASE_URL is set.*backup\.md/);
  }
});

test("with two tenants: kassa sandbox-psp", async () => {
  const psp = await startPsp(env);
  await psp.end("SIGKILL");
  assert.match(psp.printed(), /^The simulated PSP answers at /m);
});

const adyenKey = `AQE${"0123456789".repeat(5)}`;

/** What `credentials.txt` holds, or what is typed, in an example of connector accounts. */
function credentialsFor(line: string): string {
  if (line.includes("adyen")) return `apiKey=${adyenKey}\n`;
  return stripeCredentials(line.includes("sandbox") ? stripe.keys.test : stripe.keys.live);
}

const stripeCredentials = (apiKey: string): string =>
  `apiKey=${apiKey}\nwebhookSecret=whsec_0123456789abcdef0123456789abcdef\n`;

async function makeConnectorAccount(psp: string, input: string, ...more: string[]): Promise<string> {
  const args = ["connectors", "add", psp, "--mode", "live", "--tenant", tenantId, "--json", ...more];
  const made = await runKassa(args, { env, cwd: folder, input });
  assert.equal(made.code, 0, made.output);
  return JSON.parse(made.stdout).id;
}

/** A settlement details report of Adyen's with a fee. */
function settlementReport(): string {
  const fee: Partial<Record<string, string>> = {
    "Merchant Account": "BakeryECOM",
    "Creation Date": "2026-10-05 10:00:00",
    TimeZone: "CET",
    Type: "Fee",
    "Net Currency": "EUR",
    "Net Debit (NC)": "0.30",
    "Batch Number": "42",
  };
  return [neededColumns, neededColumns.map((column) => fee[column] ?? "")]
    .map((row) => `${row.join(",")}\n`)
    .join("");
}

/** The files of the examples, and the account that they are statements of. */
async function writeStatements(key: string): Promise<void> {
  const iban = "DE89370400440532013000";
  const created = await fetch(`${server.url}/api/bank-accounts`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ type: "iban", holder: "Bakery", currency: "EUR", iban }),
  });
  assert.equal(created.status, 200, await created.text());
  const files = {
    "camt053.xml": sampleCamt(sampleEntry()),
    "account.csv": "Date,Amount,Text\n2026-11-20,12.50,Order 1\n",
    "csv-map.json": JSON.stringify({
      account: iban,
      currency: "EUR",
      columns: { date: "Date", amount: "Amount", text: "Text" },
    }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
}

const kassa = (...args: string[]): Promise<CommandEnding> => runKassa(args, { env, cwd: folder });

/** Doctor may report one problem: the tests' PostgreSQL runs without fsync, which is faster. */
function assertWorked(command: string, { code, output }: CommandEnding): void {
  const problems = Array.from(output.matchAll(/^✗ (\w+)|"name": "(\w+)",\s+"state": "problem"/gm));
  const named = problems.map(([, inWords, inJson]) => inWords ?? inJson);
  const mayBeOne = command === "doctor" && named.join() === "Durability";
  assert.equal(code, mayBeOne ? 1 : 0, output);
}

function assertAsksWhich({ code, stdout, stderr }: CommandEnding): void {
  assert.deepEqual([code, stdout], [2, ""], stderr);
  assert.match(stderr, new RegExp(`^Which tenant\\? Add --tenant with one of:\n[^]*${tenantId}`));
}

/** The first line of a continuous command, which is then stopped. */
async function firstLineOf(args: readonly string[]): Promise<string> {
  const main = path.resolve(import.meta.dirname, "../../src/main.js");
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, KASSA_METRICS_PORT: "off", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const printed = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    child.stdout.once("end", () => resolve(""));
  });
  child.kill("SIGINT");
  await exited;
  return printed;
}

type Created = {
  readonly tenant: { readonly id: string };
  readonly keys: Record<"sandbox" | "live", { readonly id: string; readonly secret: string }>;
};

async function makeTenant(name: string): Promise<Created> {
  const made = await kassa("tenants", "create", "--name", name, "--json");
  assert.equal(made.code, 0, made.output);
  return JSON.parse(made.stdout);
}

async function receiptOfPaidSession(key: string): Promise<string> {
  const authorization = `Bearer ${key}`;
  const created = await fetch(`${server.url}/api/checkout/sessions`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" }),
  });
  const { id, url } = (await created.json()) as { id: string; url: string };
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? "";
  const form = new URLSearchParams({ token, number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" });
  const paid = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  assert.equal(paid.status, 303);
  const receipt = await fetch(`${server.url}/api/checkout/sessions/${id}/receipt`, {
    headers: { authorization },
  });
  assert.equal(receipt.status, 200);
  return receipt.text();
}

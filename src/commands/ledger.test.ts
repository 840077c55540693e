import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { pay } from "../../test/api/paying.ts";
import { startTestApp, type TestApp, testSecretKey } from "../../test/support/app.ts";

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(() => kassa.close());

type Output = { code: number; stdout: string; stderr: string };

/** `kassa ledger verify` in a process of its own, beside the running server. */
function verify(...args: string[]): Promise<Output> {
  const env = {
    PATH: process.env.PATH,
    // Saves a fifth of each start.
    NODE_COMPILE_CACHE: path.join(tmpdir(), "kassa-test-compile-cache"),
    DATABASE_URL: kassa.db.settings.connectionString,
    KASSA_SECRET_KEY: testSecretKey,
  };
  const root = path.resolve(import.meta.dirname, "../..");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["src/main.ts", "ledger", "verify", ...args],
      { cwd: root, env },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

test("books that are right are said to be, with what was looked at, and end with 0", async () => {
  await pay(kassa);
  const { code, stdout, stderr } = await verify();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(stdout, "Checked 1 payment: 1 transaction, 2 entries.\n✓ The books are right.\n");
  const told = await verify("--json", "--tenant", kassa.tenant.tenant.id);
  assert.equal(told.code, 0, told.stderr);
  assert.deepEqual(JSON.parse(told.stdout), {
    object: "ledger.verification",
    ok: true,
    payments: 1,
    transactions: 1,
    entries: 2,
    differencesFound: 0,
    differences: [],
  });
});

test("books that differ are said to, payment for payment, and end with 1", async () => {
  const other = await kassa.makeTenant("Other");
  const { id } = await pay(kassa, { key: other.keys.sandbox.secret });
  await kassa.db.sql("UPDATE payments SET amount_disputed = 599 WHERE id = $1", [id]);
  const text = "The books have 0.00 EUR disputed; the payment has 5.99 EUR.";
  const { code, stdout } = await verify();
  assert.equal(code, 1);
  assert.ok(stdout.startsWith(`✗ ${id} (Other, sandbox): ${text}\nChecked 2 payments:`), stdout);
  const told = await verify("--json");
  assert.equal(told.code, 1);
  assert.deepEqual(JSON.parse(told.stdout).differences, [
    { tenant: other.tenant.id, mode: "sandbox", payment: id, about: "amount", text },
  ]);
  assert.equal(
    (await verify("--tenant", kassa.tenant.tenant.id)).code,
    0,
    "another tenant's books are right",
  );
});

test("a tenant that there is not is said to be none", async () => {
  const { code, stderr } = await verify("--tenant", "ten_nobody");
  assert.equal(code, 1);
  assert.match(stderr, /There is no tenant ten_nobody/);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pay } from "../../test/api/paying.ts";
import { startReview } from "../../test/api/payment-in-review.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { type CommandEnding, runKassaHere } from "../../test/support/command.ts";
import { testSecretKey } from "../../test/support/keyring.ts";

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(() => kassa.close());

/** `kassa ledger verify` while the server runs. */
const verify = (...args: string[]): Promise<CommandEnding> => command(kassa, "ledger", "verify", ...args);

const command = ({ db }: TestApp, ...args: string[]): Promise<CommandEnding> =>
  runKassaHere(args, {
    env: { DATABASE_URL: db.settings.connectionString, KASSA_SECRET_KEY: testSecretKey },
  });

test("a correct ledger is reported with what was checked, and the exit code is 0", async () => {
  await pay(kassa);
  const { code, stdout, stderr } = await verify();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(stdout, "Checked 1 payment: 1 transaction, 2 entries.\n✓ The ledger is correct.\n");
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
    underReview: [],
  });
});

test("verify and doctor report what a PSP holds for a payment under review, and it is no difference", async (t) => {
  const { shop } = await startReview(t, { session: { amount: 1000 } });
  const { code, stdout } = await command(shop, "ledger", "verify");
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^! Under review and not in the ledger \(Test shop, sandbox\): 1 payment: 6\.00 EUR captured$/m,
  );
  const told = await command(shop, "ledger", "verify", "--json");
  assert.deepEqual(JSON.parse(told.stdout).underReview, [
    {
      tenant: shop.tenant.tenant.id,
      mode: "sandbox",
      currency: "EUR",
      payments: 1,
      amountCaptured: 600,
      amountReserved: 0,
    },
  ]);
  const examined = await command(shop, "doctor");
  assert.match(examined.stdout, /! Reviews: .*: sandbox, 1 payment: 6\.00 EUR captured$/m);
});

test("each difference is reported with its payment, and the exit code is 1", async () => {
  const other = await kassa.makeTenant("Other");
  const { id } = await pay(kassa, { key: other.keys.sandbox.secret });
  await kassa.db.sql("UPDATE payments SET amount_disputed = 599 WHERE id = $1", [id]);
  const text = "The ledger has 0.00 EUR disputed; the payment has 5.99 EUR.";
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
    "another tenant's ledger is correct",
  );
});

test("an unknown tenant is refused", async () => {
  const { code, stderr } = await verify("--tenant", "ten_nobody");
  assert.equal(code, 2);
  assert.match(stderr, /There is no tenant ten_nobody/);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTransferShop } from "../../test/api/paying-by-transfer.ts";
import { type FakeStripe, startFakeStripe } from "../../test/psp/stripe/fake-stripe.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { type CommandEnding, runKassaHere } from "../../test/support/command.ts";
import { testSecretKey } from "../../test/support/keyring.ts";

let stripe: FakeStripe;
let kassa: TestApp;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp();
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

/** Runs `kassa connectors …` with a text on standard input. */
const run = (args: readonly string[], input = ""): Promise<CommandEnding> =>
  runKassaHere(args, {
    env: {
      DATABASE_URL: kassa.db.settings.connectionString,
      KASSA_SECRET_KEY: testSecretKey,
      KASSA_STRIPE_URL: stripe.url,
    },
    input,
  });

const add = ["connectors", "add", "stripe", "--mode", "sandbox"];

test("an account is added from standard input, registered, enabled, checked, rotated and disabled", async () => {
  const added = await run([...add, "--register-notifications", "--json"], `apiKey=${stripe.keys.test}\n`);
  assert.equal(added.code, 0, added.stderr);
  const account = JSON.parse(added.stdout);
  assert.deepEqual([account.status, account.missingCredentials], ["disabled", []]);
  assert.ok(!added.stdout.includes(stripe.keys.test));
  const { id } = account;
  assert.equal((await run(["connectors", "enable", id])).stdout, `${id} is enabled.\n`);
  assert.equal((await run(["connectors", "check", id])).code, 0);
  const doctor = await run(["doctor", "--json"]);
  const finding = JSON.parse(doctor.stdout).findings.find(({ name }: { name: string }) => name.includes(id));
  assert.equal(finding?.state, "ok", doctor.stdout);
  const rotated = await run(
    ["connectors", "rotate", id, "--overlap", "0", "--json"],
    "webhookSecret=whsec_0123456789abcdef0123456789abcdef",
  );
  assert.equal(JSON.parse(rotated.stdout).previousCredentialsRetireAt, null, rotated.stderr);
  assert.equal((await run(["connectors", "disable", id])).code, 0);
  const listed = JSON.parse((await run(["connectors", "list", "--json"])).stdout);
  assert.deepEqual(
    listed.data.map((each: { id: string; status: string }) => [each.id, each.status]),
    [[id, "disabled"]],
  );
});

test("refused credentials end with 2 and are not repeated", async () => {
  const refused = await run(add, `apiKey=${stripe.keys.live}\n`);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^apiKey: This is a credential of Stripe's live environment/);
  assert.ok(!(refused.stdout + refused.stderr).includes(stripe.keys.live));
});

test("an account that lacks nothing can be added disabled, and says how to enable it", async () => {
  const added = await run(
    [...add, "--disabled"],
    `apiKey=${stripe.keys.test}\nwebhookSecret=whsec_0123456789abcdef0123456789abcdef\n`,
  );
  assert.equal(added.code, 0, added.stderr);
  assert.match(
    added.stdout,
    /Created ca_sandbox_\w+, disabled\.\nEnable it: .*connectors enable ca_sandbox_/,
  );
});

// Last, because it makes a second tenant.
test("an account for transfers to one's own bank account needs no credentials, and the checks say so", async () => {
  const { connectorAccount: id } = await openTransferShop(kassa, { mode: "sandbox" });
  const checked = await run(["connectors", "check", id]);
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, /needs no credentials/);
  const { findings } = JSON.parse((await run(["doctor", "--json"])).stdout);
  const finding = findings.find(({ name }: { name: string }) => name.includes(id));
  assert.deepEqual([finding?.state, finding?.text], ["ok", "needs no credentials; it is enabled"]);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakeStripe, startFakeStripe } from "../../test/psp/stripe/fake-stripe.ts";
import { type CallOptions, startTestApp, type TestApp } from "../../test/support/app.ts";
import { testSecretKey } from "../../test/support/keyring.ts";
import { present } from "../kernel/assert.ts";
import { Sealer } from "../kernel/seal.ts";
import { makeAccountStore } from "./account-store.ts";
import { resealAccounts } from "./reseal-accounts.ts";

let stripe: FakeStripe;
let kassa: TestApp;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_STRIPE_URL: stripe.url, KASSA_PSP_TIMEOUT_MS: "1000" });
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

const path = "/api/connector-accounts";
const post = (to: string, body?: unknown, options: CallOptions = {}) =>
  kassa.call("POST", `${path}${to}`, { ...(body === undefined ? {} : { body }), ...options });
const newAccount = (credentials: object = { apiKey: stripe.keys.test }, more: object = {}) => ({
  connector: "stripe",
  label: "Shop",
  credentials,
  ...more,
});
const whsec = "whsec_0123456789abcdef0123456789abcdef";
const complete = () => ({ apiKey: stripe.keys.test, webhookSecret: whsec });
/** A store that keeps nothing in memory. */
const storeWith = (keyring: Sealer = kassa.keyring) =>
  makeAccountStore({
    database: kassa.db.database,
    keyring,
    epoch: () => undefined,
    knowsTenant: async () => true,
  });
const inSandbox = () => ({ tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" }) as const;

async function create(body: object = newAccount()) {
  const made = await post("", body);
  assert.equal(made.status, 200, made.text);
  return made.body;
}

test("200: an account without its signing secret is stored as disabled, with the address for notifications", async () => {
  const account = await create(newAccount(undefined, { currencies: ["eur"], countries: ["de"] }));
  assert.match(account.id, /^ca_sandbox_/);
  assert.deepEqual(
    [account.status, account.credentials, account.missingCredentials],
    ["disabled", ["apiKey"], ["webhookSecret"]],
  );
  assert.equal(new URL(account.notificationUrl).pathname, `/api/notifications/stripe/${account.id}`);
  assert.deepEqual([account.currencies, account.countries, account.methods], [["EUR"], ["DE"], null]);
  assert.deepEqual((await kassa.call("GET", `${path}/${account.id}`)).body, account);
  const refused = await post(`/${account.id}`, { status: "enabled" });
  assert.deepEqual([refused.status, refused.body.code], [409, "connector_account_incomplete"]);
});

test("200: a complete account is enabled at once, and can be disabled but not deleted", async () => {
  const { id, status } = await create(newAccount(complete()));
  assert.equal(status, "enabled");
  assert.equal((await post(`/${id}`, { status: "disabled" })).body.status, "disabled");
  const refused = await kassa.call("DELETE", `${path}/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, "connector_account_in_use"]);
  const unused = await create();
  assert.equal((await kassa.call("DELETE", `${path}/${unused.id}`)).body.deleted, true);
  assert.equal((await kassa.call("GET", `${path}/${unused.id}`)).status, 404);
});

test("200: an account that lacks nothing stays disabled if the request says so, until it is enabled", async () => {
  const { id, status, missingCredentials } = await create(newAccount(complete(), { status: "disabled" }));
  assert.deepEqual([status, missingCredentials], ["disabled", []]);
  assert.equal((await post(`/${id}`, { status: "enabled" })).body.status, "enabled");
  assert.equal((await create(newAccount(complete(), { status: "enabled" }))).status, "enabled");
  const refused = await post("", newAccount(undefined, { status: "enabled" }));
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.param],
    [409, "connector_account_incomplete", "/status"],
  );
});

test("200: Kassa registers the address at Stripe once and stores the signing secret", async () => {
  const { id } = await create();
  const options = { headers: { "idempotency-key": `register-${id}` } };
  const registered = await post(`/${id}/register-notifications`, undefined, options);
  assert.equal(registered.status, 200, registered.text);
  assert.deepEqual(registered.body.missingCredentials, []);
  const repeated = await post(`/${id}/register-notifications`, undefined, options);
  assert.equal(repeated.text, registered.text);
  const again = await post(`/${id}/register-notifications`);
  assert.deepEqual([again.status, again.body.code], [409, "registration_not_possible"]);
  const made = stripe.requests.filter((each) => JSON.stringify(each).includes("/v1/webhook_endpoints"));
  assert.equal(made.length, 1);
  assert.deepEqual(stripe.problems, []);
  assert.equal((await post(`/${id}`, { status: "enabled" })).body.status, "enabled");
});

test("400: a live key in the sandbox, an unknown name, a wrong form and a missing key are named", async () => {
  const faultOf = async (body: object) => {
    const { status, body: problem, text } = await post("", body);
    assert.ok(!text.includes("sk_live_") || !text.includes(stripe.keys.live), "the key is not repeated");
    return [status, problem.code, problem.param];
  };
  const wrong = [400, "credentials_invalid", "/credentials/apiKey"];
  assert.deepEqual(await faultOf(newAccount({ apiKey: stripe.keys.live })), wrong);
  assert.deepEqual(await faultOf(newAccount({ apiKey: "pk_test_0123456789" })), wrong);
  assert.deepEqual(await faultOf(newAccount({})), [400, "parameter_missing", "/credentials/apiKey"]);
  assert.deepEqual(await faultOf(newAccount({ ...complete(), apikey: "x" })), [
    400,
    "unknown_field",
    "/credentials/apikey",
  ]);
  const noMerchant = { connector: "adyen", label: "A", credentials: { apiKey: `AQE${"x".repeat(60)}` } };
  assert.deepEqual(await faultOf(noMerchant), [400, "parameter_missing", "/settings/merchantAccount"]);
  const limits = { amountLimits: { EUR: { minimum: 9, maximum: 5 } } };
  assert.deepEqual(await faultOf(newAccount(undefined, limits)), [
    400,
    "amount_invalid",
    "/amountLimits/EUR/minimum",
  ]);
});

test("422, 503: nothing is stored if Stripe refuses the key or can't be asked", async () => {
  const before = (await kassa.db.sql("SELECT FROM connector_accounts")).length;
  const unknown = await post("", newAccount({ apiKey: "sk_test_0123456789unknown" }));
  assert.deepEqual([unknown.status, unknown.body.code], [422, "credentials_refused"]);
  stripe.faults.add({ kind: "lose_answer_before", match: "/v1/checkout/sessions" });
  const lost = await post("", newAccount());
  assert.deepEqual([lost.status, lost.body.code], [503, "psp_unavailable"]);
  assert.equal((await kassa.db.sql("SELECT FROM connector_accounts")).length, before);
});

test("200: an Idempotency-Key makes one account, also if the PSP can't be asked at the repeat", async () => {
  const options = { headers: { "idempotency-key": "account-1" } };
  const first = await post("", newAccount(), options);
  stripe.faults.add({ kind: "lose_answer_before", match: "/v1/checkout/sessions" });
  const second = await post("", newAccount(), options);
  assert.equal(second.text, first.text);
});

test("200: rotation makes a version; notifications verify with both until the old one retires", async () => {
  const { id } = await create(newAccount(complete()));
  const secrets = async () =>
    (await storeWith().listVersions(id)).map(({ account }) => account.settings.webhookSecret);
  const next = `${whsec}next`;
  const rotated = await post(`/${id}/credentials`, { credentials: { webhookSecret: next } });
  assert.equal(rotated.status, 200, rotated.text);
  assert.equal(rotated.body.credentialsVersion, 2);
  assert.ok(Date.parse(rotated.body.previousCredentialsRetireAt) > Date.now() + 6 * 86_400_000);
  assert.deepEqual(await secrets(), [next, whsec]);
  await kassa.db.sql(
    "UPDATE connector_credentials SET retires_at = now() WHERE account_id = $1 AND version = 1",
    [id],
  );
  assert.deepEqual(await secrets(), [next], "the old one has retired");
  const leaked = { credentials: { webhookSecret: `${whsec}third` }, overlapHours: 0 };
  assert.equal((await post(`/${id}/credentials`, leaked)).body.previousCredentialsRetireAt, null);
  const rows = await kassa.db.sql("SELECT version FROM connector_credentials WHERE account_id = $1", [id]);
  assert.deepEqual(rows, [{ version: 3 }]);
});

test("422: a refused new version leaves the current one", async () => {
  const { id } = await create(newAccount(complete()));
  const body = { credentials: { apiKey: "sk_test_0123456789unknown" } };
  assert.equal((await post(`/${id}/credentials`, body)).body.code, "credentials_refused");
  await kassa.db.sql("UPDATE connector_accounts SET psp_account = 'acct_other' WHERE id = $1", [id]);
  const other = await post(`/${id}/credentials`, { credentials: complete() });
  assert.deepEqual([other.status, other.body.code], [422, "credentials_refused"]);
  assert.match(other.body.detail, /acct_other/);
  assert.equal((await kassa.call("GET", `${path}/${id}`)).body.credentialsVersion, 1);
});

test("200: check tells whether Stripe still accepts the key", async () => {
  const { id } = await create(newAccount(complete()));
  const valid = await post(`/${id}/check`);
  assert.deepEqual([valid.body.result, valid.body.detail], ["valid", null]);
  stripe.faults.add({ kind: "status_500_before", match: "/v1/checkout/sessions" });
  assert.equal((await post(`/${id}/check`)).body.result, "unknown");
});

test("404: other tenants and the other mode don't find an account, and can't change it", async () => {
  const { id } = await create(newAccount(complete()));
  const stranger = await kassa.makeTenant();
  for (const key of [stranger.keys.sandbox.secret, kassa.tenant.keys.live.secret]) {
    for (const [method, to, body] of [
      ["GET", "", undefined],
      ["POST", "", { label: "x" }],
      ["POST", "/credentials", { credentials: complete() }],
      ["POST", "/check", undefined],
      ["POST", "/register-notifications", undefined],
      ["DELETE", "", undefined],
    ] as const) {
      const answer = await kassa.call(method, `${path}/${id}${to}`, { key, ...(body ? { body } : {}) });
      assert.equal(answer.status, 404, `${method} ${to}`);
    }
  }
});

test("invariant 20: no credential is in the database, its audit log, a log line or a response", async () => {
  const { id } = await create(newAccount(complete()));
  await post(`/${id}/credentials`, { credentials: { webhookSecret: `${whsec}dump` } });
  const tables = await kassa.db.sql<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname = 'public'`,
  );
  const dump: string[] = [];
  for (const { name } of tables)
    dump.push(
      ...(await kassa.db.sql<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`)).map(
        ({ row }) => row,
      ),
    );
  const bytes = await kassa.db.sql<{ text: string }>(
    "SELECT encode(credentials_sealed, 'escape') AS text FROM connector_credentials",
  );
  const shown = await Promise.all([kassa.call("GET", path), kassa.call("GET", `${path}/${id}`)]);
  const everything = [
    ...dump,
    ...bytes.map(({ text }) => text),
    ...kassa.logged,
    ...shown.map(({ text }) => text),
  ].join("\n");
  assert.ok(everything.includes(id));
  for (const secret of [stripe.keys.test, whsec])
    for (const form of [secret, Buffer.from(secret).toString("hex")])
      assert.ok(!everything.includes(form), "a credential can be read");
});

test("changes are in the audit log, without values; resealing under a new key is not a change", async () => {
  const { id } = await create(newAccount(complete()));
  const entries = () =>
    kassa.db.sql<{ action: string; object: string; changes: Record<string, unknown> }>(
      "SELECT action, object, changes FROM audit_entries WHERE object_id = $1 ORDER BY position",
      [id],
    );
  const made = await entries();
  assert.deepEqual(made.map(({ action, object }) => `${object} ${action}`).toSorted(), [
    "connector_account created",
    "connector_credentials created",
  ]);
  const sealed = made.find(({ object }) => object === "connector_credentials");
  assert.deepEqual(present(sealed, "the entry").changes.credentials_sealed, {});
  const sealer = new Sealer({
    current: "the-key-that-comes-after-the-one-of-the-tests",
    other: testSecretKey,
  });
  assert.ok((await resealAccounts(kassa.db.database, sealer, inSandbox())) > 0);
  assert.equal(await resealAccounts(kassa.db.database, sealer, inSandbox()), 0);
  assert.equal((await entries()).length, made.length);
  const [opened] = await storeWith(sealer).listVersions(id);
  assert.equal(opened?.account.settings.webhookSecret, whsec);
});

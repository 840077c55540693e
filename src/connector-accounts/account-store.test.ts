import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakeStripe, startFakeStripe } from "../../test/psp/stripe/fake-stripe.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import type { AccountStore } from "../connectors/registry.ts";
import type { Database } from "../database/database.ts";
import { makeAccountStore } from "./account-store.ts";

let stripe: FakeStripe;
let kassa: TestApp;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_STRIPE_URL: stripe.url });
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

const whsec = "whsec_0123456789abcdef0123456789abcdef";
const complete = () => ({ apiKey: stripe.keys.test, webhookSecret: whsec });

/** A tenant of its own, and the id of each account that it creates. */
async function makeShop() {
  const { tenant, keys } = await kassa.makeTenant();
  const key = keys.sandbox.secret;
  const post = (path: string, body: object) =>
    kassa.call("POST", `/api/connector-accounts${path}`, { key, body });
  return {
    scope: { tenantId: tenant.tenantId, mode: "sandbox" } as const,
    post,
    create: async (more: object = {}, credentials: object = complete()): Promise<string> => {
      const made = await post("", { connector: "stripe", label: "Shop", credentials, ...more });
      assert.equal(made.status, 200, made.text);
      return made.body.id;
    },
  };
}

type Reads = Pick<Database, "inTenant">;
const store = (epoch: () => number | undefined, database: Reads = kassa.db.database): AccountStore =>
  makeAccountStore({ database, keyring: kassa.keyring, epoch, knowsTenant: async () => true });

const idsOf = async (listed: ReturnType<AccountStore["list"]>) =>
  (await listed).map(({ account }) => account.id);

test("lists all accounts in their order, with unsealed settings and what they are offered for", async () => {
  const { scope, create } = await makeShop();
  const second = await create({ position: 2, weight: 3, currencies: ["EUR"] });
  const first = await create({ position: 1 });
  const disabled = await create({ position: 3 }, { apiKey: stripe.keys.test });
  const listed = await store(() => undefined).list(scope);
  assert.deepEqual(
    listed.map(({ account, isEnabled, position, weight }) => [account.id, isEnabled, position, weight]),
    [
      [first, true, 1, 1],
      [second, true, 2, 3],
      [disabled, false, 3, 1],
    ],
  );
  assert.deepEqual(listed[0]?.account, { id: first, ...scope, settings: complete() });
  assert.deepEqual(listed[2]?.account.settings, { apiKey: stripe.keys.test });
  assert.deepEqual(listed[1]?.offer, {
    methods: null,
    currencies: ["EUR"],
    countries: null,
    amountLimits: null,
  });
  assert.deepEqual(await store(() => undefined).list({ ...scope, mode: "live" }), []);
});

test("an account has a version for the current credentials and one for those that haven't retired", async () => {
  const { post, create } = await makeShop();
  const id = await create();
  const next = `${whsec}next`;
  await post(`/${id}/credentials`, { credentials: { webhookSecret: next } });
  // Versions aren't cached: an old secret is refused as soon as it retires.
  const { listVersions } = store(() => 1);
  const secrets = async () => (await listVersions(id)).map(({ account }) => account.settings.webhookSecret);
  assert.deepEqual(await secrets(), [next, whsec]);
  await kassa.db.sql(
    "UPDATE connector_credentials SET retires_at = now() WHERE account_id = $1 AND version = 1",
    [id],
  );
  assert.deepEqual(await secrets(), [next]);
  assert.deepEqual(await listVersions("ca_sandbox_unknown"), []);
  assert.deepEqual(await listVersions(`${id.slice(0, -3)}abc`), []);
});

test("accounts are cached until the epoch changes, and not while it is unknown", async () => {
  const { scope, create } = await makeShop();
  const first = await create();
  let epoch: number | undefined = 1;
  const { list } = store(() => epoch);
  assert.deepEqual(await idsOf(list(scope)), [first]);
  const second = await create();
  assert.deepEqual(await idsOf(list(scope)), [first], "the epoch is the same");
  epoch = 2;
  assert.deepEqual(await idsOf(list(scope)), [first, second], "the epoch has changed");
  const third = await create();
  assert.deepEqual(await idsOf(list(scope)), [first, second]);
  epoch = undefined;
  assert.deepEqual(await idsOf(list(scope)), [first, second, third], "the epoch is unknown");
  const fourth = await create();
  assert.deepEqual(await idsOf(list(scope)), [first, second, third, fourth], "the epoch is still unknown");
  // What was read while the epoch was unknown may be older than the epoch that is known again.
  const fifth = await create();
  epoch = 2;
  assert.deepEqual(await idsOf(list(scope)), [first, second, third, fourth, fifth]);
});

test("a list that is still being read when the epoch changes isn't cached", async () => {
  const { scope, create } = await makeShop();
  const first = await create();
  let epoch = 1;
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const database: Reads = {
    inTenant: async (of, work) => {
      const read = await kassa.db.database.inTenant(of, work);
      if (epoch === 1) await mayAnswer;
      return read;
    },
  };
  const { list } = store(() => epoch, database);
  const early = list(scope);
  const second = await create();
  epoch = 2;
  assert.deepEqual(await idsOf(list(scope)), [first, second]);
  answer();
  await early;
  assert.deepEqual(await idsOf(list(scope)), [first, second]);
});

test("each change of an account or of its credentials advances the database's epoch", async () => {
  const { post, create } = await makeShop();
  const id = await create();
  const epoch = async () => (await kassa.db.sql<{ epoch: string }>("SELECT * FROM key_epoch"))[0];
  for (const change of [
    () => post(`/${id}`, { status: "disabled" }),
    () => post(`/${id}`, { position: 7 }),
    () => post(`/${id}`, { weight: 7 }),
    () => post(`/${id}`, { methods: ["card"] }),
    () => post(`/${id}`, { currencies: ["EUR"] }),
    () => post(`/${id}`, { countries: ["DE"] }),
    () => post(`/${id}`, { amountLimits: { EUR: { minimum: 100, maximum: 500 } } }),
    () => post(`/${id}/credentials`, { credentials: { webhookSecret: `${whsec}next` } }),
    create,
  ]) {
    const earlier = await epoch();
    await change();
    assert.notDeepEqual(await epoch(), earlier, String(change));
  }
});

test("a failure isn't cached", async () => {
  const { scope, create } = await makeShop();
  const id = await create();
  let fails = true;
  const database: Reads = {
    inTenant: (of, work) =>
      fails ? Promise.reject(new Error("no database")) : kassa.db.database.inTenant(of, work),
  };
  const { list } = store(() => 1, database);
  await assert.rejects(async () => list(scope), /no database/);
  fails = false;
  assert.deepEqual(await idsOf(list(scope)), [id]);
});

test("a notification for an account or a tenant that doesn't exist costs no query", async () => {
  const { scope, create } = await makeShop();
  const id = await create();
  let reads = 0;
  const counting = {
    inTenant: ((...args) => {
      reads += 1;
      return kassa.db.database.inTenant(...args);
    }) as Reads["inTenant"],
  };
  const known = new Set([scope.tenantId]);
  const stored = makeAccountStore({
    database: counting,
    keyring: kassa.keyring,
    epoch: () => 1,
    knowsTenant: async (tenantId) => known.has(tenantId),
  });
  assert.equal((await stored.listVersions(id)).length, 1);
  reads = 0;
  const forged = `${id.slice(0, -4)}0000`;
  known.delete(scope.tenantId);
  assert.deepEqual(await stored.listVersions(id), []);
  known.add(scope.tenantId);
  for (const unknown of [forged, "ca_live_nonsense", ""])
    assert.deepEqual(await stored.listVersions(unknown), []);
  assert.equal(reads, 0);
});

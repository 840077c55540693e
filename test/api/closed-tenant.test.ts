import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewTenant } from "../../src/tenants/create-tenant.ts";
import { type CommandEnding, runKassaHere } from "../support/command.ts";
import { testSecretKey } from "../support/keyring.ts";
import { cards } from "../support/payments.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { pay, payOnPage } from "./paying.ts";
import { assertProblem, makeSession } from "./support.ts";

const kassa = useTestApp({ KASSA_SANDBOX_PENDING_MS: "1000" });

const tenants = (...args: string[]): Promise<CommandEnding> =>
  runKassaHere(["tenants", ...args], {
    env: { DATABASE_URL: kassa.db.settings.connectionString, KASSA_SECRET_KEY: testSecretKey },
  });

const isRefused = (key: string): Promise<boolean> =>
  kassa.call("GET", "/api/events", { key }).then(({ status }) => status === 401);

/** The state of a session's payment, from the database, because the API is closed. */
async function paymentStateOf(session: string): Promise<string> {
  const [row] = await kassa.db.sql<{ words: string }>(
    `SELECT s.payment_status || ' ' || COALESCE(p.amount_captured, 0) AS words
     FROM checkout_sessions s LEFT JOIN payments p ON (p.tenant_id, p.session_id) = (s.tenant_id, s.id) WHERE s.id = $1`,
    [session],
  );
  return row?.words ?? "absent";
}

test("renames a tenant, and its customers see the new name", async () => {
  const { tenant, keys } = await kassa.makeTenant("Old name");
  const renamed = await tenants("rename", tenant.id, " New name ", "--json");
  assert.equal(renamed.code, 0, renamed.stderr);
  assert.equal(JSON.parse(renamed.stdout).name, "New name");
  const { id } = await makeSession(kassa, { locale: "en" }, { key: keys.sandbox.secret });
  assert.match(await (await fetch(`${kassa.url}/pay/${id}`)).text(), /New name/);
  assert.equal((await tenants("rename", tenant.id, "x".repeat(101))).code, 2);
  assert.equal((await tenants("rename", "ten_unknown", "x")).code, 2);
});

test("a closed tenant's keys and sessions stop working, while payments in flight settle; reopening undoes it", async () => {
  const owner: NewTenant = await kassa.makeTenant("Closing down");
  const key = owner.keys.sandbox.secret;
  const waiting = await makeSession(kassa, {}, { key });
  const inFlight = await makeSession(kassa, {}, { key });
  const page = await (await fetch(`${kassa.url}/pay/${waiting.id}`)).text();
  await payOnPage(kassa, inFlight.id, cards.approvedLater);
  assert.equal(await paymentStateOf(inFlight.id), "processing 0");

  const closed = await tenants("close", owner.tenant.id, "--json");
  assert.equal(closed.code, 0, closed.stderr);
  assert.ok(JSON.parse(closed.stdout).closedAt);
  await until(() => isRefused(key), "the key is refused");
  assertProblem(
    await kassa.call("GET", "/api/events", { key: owner.keys.live.secret }),
    "authentication_failed",
  );

  assert.equal((await fetch(`${kassa.url}/pay/${waiting.id}`)).status, 410);
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const fields = { token, number: cards.approved, expiry: "12 / 34", cvc: "123" };
  const late = { method: "POST", body: new URLSearchParams(fields), redirect: "manual" } as const;
  assert.notEqual((await fetch(`${kassa.url}/pay/${waiting.id}`, late)).status, 200);
  assert.equal(await paymentStateOf(waiting.id), "unpaid 0");

  await until(
    async () => (await paymentStateOf(inFlight.id)) === "paid 2599",
    "the payment in flight settles",
  );
  assert.equal((await tenants("list")).stdout.includes(JSON.parse(closed.stdout).closedAt), true);

  const reopened = await tenants("reopen", owner.tenant.id);
  assert.equal(reopened.code, 0, reopened.stderr);
  await until(async () => !(await isRefused(key)), "the key works again");
  await payOnPage(kassa, waiting.id);
  assert.equal(await paymentStateOf(waiting.id), "paid 2599");
});

test("closing a tenant affects no other tenant", async () => {
  const owner = await kassa.makeTenant("Another");
  await tenants("close", owner.tenant.id);
  await until(() => isRefused(owner.keys.sandbox.secret), "the key is refused");
  assert.equal((await pay(kassa)).status, "captured");
});

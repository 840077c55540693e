import assert from "node:assert/strict";
import { test } from "node:test";
import { makeId } from "../../src/kernel/id.ts";
import { makeApiKey } from "../../src/tenants/api-key.ts";
import type { CallResult } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";

const app = useTestApp({ KASSA_TRUSTED_PROXIES: "127.0.0.1" });

const from = (address: string) => ({ "x-forwarded-for": address });

const createSession = (address: string) =>
  app.call("POST", "/api/checkout/sessions", {
    headers: from(address),
    body: { amount: 100, currency: "EUR", successUrl: "https://shop.example/" },
  });

/** Makes fifty calls at a time until one is refused with 429. Returns that response, and the statuses of the others. */
async function untilRefused(call: () => Promise<CallResult>) {
  const statuses: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, call));
    const refused = answers.find(({ status }) => status === 429);
    statuses.push(...answers.map(({ status }) => status).filter((status) => status !== 429));
    if (refused) return { refused, before: statuses.length, statuses: new Set(statuses) };
  }
  throw new Error("none of 2,000 calls was refused");
}

test("refuses forged keys with 429 after a hundred, but not valid keys from the same address", async () => {
  const { tenantId } = app.tenant.tenant;
  const forge = (address: string) =>
    app.call("GET", "/api/balance", { key: makeApiKey("sandbox", tenantId), headers: from(address) });
  const { refused, before, statuses } = await untilRefused(() => forge("203.0.113.1"));
  assert.ok(before >= 100, `${before}`);
  assert.deepEqual(statuses, new Set([401]));
  assert.equal(refused.body.code, "rate_limited");
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.equal((await createSession("203.0.113.1")).status, 200);
  const other = await app.makeTenant("Shop behind the same address");
  const unused = other.keys.sandbox.secret;
  assert.equal((await forge("203.0.113.2")).status, 401, "another address has its own limit");
  const first = await app.call("GET", "/api/balance", { key: unused, headers: from("203.0.113.1") });
  assert.equal(first.status, 200, "a key that wasn't used before is accepted");
  const missing = await app.call("GET", "/api/balance", { key: "", headers: from("203.0.113.1") });
  assert.equal(missing.status, 401, "a missing key doesn't count");
});

test("refuses unknown page ids with a 429 page after a hundred; pages found before stay open", async () => {
  const address = "2001:db8:7::1";
  const { body: session } = await createSession(address);
  const path = `/pay/${session.id}`;
  const open = (to: string) => app.call("GET", to, { key: "", headers: from(address) });
  assert.equal((await open(path)).status, 200);
  const { tenantId } = app.tenant.tenant;
  const made = makeId("cs", "sandbox", tenantId + 1, Date.now());
  // Its status says that it doesn't exist, which doesn't make the id known.
  const status = await open(`/pay/${made}/status`);
  assert.deepEqual([status.status, status.body.state], [200, "not_found"]);
  const paths = [`${tenantId} `, `${tenantId + 1} `, `${tenantId} /pictures/0`].map((one) => one.split(" "));
  let turn = 0;
  const { refused, before, statuses } = await untilRefused(() => {
    const [of, suffix] = paths[turn++ % paths.length] ?? [];
    return open(`/pay/${makeId("cs", "sandbox", Number(of), Date.now())}${suffix}`);
  });
  assert.ok(before >= 100, `${before}`);
  assert.deepEqual(statuses, new Set([404]));
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.match(refused.headers.get("content-type") ?? "", /text\/html/);
  await untilRefused(() => open(`/pay/${made}`));
  assert.equal((await open(path)).status, 200);
  const { body: another } = await createSession(address);
  const elsewhere = await app.call("GET", `/pay/${another.id}`, { key: "", headers: from("2001:db8:8::1") });
  assert.equal(elsewhere.status, 200);
});

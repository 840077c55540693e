import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionBody, sessionsPath } from "../../../test/api/support.ts";
import { until } from "../../../test/support/until.ts";
import { setTenantLimits } from "../../tenants/change-tenant.ts";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "../test-support.ts";

let owner: Visitor;
const kassa = usePeopleApp({ KASSA_RATE_LIMIT: "live=70,sandbox=40" }, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
});

const path = "/dashboard/api/limits";
const at = (tenant = kassa.tenant.tenant.id) => ({ "kassa-tenant": tenant, "kassa-mode": "sandbox" });
const allow = (allowedHosts: unknown, who = owner, where = at()) => who.post(path, { allowedHosts }, where);

async function colleague(role: string): Promise<Visitor> {
  const email = `${role}@shop.example`;
  const made = await owner.post("/dashboard/api/team/invitations", { email, role }, at());
  const visitor = kassa.visit();
  await join(visitor, new URL(made.body.link).hash.slice(1), email);
  return visitor;
}

test("an owner with a second factor changes the hosts, which sessions then keep to, and the log says who did", async () => {
  const first = await owner.get(path, at());
  assert.deepEqual(first.body, {
    object: "tenant_limits",
    allowedHosts: [],
    requestsPerSecond: { live: 70, sandbox: 40 },
  });
  assert.equal((await allow(["shop.example"])).body.code, "second_factor_required");
  await addAuthenticator(owner);
  const changed = await allow([" shop.example ", "*.shop.example", "shop.example"]);
  assert.deepEqual(changed.body.allowedHosts, ["shop.example", "*.shop.example"]);
  assert.deepEqual((await owner.get(path, at())).body, changed.body);
  const create = async (successUrl: string) =>
    (await kassa.call("POST", sessionsPath, { body: sessionBody({ successUrl }) })).body.code;
  await until(
    async () => (await create("https://elsewhere.example/")) === "url_not_allowed",
    "other hosts are refused",
  );
  assert.equal(await create("https://pay.shop.example/"), undefined);
  const [entry] = await kassa.db.sql<{ actor: string; changes: object }>(
    "SELECT actor, changes FROM audit_entries WHERE object = 'tenant' AND action = 'changed' ORDER BY position DESC LIMIT 1",
  );
  assert.equal(entry?.actor, "person ada@shop.example");
  assert.ok(JSON.stringify(entry?.changes).includes("*.shop.example"));
  assert.deepEqual((await allow([])).body.allowedHosts, [], "no host is all hosts");
});

test("rates are shown in force, and nobody of the tenant changes them", async () => {
  const { tenantId } = kassa.tenant.tenant;
  await setTenantLimits({ database: kassa.db.database }, tenantId, { rateLimits: { live: 500 } });
  assert.deepEqual((await owner.get(path, at())).body.requestsPerSecond, { live: 500, sandbox: 40 });
  const body = { allowedHosts: [], rateLimits: { live: 9 } };
  assert.equal((await owner.post(path, body, at())).body.code, "unknown_field");
});

test("what isn't a host is named with its place", async () => {
  for (const host of [
    "https://shop.example",
    "shop.example:443",
    "shop.example/x",
    "*",
    "*.*.example",
    "pay-*.example",
    "",
    "a b",
  ]) {
    const { status, body } = await allow(["shop.example", host]);
    assert.deepEqual([status, body.param], [400, "/allowedHosts/1"], host);
    assert.match(body.detail, /is not a host\. Write hosts without scheme, port or path/);
  }
  const many = Array.from({ length: 101 }, (_, count) => `shop-${count}.example`);
  assert.deepEqual((await allow(many)).body.param, "/allowedHosts");
  assert.equal((await allow(many.slice(1))).status, 200);
  assert.equal((await allow("shop.example")).status, 400);
});

test("other roles see the limits and change none; people of another tenant see nothing", async () => {
  for (const role of ["developer", "read_only"]) {
    const visitor = await colleague(role);
    assert.equal((await visitor.get(path, at())).status, 200);
    assert.equal((await allow([], visitor)).body.code, "role_forbids", role);
  }
  const other = at((await kassa.makeTenant("Other")).tenant.id);
  assert.equal((await owner.get(path, other)).body.code, "role_forbids");
  assert.equal((await allow([], owner, other)).body.code, "role_forbids");
  assert.equal((await allow([], kassa.visit())).body.code, "sign_in_required");
});

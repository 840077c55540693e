import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "./test-support.ts";

// Who gets no answer presses again. What people make in the dashboard is made once for each Idempotency-Key.

/** Owner of the first tenant, and operator of the installation. */
let owner: Visitor;
let member: { readonly id: string };
let apiKey: { readonly id: string };
const kassa = usePeopleApp({}, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(owner);
  const invited = await owner.post(
    "/dashboard/api/team/invitations",
    { email: "kim@shop.example", role: "support" },
    at(),
  );
  await join(kassa.visit(), invited.body.link.split("#")[1], "kim@shop.example");
  const team = await owner.get("/dashboard/api/team/", at());
  member = team.body.members.find(({ email }: { email: string }) => email === "kim@shop.example");
  apiKey = (await owner.post("/dashboard/api/keys/", { name: "Till", scopes: ["full"] }, at())).body;
});

const at = () => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" });
const tenants = "/dashboard/api/operator/tenants";

type Making = {
  readonly path: () => string | Promise<string>;
  readonly body: object;
  readonly other: object;
  /** Rows of it. */
  readonly table: string;
};

const makings: Readonly<Record<string, Making>> = {
  "a business": {
    path: () => `${tenants}/`,
    body: { name: "Books" },
    other: { name: "Flowers" },
    table: "tenants",
  },
  "the first owner's invitation": {
    path: async () =>
      `${tenants}/${(await owner.post(`${tenants}/`, { name: "Bikes" })).body.id}/owner-invitations`,
    body: { email: "owner@bikes.example" },
    other: { email: "other@bikes.example" },
    table: "staff.invitations",
  },
  "a colleague's invitation": {
    path: () => "/dashboard/api/team/invitations",
    body: { email: "grace@shop.example", role: "finance" },
    other: { email: "grace@shop.example", role: "owner" },
    table: "staff.invitations",
  },
  "a link for a new password": {
    path: () => `/dashboard/api/team/members/${member.id}/reset-link`,
    body: { removesSecondFactors: false },
    other: { removesSecondFactors: true },
    table: "staff.password_resets",
  },
  "a view": {
    path: () => "/dashboard/api/views/",
    body: { name: "Large", filters: { currency: "EUR" }, columns: ["status"], shared: true },
    other: { name: "Small", filters: { currency: "EUR" }, columns: ["status"], shared: true },
    table: "staff.saved_views",
  },
  "a key": {
    path: () => "/dashboard/api/keys/",
    body: { name: "Shop", scopes: ["payments:read"] },
    other: { name: "Shop", scopes: ["full"] },
    table: "api_keys",
  },
  "a key in another's place": {
    path: () => `/dashboard/api/keys/${apiKey.id}/roll`,
    body: { overlapHours: 24 },
    other: { overlapHours: 1 },
    table: "api_keys",
  },
};

for (const [name, { path, body, other, table }] of Object.entries(makings))
  test(`${name} is made once, however often the request is repeated`, async () => {
    const [address, key] = [await path(), randomUUID()];
    const post = (given: object, idempotencyKey = key) =>
      owner.post(address, given, { ...at(), "idempotency-key": idempotencyKey });
    const count = async (): Promise<number> => {
      const [row] = await kassa.db.sql<{ count: string }>(`SELECT count(*) FROM ${table}`);
      return Number(row?.count);
    };
    const before = await count();
    const answers = await Promise.all([post(body), post(body), post(body)]);
    const made = answers.filter(({ status }) => status === 200);
    assert.ok(made.length > 0, JSON.stringify(answers));
    for (const { status, body: answer } of answers)
      assert.ok(status === 200 || answer.code === "idempotency_key_in_flight", JSON.stringify(answer));
    const again = await post(body);
    assert.equal(again.status, 200, JSON.stringify(again.body));
    for (const each of made) assert.deepEqual(each.body, again.body);
    assert.equal((await count()) - before, 1);
    const reused = await post(other);
    assert.deepEqual([reused.status, reused.body.code], [422, "idempotency_key_reused"]);
    assert.equal((await count()) - before, 1);
  });

test("a refused request stores nothing, so it can be corrected under the same key", async () => {
  const headers = { ...at(), "idempotency-key": "corrected" };
  const refused = await owner.post(
    "/dashboard/api/team/invitations",
    { email: "kim@shop.example", role: "owner" },
    headers,
  );
  assert.equal(refused.body.code, "already_member");
  const made = await owner.post(
    "/dashboard/api/team/invitations",
    { email: "rosa@shop.example", role: "owner" },
    headers,
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
});

test("two people who use the same key each make their own", async () => {
  const kim = kassa.visit();
  const link = await owner.post(
    "/dashboard/api/team/invitations",
    { email: "eve@shop.example", role: "developer" },
    at(),
  );
  await join(kim, link.body.link.split("#")[1], "eve@shop.example");
  const headers = { ...at(), "idempotency-key": "the-same" };
  const body = { name: "Till", scopes: ["full"] };
  const first = await owner.post("/dashboard/api/keys/", body, headers);
  const second = await kim.post("/dashboard/api/keys/", body, headers);
  assert.deepEqual([first.status, second.status], [200, 200], JSON.stringify(second.body));
  assert.notEqual(first.body.secret, second.body.secret);
});

test("the roles of people and keys see no stored answer to a program, and answers are sealed", async () => {
  const created = await kassa.call("POST", "/api/webhook-endpoints", {
    body: { url: "https://hooks.example/a" },
    headers: { "idempotency-key": "of-a-program" },
  });
  assert.equal(created.status, 200, created.text);
  await owner.post(
    "/dashboard/api/keys/",
    { name: "Sealed", scopes: ["full"] },
    { ...at(), "idempotency-key": "of-a-person" },
  );
  const read = "SELECT idempotency_key AS key, response_sealed AS sealed FROM idempotent_requests";
  const { tenantId } = kassa.tenant.tenant;
  const all = await kassa.db.sql<{ key: string; sealed: Buffer }>(`${read} WHERE tenant_id = $1`, [tenantId]);
  assert.ok(all.some(({ key }) => key === "of-a-program"));
  assert.ok(all.some(({ key }) => key === "of-a-person"));
  assert.ok(all.every(({ sealed }) => !sealed.toString("latin1").includes("ks_")));
  const { inPeople, inControl } = kassa.db.database;
  for (const within of [inPeople, inControl]) {
    const seen = await within((trx) => trx.query<{ key: string }>(read));
    assert.ok(seen.some(({ key }) => key === "of-a-person"));
    assert.ok(!seen.some(({ key }) => key === "of-a-program"));
  }
});

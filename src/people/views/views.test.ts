import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../../../test/support/app.ts";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "../test-support.ts";

const people: Record<"owner" | "support" | "read_only", Visitor> = {} as never;
const at = () => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" });
const kassa = usePeopleApp({}, async () => {
  people.owner = kassa.visit();
  await join(people.owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(people.owner);
  for (const role of ["support", "read_only"] as const) {
    const invitation = { email: `${role}@shop.example`, role };
    const made = await people.owner.post("/dashboard/api/team/invitations", invitation, at());
    people[role] = kassa.visit();
    await join(people[role], new URL(made.body.link).hash.slice(1), invitation.email);
  }
});

const path = "/dashboard/api/views/";
const view = { name: "Gifts", filters: { tag: "gift", amount: 2599 }, columns: ["status"], shared: false };
const names = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.get(path, at())).body.data.map(({ name }: JsonBody) => name);

async function save(visitor: Visitor, fields: object = {}): Promise<JsonBody> {
  const answer = await visitor.post(path, { ...view, ...fields }, at());
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

test("a view is its maker's own until it is shared, and everybody sees who shared it", async () => {
  const saved = await save(people.support);
  assert.deepEqual(
    { ...saved, id: "" },
    { object: "saved_view", id: "", ...view, madeBy: "Ada Lovelace", mayChange: true },
  );
  assert.deepEqual(await names(people.owner), []);
  const shared = await people.support.post(path + saved.id, { shared: true, name: "Presents" }, at());
  assert.equal(shared.status, 200, JSON.stringify(shared.body));
  assert.deepEqual(shared.body.filters, view.filters);
  assert.deepEqual(await names(people.read_only), ["Presents"]);
  const log = await kassa.db.sql<{ action: string }>(
    `SELECT action FROM audit_entries
     WHERE object = 'saved_view' AND actor = 'person support@shop.example' AND tenant_id = $1`,
    [kassa.tenant.tenant.tenantId],
  );
  assert.deepEqual(log, [{ action: "changed" }]);
});

test("only its maker and owners change or delete a shared view; nobody reaches another's own one", async () => {
  const [shared, own] = [await save(people.support, { shared: true }), await save(people.support)];
  for (const call of [
    (id: string) => people.read_only.post(path + id, { name: "Mine" }, at()),
    (id: string) => people.read_only.delete(path + id, at()),
  ]) {
    assert.equal((await call(shared.id)).body.code, "role_forbids");
    assert.equal((await call(own.id)).body.code, "not_found");
  }
  assert.equal((await people.owner.delete(path + own.id, at())).body.code, "not_found");
  assert.equal((await people.owner.delete(path + shared.id, at())).status, 200);
  assert.equal((await people.support.delete(path + own.id, at())).status, 200);
});

test("read-only members keep views, and share none", async () => {
  const own = await save(people.read_only, { name: "Mine" });
  const refused = [
    await people.read_only.post(path, { ...view, shared: true }, at()),
    await people.read_only.post(path + own.id, { shared: true }, at()),
  ];
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    [
      [403, "role_forbids"],
      [403, "role_forbids"],
    ],
  );
  await people.read_only.delete(path + own.id, at());
});

test("a view holds no e-mail address, and nobody has more than 50", async () => {
  for (const fields of [
    { name: "ada@shop.example" },
    { filters: { search: "ada@shop.example" } },
    { name: " " },
  ])
    assert.equal((await people.owner.post(path, { ...view, ...fields }, at())).status, 400);
  for (let count = 0; count < 50; count += 1) await save(people.owner, { name: `View ${count}` });
  const tooMany = await people.owner.post(path, view, at());
  assert.deepEqual([tooMany.status, tooMany.body.detail], [400, "You have 50 views. Delete one first."]);
});

test("people of another tenant see and change nothing", async () => {
  const shared = await save(people.support, { shared: true });
  const other = await kassa.makeTenant("Other");
  const elsewhere = { ...at(), "kassa-tenant": other.tenant.id };
  assert.equal((await people.support.get(path, elsewhere)).status, 403);
  assert.equal((await people.support.delete(path + shared.id, elsewhere)).status, 403);
  assert.equal((await kassa.visit().get(path, at())).status, 401);
});

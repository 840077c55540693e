import assert from "node:assert/strict";
import { test } from "node:test";
import { pay } from "../../../test/api/paying.ts";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "../test-support.ts";

let owner: Visitor;
const kassa = usePeopleApp({}, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
});

const at = () => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" });
const erase = (email: string, who = owner) => who.post("/dashboard/api/customers/erase", { email }, at());

test("an owner with a second factor erases a customer, and the log says who did", async () => {
  const email = "leaving@customer.example";
  const { id } = await pay(kassa, { session: { customerEmail: email } });
  assert.equal((await erase(email)).body.code, "second_factor_required");
  await addAuthenticator(owner);
  const made = await owner.post(
    "/dashboard/api/team/invitations",
    { email: "help@shop.example", role: "support" },
    at(),
  );
  const support = kassa.visit();
  await join(support, new URL(made.body.link).hash.slice(1), "help@shop.example");
  assert.equal((await erase(email, support)).body.code, "role_forbids");
  const erased = await erase(email.toUpperCase());
  assert.deepEqual([erased.status, erased.body.sessions, erased.body.payments], [200, 1, 1]);
  const { body } = await kassa.call("GET", `/api/payments/${id}`);
  assert.equal(body.customerEmail, null);
  const [entry] = await kassa.db.sql<{ actor: string; changes: object }>(
    "SELECT actor, changes FROM audit_entries WHERE object = 'customer' AND tenant_id = $1",
    [kassa.tenant.tenant.tenantId],
  );
  assert.equal(entry?.actor, "person ada@shop.example");
  assert.ok(!JSON.stringify(entry?.changes).includes("leaving"));
});

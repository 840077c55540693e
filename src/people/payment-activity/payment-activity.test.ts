import assert from "node:assert/strict";
import { test } from "node:test";
import { pay } from "../../../test/api/paying.ts";
import { join, usePeopleApp } from "../test-support.ts";

const kassa = usePeopleApp();

test("a payment's activity says who asked for what about it and its refunds, to members only", async () => {
  const [payment, other] = [await pay(kassa), await pay(kassa)];
  const owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  const at = { "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" };
  const refund = await owner.post("/api/refunds", { payment: payment.id, amount: 700 }, at);
  assert.equal(refund.status, 200, JSON.stringify(refund.body));
  await owner.post(`/api/refunds/${refund.body.id}`, { metadata: { why: "late" } }, at);
  await owner.post(`/api/payments/${other.id}/tags`, { add: ["gift"] }, at);

  const path = `/dashboard/api/payments/${payment.id}/activity`;
  const { status, body } = await owner.get(path, at);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.data.map(({ actor, changed, changes }: typeof body) => [actor, changed, changes.amount?.to]),
    [
      ["person ada@shop.example", "update_refund", undefined],
      ["person ada@shop.example", "create_refund", 700],
    ],
  );
  assert.ok(!("origin" in body.data[0]), "addresses are for owners, in the audit log");
  assert.equal((await owner.get(path, { ...at, "kassa-mode": "live" })).status, 403);
  assert.equal((await owner.get(path.replace(payment.id, "pay_sandbox_none"), at)).status, 404);
  assert.equal((await kassa.visit().get(path, at)).status, 401);
});

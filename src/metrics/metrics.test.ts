import assert from "node:assert/strict";
import { test } from "node:test";
import { pay } from "../../test/api/paying.ts";
import { cards } from "../../test/support/payments.ts";
import { join, usePeopleApp, type Visitor } from "../people/test-support.ts";

let owner: Visitor;
let place: Record<string, string>;
const kassa = usePeopleApp({}, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  const { body } = await owner.get("/dashboard/api/me");
  place = { "kassa-tenant": body.memberships[0].tenant.id, "kassa-mode": "sandbox" };
});

const read = (query = "days=7&zone=Europe/Berlin", headers = place, who = owner) =>
  who.get(`/dashboard/api/metrics?${query}`, headers);

test("counts payments, refunds and declines by currency, and never adds currencies", async () => {
  const paid = await pay(kassa);
  await pay(kassa, { session: { amount: 4200, currency: "CHF" } });
  await pay(kassa, { card: cards.declined });
  await kassa.call("POST", "/api/refunds", { body: { payment: paid.id, amount: 599 } });
  const other = await kassa.makeTenant("Other");
  await pay(kassa, { key: other.keys.sandbox.secret });
  const { status, body } = await read();
  assert.equal(status, 200, JSON.stringify(body));
  const of = (code: string) =>
    body.currencies.find(({ currency }: { currency: string }) => currency === code);
  const nothing = { count: 0, amount: 0 };
  assert.deepEqual(of("EUR").current, {
    ...{ volume: 2599, payments: 2, decided: 2, succeeded: 1 },
    refunds: { count: 1, amount: 599 },
    disputes: nothing,
  });
  assert.deepEqual(of("EUR").volumeByDay, [0, 0, 0, 0, 0, 0, 2599]);
  assert.deepEqual(of("CHF").parts, [{ method: "card", connector: "sandbox", payments: 1, volume: 4200 }]);
  assert.equal(of("CHF").current.volume, 4200);
  assert.equal(of("EUR").previous.payments, 0);
  assert.deepEqual(body.declines, [{ reason: "generic_decline", attempts: 1 }]);
  assert.deepEqual(body.open, { reviews: 0, disputes: 0 });
  assert.equal(body.starts.length, 7);
  assert.equal(body.isRenewing, false);
  assert.ok(Math.abs(Date.parse(body.countedAt) - Date.now()) < 60_000);
});

test("days go by ids, as in lists, whatever times the rows have", async () => {
  await kassa.db.sql("UPDATE payments SET created_at = created_at - interval '1 day' WHERE tenant_id = $1", [
    kassa.tenant.tenant.tenantId,
  ]);
  const { body } = await read("days=1&zone=UTC");
  assert.equal(body.currencies.length, 2);
});

test("is only for people who work for the tenant, in a mode that their sign-in opens", async () => {
  assert.equal((await read(undefined, place, kassa.visit())).body.code, "sign_in_required");
  const live = await read(undefined, { ...place, "kassa-mode": "live" });
  assert.equal(live.body.code, "second_factor_required");
  const other = await kassa.makeTenant("Third");
  const foreign = { ...place, "kassa-tenant": other.tenant.id };
  assert.equal((await read(undefined, foreign)).body.code, "role_forbids");
  assert.equal((await read(undefined, {})).body.code, "parameter_missing");
});

test("refuses other periods and unknown time zones", async () => {
  assert.equal((await read("days=91&zone=UTC")).body.param, "days");
  assert.equal((await read("days=7&zone=Mars/Olympus")).body.param, "zone");
});

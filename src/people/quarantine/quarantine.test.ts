import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pay } from "../../../test/api/paying.ts";
import type { JsonBody } from "../../../test/support/app.ts";
import { makeId } from "../../kernel/id.ts";
import { inspectPayments } from "../../payments/read/inspect-payments.ts";
import { addAuthenticator, join, type PeopleApp, startPeopleApp, type Visitor } from "../test-support.ts";

// What PSPs reported that matches nothing waits for somebody of the merchant, who looks it up at the PSP.

let kassa: PeopleApp;
let owner: Visitor;
let attempt: string;
before(async () => {
  // It counts the reports of all tenants.
  kassa = await startPeopleApp();
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  attempt = (await pay(kassa)).attempts[0].id;
});
after(() => kassa.close());

const path = "/dashboard/api/quarantine/";
const at = (tenant = kassa.tenant) => ({ "kassa-tenant": tenant.tenant.id, "kassa-mode": "sandbox" });
const list = async (): Promise<JsonBody[]> => (await owner.get(path, at())).body.data;
const handle = (visitor: Visitor, body: object) => visitor.post(`${path}handled`, body, at());

async function notify(reference: string, { mode = "sandbox", tenant = kassa.tenant } = {}): Promise<void> {
  const { tenantId } = tenant.tenant;
  await kassa.db.sql(
    `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
     VALUES ($1, $2, $3, 'stripe', 'ca_1', $4, '', 'unknown_session')`,
    [tenantId, makeId("ntf", mode as "sandbox" | "live", tenantId, Date.now()), mode, reference],
  );
}

const reportDispute = (reference: string) =>
  kassa.db.sql(
    `INSERT INTO reported_disputes (tenant_id, mode, connector_account, psp_reference, attempt_id, quarantine_reason)
     VALUES ($1, 'sandbox', 'ca_1', $2, $3, 'charge_not_captured')`,
    [kassa.tenant.tenant.tenantId, reference, attempt],
  );

const countedByDoctor = async (): Promise<number> =>
  (await inspectPayments(kassa.db.database)).quarantined.reduce((sum, { count }) => sum + Number(count), 0);

test("reports of both kinds wait, newest first, until each is dealt with", async () => {
  await notify("evt_old");
  await kassa.db.sql("UPDATE psp_notifications SET received_at = received_at - interval '1 hour'");
  await reportDispute("dp_1");
  await notify("evt_live", { mode: "live" });
  await notify("evt_other", { tenant: await kassa.makeTenant() });
  const waiting = await list();
  assert.deepEqual(
    waiting.map(({ kind, connectorAccount, reference, reason }) => [
      kind,
      connectorAccount,
      reference,
      reason,
    ]),
    [
      ["dispute", "ca_1", "dp_1", "charge_not_captured"],
      ["notification", "ca_1", "evt_old", "unknown_session"],
    ],
  );
  assert.equal(await countedByDoctor(), 4);

  const [dispute, notification] = waiting.map(({ kind, connectorAccount, reference }) => ({
    ...{ kind, connectorAccount, reference },
  }));
  assert.equal((await handle(owner, notification ?? {})).status, 200);
  assert.deepEqual(
    (await list()).map(({ reference }) => reference),
    ["dp_1"],
  );
  assert.equal((await handle(owner, notification ?? {})).body.code, "not_found");
  assert.equal((await handle(owner, dispute ?? {})).status, 200);
  assert.deepEqual(await list(), []);
  assert.equal(await countedByDoctor(), 2, "those of the other mode and tenant wait for their own");

  const log = await kassa.db.sql<{ actor: string; to: string }>(
    `SELECT actor, changes -> 'reference' ->> 'to' AS to FROM audit_entries WHERE object = 'handle_quarantined' ORDER BY position`,
  );
  assert.deepEqual(
    log.map(({ actor, to }) => [actor, to]),
    ["evt_old", "evt_old", "dp_1"].map((reference) => ["person ada@shop.example", reference]),
  );
});

test("nobody ends another mode's or tenant's report, and a role that moves no money ends none", async () => {
  for (const reference of ["evt_live", "evt_other"]) {
    const refused = await handle(owner, { kind: "notification", connectorAccount: "ca_1", reference });
    assert.equal(refused.body.code, "not_found", reference);
  }
  await notify("evt_stays");
  const reader = await memberWith("read_only");
  const asked = await handle(reader, {
    kind: "notification",
    connectorAccount: "ca_1",
    reference: "evt_stays",
  });
  assert.equal(asked.body.code, "role_forbids");
  assert.equal((await reader.get(path, at())).body.data[0].reference, "evt_stays", "they see it");
  assert.equal((await list())[0].reference, "evt_stays");
  const wrong = await handle(owner, { kind: "letter", connectorAccount: "ca_1", reference: "x" });
  assert.deepEqual([wrong.status, wrong.body.param], [400, "/kind"]);
});

async function memberWith(role: string): Promise<Visitor> {
  await addAuthenticator(owner);
  const made = await owner.post(
    "/dashboard/api/team/invitations",
    { email: `${role}@shop.example`, role },
    at(),
  );
  const visitor = kassa.visit();
  await join(visitor, new URL(made.body.link).hash.slice(1), `${role}@shop.example`);
  return visitor;
}

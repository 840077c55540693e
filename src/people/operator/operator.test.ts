import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { beforeEach, test } from "node:test";
import type { JsonBody } from "../../../test/support/app.ts";
import { citusNodes } from "../../../test/support/citus-databases.ts";
import { type AuditEntry, selectAuditEntries } from "../../audit/audit-log.ts";
import { parseTenantId } from "../../kernel/id.ts";
import { insertBackup } from "../../operations/backups.ts";
import { staffRoles } from "../roles.ts";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "../test-support.ts";

/** Owner of the first tenant, and operator of the installation. */
let operator: Visitor;
const kassa = usePeopleApp({ KASSA_DATA_DIR: tmpdir() }, async () => {
  operator = kassa.visit();
  await join(operator, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(operator);
});
beforeEach(() => kassa.db.sql("DELETE FROM staff.rate_limits"));

const base = "/dashboard/api/operator";
const codeOf = ({ status, body }: { status: number; body: JsonBody }): string => `${status} ${body.code}`;
const at = () => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" });

async function invited(role: string, email: string): Promise<Visitor> {
  const made = await operator.post("/dashboard/api/team/invitations", { email, role }, at());
  const visitor = kassa.visit();
  await join(visitor, new URL(made.body.link).hash.slice(1), email);
  await addAuthenticator(visitor);
  return visitor;
}

/** Calls each route of the operator's for the first tenant, with a body that it would take. */
async function attackAll(visitor: Visitor, headers: Record<string, string> = {}): Promise<string[]> {
  const answers: string[] = [];
  for (const { method, path } of kassa.operatorRoutes) {
    if (method === "HEAD") continue;
    const address = path.replace(":id", kassa.tenant.tenant.id).replace(/\/$/, "");
    const bodies: Readonly<Record<string, object>> = {
      "/owner-invitations": { email: "eve@evil.example" },
      [`/${kassa.tenant.tenant.id}`]: { name: "Eve's" },
      "/tenants": { name: "Eve's" },
    };
    const body = Object.entries(bodies).find(([end]) => address.endsWith(end))?.[1] ?? {};
    const answer = await visitor.send(method, address, method === "POST" ? body : undefined, headers);
    answers.push(codeOf(answer));
  }
  assert.ok(answers.length >= 11, `${answers.length} routes`);
  return [...new Set(answers)];
}

test("who isn't an operator is refused on each route, whatever their role, and nothing changes", async () => {
  for (const role of staffRoles) {
    const visitor = await invited(role, `${role}@roles.example`);
    assert.deepEqual(await attackAll(visitor), ["403 role_forbids"], role);
  }
  assert.deepEqual(await attackAll(kassa.visit()), ["401 sign_in_required"]);
  const { body } = await operator.get(`${base}/tenants/`);
  assert.deepEqual(
    body.data.map(({ name, closedAt }: JsonBody) => [name, closedAt]),
    [["Test shop", null]],
  );
});

test("an operator with a password alone, or from another site, is refused on each route", async () => {
  const half = kassa.visit();
  await join(half, await kassa.firstOwnerLink(), "half@shop.example");
  assert.deepEqual(await attackAll(half), ["403 second_factor_required"]);
  assert.deepEqual(await attackAll(operator, { origin: "https://evil.example" }), ["403 origin_refused"]);
});

async function newest(tenantId: string, count: number): Promise<AuditEntry[]> {
  const filter = { tenantId: parseTenantId(tenantId), limit: count };
  return kassa.db.database.inControl((trx) => selectAuditEntries(trx, filter));
}

async function makeTenant(name: string): Promise<JsonBody> {
  const made = await operator.post(`${base}/tenants/`, { name });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body;
}

test("creates a tenant whose keys work and are shown once", async () => {
  const made = await makeTenant("  Rosa's Bakery ");
  assert.equal(made.name, "Rosa's Bakery");
  const listed = await kassa.call("GET", "/api/payments", { key: made.keys.live.secret });
  assert.equal(listed.status, 200, listed.text);
  const list = await operator.get(`${base}/tenants/`);
  assert.ok(!JSON.stringify(list.body).includes(made.keys.live.secret));
  const [entry] = (await newest(made.id, 5)).filter(({ object }) => object === "tenant");
  assert.deepEqual(
    [entry?.actor, entry?.origin, entry?.action, entry?.changes.name?.to],
    ["person ada@shop.example", "127.0.0.1", "created", "Rosa's Bakery"],
  );
});

test("renames, closes and reopens a tenant, and the audit log says who did it, before and after", async () => {
  const { id, keys } = await makeTenant("Old name");
  const renamed = await operator.post(`${base}/tenants/${id}/`, { name: "New name" });
  assert.deepEqual([renamed.status, renamed.body.name], [200, "New name"]);
  const [entry] = await newest(id, 1);
  assert.deepEqual(
    [entry?.actor, entry?.changes.name],
    ["person ada@shop.example", { from: "Old name", to: "New name" }],
  );
  const closed = await operator.post(`${base}/tenants/${id}/close`);
  assert.notEqual(closed.body.closedAt, null);
  assert.ok("closed_at" in ((await newest(id, 1))[0]?.changes ?? {}));
  const refused = await kassa.call("GET", "/api/payments", { key: keys.live.secret });
  assert.equal(refused.status, 401, "a new process-wide look finds the tenant closed");
  const reopened = await operator.post(`${base}/tenants/${id}/reopen`);
  assert.equal(reopened.body.closedAt, null);
});

test("sets allowed hosts and rates, keeps what isn't named, and says what is wrong with others", async () => {
  const { id } = await makeTenant("Limited");
  const path = `${base}/tenants/${id}/`;
  const hosts = await operator.post(path, { allowedHosts: ["shop.example", "*.shop.example"] });
  assert.deepEqual(hosts.body.allowedHosts, ["shop.example", "*.shop.example"]);
  const rates = await operator.post(path, { rateLimits: { live: 500 } });
  assert.deepEqual(rates.body.rateLimits, { live: 500, sandbox: null });
  assert.deepEqual(rates.body.allowedHosts, hosts.body.allowedHosts);
  const removed = await operator.post(path, { rateLimits: { live: null, sandbox: 7 } });
  assert.deepEqual(removed.body.rateLimits, { live: null, sandbox: 7 });
  for (const [body, param] of [
    [{ allowedHosts: ["https://shop.example/x"] }, "/allowedHosts/0"],
    [{ rateLimits: { live: 0 } }, "/rateLimits/live"],
    [{ name: " " }, "/name"],
    [{ name: "a\u202Eb" }, "/name"],
  ] as const) {
    const answer = await operator.post(path, body);
    assert.deepEqual([answer.status, answer.body.param], [400, param], JSON.stringify(answer.body));
  }
  const unknown = await operator.get(`${base}/tenants/${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}/`);
  assert.equal(codeOf(unknown), "404 not_found");
});

test("invites the first owner of a tenant, who isn't an operator, and nobody into a tenant that has an owner", async () => {
  const { id } = await makeTenant("New shop");
  const invite = (email: string) => operator.post(`${base}/tenants/${id}/owner-invitations`, { email });
  const mistyped = await invite("rosa@shop.exmaple");
  const made = await invite("Rosa@rosa.example");
  assert.deepEqual([made.status, made.body.sentByMail], [200, false]);
  const shown = await kassa.visit().post("/dashboard/api/invitation", {
    secret: new URL(mistyped.body.link).hash.slice(1),
  });
  assert.equal(codeOf(shown), "409 invitation_invalid");
  const rosa = kassa.visit();
  await join(rosa, new URL(made.body.link).hash.slice(1), "rosa@rosa.example");
  const { body } = await rosa.get("/dashboard/api/me");
  assert.deepEqual(
    [body.operator, body.memberships.map(({ tenant, role }: JsonBody) => [tenant.id, role])],
    [false, [[id, "owner"]]],
  );
  assert.equal(codeOf(await invite("ada@shop.example")), "409 owner_exists");
  assert.equal((await operator.get(`${base}/tenants/${id}/`)).body.hasOwner, true);
  const other = await makeTenant("Closed shop");
  await operator.post(`${base}/tenants/${other.id}/close`);
  const closed = await operator.post(`${base}/tenants/${other.id}/owner-invitations`, {
    email: "a@b.example",
  });
  assert.equal(codeOf(closed), "400 parameter_invalid");
});

test("health finds what kassa doctor finds, and names what it leaves out", async () => {
  const { body } = await operator.get(`${base}/health`);
  const found = (wanted: string): JsonBody => body.findings.find(({ check }: JsonBody) => check === wanted);
  for (const check of [
    "encryption",
    "database",
    "disk",
    "clock",
    "schema",
    "roles",
    "tenants",
    "webhooks",
    "payment_page",
  ])
    assert.equal(found(check)?.state, "ok", check);
  assert.equal(found("live_payments")?.state, "warning");
  assert.match(found("live_payments")?.advice, /connectors add/);
  assert.deepEqual(body.leftOut, ["settings", "secret_key", "connector_account"]);
});

test("queues count what is due, and since when", async () => {
  const queue = async (name: string) => {
    const { body } = await operator.get(`${base}/queues`);
    return body.queues.find((each: JsonBody) => each.name === name);
  };
  assert.deepEqual(await queue("exports"), { name: "exports", waiting: 0, since: null });
  // Held by a process that does nothing.
  await kassa.db.sql(
    `INSERT INTO exports (tenant_id, id, mode, resource, format, filters, columns, status, created_at, touched_at, lease_until)
     SELECT $1, 'exp_' || n, 'sandbox', 'payments', 'csv', '{}', '{id}', 'running', now(), now() - n * interval '1 hour',
       now() + interval '1 hour' FROM generate_series(1, 3) n`,
    [kassa.tenant.tenant.tenantId],
  );
  const found = await queue("exports");
  assert.equal(found.waiting, 3);
  assert.ok(Math.abs(Date.now() - 3 * 3_600_000 - Date.parse(found.since)) < 60_000, found.since);
  await kassa.db.sql("DELETE FROM exports");
});

test("versions name what runs", async () => {
  const { body } = await operator.get(`${base}/versions`);
  assert.match(body.kassa, /^\d+\.\d+\.\d+/);
  assert.equal(body.node, process.versions.node);
  assert.match(body.postgres, /^\d\d/);
  assert.deepEqual(
    [body.isEmbedded, body.citus !== null, body.sendsMail, body.publicUrl],
    [true, citusNodes.length > 1, false, kassa.url],
  );
  assert.match(body.lastMigration, /^0000\d\d-/);
  assert.ok(Date.parse(body.runningSince) < Date.now());
});

test("backups are listed newest first, with whose database they are", async () => {
  const backup = {
    host: "till",
    bytes: 1_000,
    databaseBytes: 40_000_000,
    encryption: "passphrase",
    kassaVersion: "1.0.0",
    startedAt: new Date(0),
    finishedAt: new Date(1_000),
  } as const;
  for (const fileName of ["monday.backup", "tuesday.backup"])
    await kassa.db.database.inControl((trx) => insertBackup(trx, { ...backup, fileName }));
  const { body } = await operator.get(`${base}/backups`);
  assert.equal(body.isEmbedded, true);
  assert.deepEqual(
    body.data.map(({ fileName, encryption }: JsonBody) => [fileName, encryption]),
    [
      ["tuesday.backup", "passphrase"],
      ["monday.backup", "passphrase"],
    ],
  );
});

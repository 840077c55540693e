import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { until } from "../../test/support/until.ts";
import { modes } from "../kernel/mode.ts";
import { allows } from "../tenants/scopes.ts";
import { scopesOf, staffRoles, writesOf } from "./roles.ts";
import {
  addAuthenticator,
  codeOf,
  enterCode,
  join,
  signIn,
  usePeopleApp,
  type Visitor,
} from "./test-support.ts";

let owner: Visitor;
let ownerSecret: string;
/** The last entry of the audit log that files before this one have caused. */
let lastOfOthers: string;
const kassa = usePeopleApp({}, async () => {
  const [last] = await kassa.db.sql<{ position: string }>(
    "SELECT coalesce(max(position), 0) AS position FROM audit_entries",
  );
  lastOfOthers = last?.position ?? "0";
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "Ada@Shop.example");
  ownerSecret = await addAuthenticator(owner);
});

const at = (mode: "live" | "sandbox") => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": mode });
const codeOfProblem = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body.code}`;

/** Each address may try ten times a minute, and here all have the same. */
const forgetTries = () => kassa.db.sql("DELETE FROM staff.rate_limits");
beforeEach(forgetTries);

/** Somebody whom the owner invites in a role. */
async function invited(role: string, email: string): Promise<Visitor> {
  const made = await owner.post("/dashboard/api/team/invitations", { email, role }, at("sandbox"));
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const visitor = kassa.visit();
  await forgetTries();
  await join(visitor, new URL(made.body.link).hash.slice(1), email);
  return visitor;
}

test("the first owner's link makes an owner and operator, once", async () => {
  const secret = await kassa.firstOwnerLink();
  const visitor = kassa.visit();
  const shown = await visitor.post("/dashboard/api/invitation", { secret });
  assert.deepEqual([shown.body.role, shown.body.email, shown.body.tenantName], ["owner", null, "Test shop"]);
  await join(visitor, secret, "grace@shop.example");
  const { body } = await visitor.get("/dashboard/api/me");
  assert.deepEqual([body.email, body.operator, body.signIn.factors], ["grace@shop.example", true, 1]);
  assert.deepEqual(
    body.memberships.map(({ tenant, role }: { tenant: { name: string }; role: string }) => [
      tenant.name,
      role,
    ]),
    [["Test shop", "owner"]],
  );
  const again = { secret, name: "Eve", email: "eve@shop.example", password: "another long password" };
  assert.equal(
    codeOfProblem(await kassa.visit().post("/dashboard/api/join", again)),
    "409 invitation_invalid",
  );
  await owner.post(`/dashboard/api/team/members/${body.id}`, { role: "read_only" }, at("sandbox"));
});

test("nobody can sign up, and a wrong password says nothing about who exists", async () => {
  const eve = { name: "Eve", email: "eve@evil.example", password: "a very long password" };
  const signUp = await kassa.visit().post("/dashboard/auth/sign-up/email", eve);
  assert.ok(signUp.status >= 400, JSON.stringify(signUp.body));
  const wrong = async (email: string) =>
    kassa.visit().post("/dashboard/auth/sign-in/email", { email, password: "not the password" });
  const [known, unknown] = [await wrong("ada@shop.example"), await wrong("nobody@shop.example")];
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  assert.equal(known.status, 401);
});

test("passwords can't be tried without end from one address", async () => {
  const wrong = { email: "ada@shop.example", password: "not the password" };
  const answers: string[] = [];
  for (let tries = 0; tries < 11; tries += 1)
    answers.push(codeOfProblem(await kassa.visit().post("/dashboard/auth/sign-in/email", wrong)));
  assert.match(answers[9] ?? "", /^401/);
  assert.equal(answers[10], "429 rate_limited");
});

test("a password alone opens the sandbox, and live data needs a second factor", async () => {
  const visitor = await invited("developer", "dev@shop.example");
  assert.equal((await visitor.get("/api/payments", at("sandbox"))).status, 200);
  assert.equal(codeOfProblem(await visitor.get("/api/payments", at("live"))), "403 second_factor_required");
  const secret = await addAuthenticator(visitor);
  assert.equal((await visitor.get("/api/payments", at("live"))).status, 200);
  await visitor.post("/dashboard/auth/sign-out");
  assert.equal(codeOfProblem(await visitor.get("/dashboard/api/me")), "401 sign_in_required");
  const half = await signIn(visitor, "dev@shop.example");
  assert.equal(half.body.twoFactorRedirect, true);
  assert.equal(codeOfProblem(await visitor.get("/dashboard/api/me")), "401 sign_in_required");
  const wrong = codeOf(secret) === "000000" ? "000001" : "000000";
  assert.equal((await visitor.post("/dashboard/auth/two-factor/verify-totp", { code: wrong })).status, 401);
  await enterCode(visitor, secret);
  assert.equal((await visitor.get("/api/payments", at("live"))).status, 200);
});

test("a request of another site, or without our origin, changes nothing", async () => {
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ]) {
    const made = await owner.post("/api/checkout/sessions", {}, { ...at("sandbox"), ...headers });
    assert.equal(codeOfProblem(made), "403 origin_refused", JSON.stringify(headers));
    const team = await owner.post("/dashboard/api/team/invitations", {}, { ...at("sandbox"), ...headers });
    assert.equal(codeOfProblem(team), "403 origin_refused", JSON.stringify(headers));
    const out = await owner.post("/dashboard/auth/sign-out", {}, headers);
    assert.equal(codeOfProblem(out), "403 origin_refused", JSON.stringify(headers));
  }
  const { tenant } = kassa.tenant;
  const named = await owner.get("/api/payments", { "kassa-tenant": tenant.id });
  assert.equal(codeOfProblem(named), "400 parameter_missing");
});

test("a person sees the tenants they work for, and no others", async () => {
  const other = await kassa.makeTenant("Other shop");
  const foreign = { ...at("sandbox"), "kassa-tenant": other.tenant.id };
  assert.equal(codeOfProblem(await owner.get("/api/payments", foreign)), "403 role_forbids");
  assert.equal(codeOfProblem(await owner.get("/dashboard/api/team/", foreign)), "403 role_forbids");
});

test("each role may do what its list says, and nothing else", async () => {
  assert.ok(kassa.routes.length > 60);
  for (const role of staffRoles.filter((name) => name !== "owner")) {
    const visitor = await invited(role, `${role}@roles.example`);
    await addAuthenticator(visitor);
    for (const mode of modes) {
      const granted = scopesOf(role, mode);
      for (const { path, method, scope } of kassa.routes) {
        const body = method === "POST" ? {} : undefined;
        const answer = await visitor.send(method, path.replaceAll(/:\w+/g, "none"), body, at(mode));
        const isRefused = answer.body?.code === "role_forbids";
        assert.equal(
          isRefused,
          !allows(granted, ...scope),
          `${role} ${mode} ${method} ${path}: ${answer.status}`,
        );
      }
    }
  }
});

test("only owners change the team, the last one stays, and who is removed is signed out", async () => {
  const support = await invited("support", "support@shop.example");
  const invitation = { email: "friend@shop.example", role: "owner" };
  assert.equal(
    codeOfProblem(await support.post("/dashboard/api/team/invitations", invitation, at("sandbox"))),
    "403 role_forbids",
  );
  const { body: team } = await owner.get("/dashboard/api/team/", at("sandbox"));
  const idOf = (email: string): string =>
    team.members.find((member: { email: string }) => member.email === email).id;
  const self = idOf("ada@shop.example");
  const demoted = await owner.post(`/dashboard/api/team/members/${self}`, { role: "support" }, at("sandbox"));
  assert.equal(codeOfProblem(demoted), "409 last_owner");
  const again = await owner.post(
    "/dashboard/api/team/invitations",
    { email: "Support@shop.example", role: "owner" },
    at("sandbox"),
  );
  assert.equal(codeOfProblem(again), "409 already_member");
  const removed = await owner.delete(
    `/dashboard/api/team/members/${idOf("support@shop.example")}`,
    at("sandbox"),
  );
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  assert.equal(codeOfProblem(await support.get("/dashboard/api/me")), "401 sign_in_required");
});

test("keys are made, rolled and revoked by who may do everything in their mode", async () => {
  const wish = { name: "Shop server", scopes: ["checkout_sessions:write"] };
  const made = await owner.post("/dashboard/api/keys/", wish, at("live"));
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const use = async (key: string) => (await kassa.call("GET", "/api/checkout/sessions", { key })).status;
  assert.equal(await use(made.body.secret), 200);
  const rolled = await owner.post(
    `/dashboard/api/keys/${made.body.id}/roll`,
    { overlapHours: 1 },
    at("live"),
  );
  assert.equal(await use(rolled.body.secret), 200);
  const wrongMode = await owner.post(`/dashboard/api/keys/${made.body.id}/revoke`, {}, at("sandbox"));
  assert.equal(codeOfProblem(wrongMode), "404 not_found");
  const revoked = await owner.post(`/dashboard/api/keys/${made.body.id}/revoke`, {}, at("live"));
  assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
  await until(async () => (await use(made.body.secret)) === 401, "the revoked key is refused");
  const listed = await owner.get("/dashboard/api/keys/", at("live"));
  assert.ok(!JSON.stringify(listed.body).includes(rolled.body.secret));
  const [entry] = await kassa.db.sql<{ actor: string }>(
    "SELECT actor FROM audit_entries WHERE object = 'api_key' AND object_id = $1 ORDER BY position LIMIT 1",
    [made.body.id],
  );
  assert.equal(entry?.actor, "person ada@shop.example");
  const helper = await invited("support", "keys@shop.example");
  assert.equal(codeOfProblem(await helper.get("/dashboard/api/keys/", at("sandbox"))), "403 role_forbids");
  assert.equal(
    codeOfProblem(await helper.post("/dashboard/api/keys/", wish, at("sandbox"))),
    "403 role_forbids",
  );
});

test("a key may be restricted to networks and days", async () => {
  const wish = {
    name: "Shop server",
    scopes: ["full"],
    allowedNetworks: ["203.0.113.0/24"],
    expiresInDays: 30,
  };
  const made = await owner.post("/dashboard/api/keys/", wish, at("sandbox"));
  const refused = await kassa.call("GET", "/api/checkout/sessions", { key: made.body.secret });
  assert.equal(refused.status, 403, refused.text);
  const { body } = await owner.get("/dashboard/api/keys/", at("sandbox"));
  const key = body.data.find(({ id }: { id: string }) => id === made.body.id);
  assert.deepEqual(key.allowedNetworks, ["203.0.113.0/24"]);
  const days = (Date.parse(key.expiresAt) - Date.parse(key.createdAt)) / 86_400_000;
  assert.ok(Math.abs(days - 30) < 0.1, String(days));
  const wrong = await owner.post(
    "/dashboard/api/keys/",
    { ...wish, allowedNetworks: ["home"] },
    at("sandbox"),
  );
  assert.deepEqual([wrong.status, wrong.body.param], [400, "/allowedNetworks"], wrong.body.detail);
});

test("the database refuses what a person's role may not write, whatever a route does", async () => {
  const { tenantId } = kassa.tenant.tenant;
  const guarded = await kassa.db.sql<{ name: string }>(
    "SELECT tablename AS name FROM pg_policies WHERE policyname = 'own_new_rows' ORDER BY tablename",
  );
  assert.ok(guarded.length > 10);
  const insertBy = (name: string, writes: readonly string[] | undefined) =>
    kassa.db.database.inTenant({ tenantId, mode: "sandbox", ...(writes && { writes }) }, (trx) =>
      trx.query(`INSERT INTO ${name} (tenant_id, mode) VALUES ($1, 'sandbox')`, [tenantId]),
    );
  const isGuarded = (error: Error): boolean => /row-level security/.test(error.message);
  for (const { name } of guarded) {
    await assert.rejects(insertBy(name, []), isGuarded, name);
    await assert.rejects(insertBy(name, ["sandbox_nothing"]), isGuarded, name);
    await insertBy(name, undefined).catch((error) => assert.ok(!isGuarded(error), `${name}: ${error}`));
  }
  await assert.rejects(insertBy("webhook_endpoints", writesOf("support", "live")), isGuarded);
  await insertBy("webhook_endpoints", writesOf("developer", "live")).catch((error) =>
    assert.ok(!isGuarded(error), String(error)),
  );
});

test("a sign-in ends after twelve hours, and when it isn't used for one", async () => {
  const visitor = kassa.visit();
  await signIn(visitor, "ada@shop.example");
  await enterCode(visitor, ownerSecret);
  const isIn = async () => (await visitor.get("/dashboard/api/me")).status === 200;
  assert.ok(await isIn());
  await kassa.db.sql(
    "UPDATE staff.sessions SET created_at = now() - interval '721 minutes' WHERE created_at = (SELECT max(created_at) FROM staff.sessions)",
  );
  assert.ok(!(await isIn()), "after twelve hours");
  await kassa.db.sql(
    "UPDATE staff.sessions SET created_at = now(), expires_at = now() - interval '1 second' WHERE created_at = (SELECT min(created_at) FROM staff.sessions)",
  );
  assert.ok(!(await isIn()), "after an hour without a request");
});

test("the role that serves requests reads nothing of people, and theirs no payment", async () => {
  const { tenantId } = kassa.tenant.tenant;
  const { database } = kassa.db;
  for (const table of [
    "people",
    "sessions",
    "sign_in_methods",
    "second_factors",
    "memberships",
    "invitations",
  ])
    await assert.rejects(
      database.inTenant({ tenantId, mode: "live" }, (trx) => trx.query(`SELECT FROM staff.${table}`)),
      { code: "42501" },
      table,
    );
  for (const table of ["payments", "checkout_sessions", "api_keys", "connector_credentials"])
    await assert.rejects(
      database.inPeople((trx) => trx.query(`SELECT FROM ${table}`)),
      { code: "42501" },
      table,
    );
});

test("what a person asks for is in the audit log, with who, from where and how much", async () => {
  const wish = { amount: 1_500, currency: "EUR", successUrl: "https://shop.example/thanks" };
  const made = await owner.post("/api/checkout/sessions", wish, at("sandbox"));
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const refund = { payment: "pay_none", amount: 700, reason: "duplicate" };
  assert.notEqual((await owner.post("/api/refunds", refund, at("live"))).status, 200);
  const entries = await kassa.db.sql(
    `SELECT actor, origin, object, mode, changes FROM audit_entries WHERE action = 'requested'
     AND object IN ('create_refund', 'create_checkout_session') ORDER BY position DESC LIMIT 2`,
  );
  const who = { actor: "person ada@shop.example", origin: "127.0.0.1" };
  assert.deepEqual(entries, [
    {
      ...who,
      object: "create_refund",
      mode: "live",
      changes: { payment: { to: "pay_none" }, amount: { to: 700 }, reason: { to: "duplicate" } },
    },
    {
      ...who,
      object: "create_checkout_session",
      mode: "sandbox",
      changes: { amount: { to: 1_500 }, currency: { to: "EUR" } },
    },
  ]);
});

test("changes of people are in the audit log, with who and from where, and without secrets", async () => {
  const entries = await kassa.db.sql<{
    actor: string;
    object: string;
    action: string;
    changes: object;
    origin: string;
  }>(
    "SELECT actor, object, action, changes, origin FROM audit_entries WHERE position > $1 ORDER BY position",
    [lastOfOthers],
  );
  const said = entries.map(({ actor, object, action }) => `${actor}: ${object} ${action}`);
  for (const line of [
    "person ada@shop.example: invitation created",
    "person ada@shop.example: membership deleted",
    "sign-in: sign_in created",
  ])
    assert.ok(said.includes(line), `${line} of ${[...new Set(said)].join("; ")}`);
  const text = JSON.stringify(entries);
  for (const secret of [ownerSecret, "scrypt$", "session_token"]) assert.ok(!text.includes(secret), secret);
});

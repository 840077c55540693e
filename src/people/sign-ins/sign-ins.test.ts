import assert from "node:assert/strict";
import { test } from "node:test";
import { clearOldSignIns } from "../clear-old-sign-ins.ts";
import { addAuthenticator, join, password, signIn, usePeopleApp, type Visitor } from "../test-support.ts";

let owner: Visitor;
const kassa = usePeopleApp({}, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
});

const isIn = async (visitor: Visitor) => (await visitor.get("/dashboard/api/me")).status === 200;
const list = async (visitor: Visitor): Promise<{ id: string; isThisOne: boolean; address: string }[]> =>
  (await visitor.get("/dashboard/api/sign-ins/")).body.data;

test("a person sees where they are signed in, and ends one or all others", async () => {
  const [laptop, phone] = [kassa.visit(), kassa.visit()];
  for (const visitor of [laptop, phone]) await signIn(visitor, "ada@shop.example");
  const shown = await list(owner);
  assert.equal(shown.length, 3);
  assert.deepEqual(new Set(shown.map(({ address }) => address)), new Set(["127.0.0.1"]));
  assert.ok(!JSON.stringify(shown).includes("token"));
  const own = (await list(phone)).find(({ isThisOne }) => isThisOne);
  const ended = await owner.delete(`/dashboard/api/sign-ins/${own?.id}`);
  assert.equal(ended.status, 200);
  assert.deepEqual([await isIn(phone), await isIn(laptop)], [false, true]);
  const others = await owner.post("/dashboard/api/sign-ins/end-others");
  assert.equal(others.body.ended, 1);
  assert.deepEqual([await isIn(laptop), await isIn(owner)], [false, true]);
});

test("nobody sees or ends another person's sign-in", async () => {
  const stranger = kassa.visit();
  await join(stranger, await kassa.firstOwnerLink(), "eve@shop.example");
  const [adas] = await list(owner);
  const tried = await stranger.delete(`/dashboard/api/sign-ins/${adas?.id}`);
  assert.deepEqual([tried.status, tried.body.code], [404, "not_found"]);
  assert.ok(await isIn(owner));
  assert.ok((await list(stranger)).every(({ id }) => id !== adas?.id));
});

const cookie = "kassa.session_token";
const withCookie = (value: string): Visitor => {
  const visitor = kassa.visit();
  visitor.cookies.set(cookie, value);
  return visitor;
};
const emailOf = async (visitor: Visitor): Promise<string | undefined> =>
  (await visitor.get("/dashboard/api/me")).body.email;

test("a sign-in never takes over a cookie that was planted before, invented or another's", async () => {
  const attacker = kassa.visit();
  await join(attacker, await kassa.firstOwnerLink(), "mallory@shop.example");
  for (const planted of ["invented.signature", String(attacker.cookies.get(cookie))]) {
    const victim = withCookie(planted);
    await signIn(victim, "ada@shop.example");
    assert.notEqual(victim.cookies.get(cookie), planted);
    assert.equal(await emailOf(victim), "ada@shop.example");
    assert.notEqual(await emailOf(withCookie(planted)), "ada@shop.example");
  }
});

test("who shows a second factor gets a new cookie, and the old one ends", async () => {
  const visitor = kassa.visit();
  await join(visitor, await kassa.firstOwnerLink(), "tina@shop.example");
  const before = String(visitor.cookies.get(cookie));
  const secret = await addAuthenticator(visitor);
  assert.notEqual(visitor.cookies.get(cookie), before);
  assert.equal(await isIn(withCookie(before)), false);
  assert.ok(await isIn(visitor));
  assert.ok(secret);
});

test("the library answers only what the dashboard asks it: its list of sessions holds their tokens", async () => {
  for (const path of ["list-sessions", "get-session", "revoke-sessions", "sign-up/email", "update-user"]) {
    const answers = [
      await owner.get(`/dashboard/auth/${path}`),
      await owner.post(`/dashboard/auth/${path}`, {}),
    ];
    for (const { status } of answers) assert.ok([404, 405].includes(status), `${path}: ${status}`);
  }
});

test("a new password that a person chooses themselves can't be a weak one, and ends the other sign-ins", async () => {
  const other = kassa.visit();
  await signIn(other, "ada@shop.example");
  const change = (newPassword: string) =>
    owner.post("/dashboard/auth/change-password", {
      currentPassword: password,
      newPassword,
      revokeOtherSessions: true,
    });
  const weak = await change("aaaaaaaaaaaaaaaa");
  assert.equal(weak.status, 400);
  assert.match(weak.body.message, /different characters/);
  assert.equal((await change("three geese at the lake")).status, 200);
  assert.deepEqual([await isIn(other), await isIn(owner)], [false, true]);
});

test("owners read who changed what, and others don't", async () => {
  const at = { "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" };
  const refused = await owner.get("/dashboard/api/audit/", at);
  assert.deepEqual([refused.status, refused.body.code], [403, "second_factor_required"]);
  const second = kassa.visit();
  await join(second, await kassa.firstOwnerLink(), "grace@shop.example");
  await addAuthenticator(second);
  const made = await second.post(
    "/dashboard/api/team/invitations",
    { email: "help@shop.example", role: "support" },
    at,
  );
  assert.equal(made.status, 200);
  const { body } = await second.get("/dashboard/api/audit/?limit=1", at);
  const [entry] = body.data;
  assert.deepEqual(
    [entry.actor, entry.changed, entry.action, entry.origin],
    ["person grace@shop.example", "invitation", "created", "127.0.0.1"],
  );
  assert.equal(body.hasMore, true);
  const next = await second.get(`/dashboard/api/audit/?limit=1&before=${entry.position}`, at);
  assert.ok(next.body.data[0].position < entry.position);
  const other = await kassa.makeTenant("Other shop");
  const foreign = await second.get("/dashboard/api/audit/", { ...at, "kassa-tenant": other.tenant.id });
  assert.equal(foreign.body.code, "role_forbids");
});

test("what ended a day ago is cleared away", async () => {
  await kassa.db.sql("UPDATE staff.sessions SET expires_at = now() - interval '25 hours'");
  await kassa.db.sql("UPDATE staff.rate_limits SET last_request = 1");
  while (await clearOldSignIns(kassa.db.database));
  const [left] = await kassa.db.sql<{ sessions: number; tries: number }>(
    `SELECT (SELECT count(*)::integer FROM staff.sessions) AS sessions,
       (SELECT count(*)::integer FROM staff.rate_limits) AS tries`,
  );
  assert.deepEqual(left, { sessions: 0, tries: 0 });
});

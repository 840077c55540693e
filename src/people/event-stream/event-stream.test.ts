import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { until } from "../../../test/support/until.ts";
import type { NewTenant } from "../../tenants/create-tenant.ts";
import { startPeopleApp, usePeopleApp } from "../test-support.ts";
import { viewersOfPersonAtMost } from "./event-viewers.ts";
import { assertOnce, isReady, type OpenStream, openStream, signInMany } from "./test-support.ts";

let shop: NewTenant;
let cookie: string;
const kassa = usePeopleApp({}, async () => {
  shop = kassa.tenant;
  [cookie = ""] = await signInMany(kassa, shop.tenant.tenantId, 1);
});

const open: OpenStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

const inSandbox = (tenant = shop) => ({ tenant: tenant.tenant.id, mode: "sandbox" });

async function follow(
  query: Record<string, string> = inSandbox(),
  headers: Record<string, string> = {},
  as = cookie,
): Promise<OpenStream> {
  const stream = await openStream(kassa.url, { query, headers, cookie: as });
  open.push(stream);
  return stream;
}

/** Makes an event happen: a session is created and canceled. Returns the id of its latest event, and the session's. */
async function happen(tenant = shop): Promise<{ id: string; session: string }> {
  const key = tenant.keys.sandbox.secret;
  const body = { amount: 2_599, currency: "eur", successUrl: "https://shop.example/thanks" };
  const created = await kassa.call("POST", "/api/checkout/sessions", { key, body });
  assert.equal(created.status, 200, created.text);
  const session = String(created.body.id);
  const expired = await kassa.call("POST", `/api/checkout/sessions/${session}/expire`, { key });
  assert.equal(expired.status, 200, expired.text);
  const { body: events } = await kassa.call("GET", `/api/events?session=${session}`, { key });
  return { id: events.data[0].id, session };
}

test("an event is passed on to those who look, once, as the API shows it", async () => {
  const stream = await follow();
  assert.equal(stream.status, 200);
  assert.match(String(stream.headers["content-type"]), /^text\/event-stream/);
  await isReady(stream);
  const { id } = await happen();
  await until(async () => stream.ids.includes(id), "the event");
  const { body } = await kassa.call("GET", `/api/events/${id}`);
  assert.ok(stream.text().includes(`id: ${id}\ndata: ${JSON.stringify(body)}\n\n`));
  await happen();
  await until(async () => stream.ids.length >= 2, "the next event");
  assertOnce(stream.ids, id);
});

test("a viewer of another tenant gets nothing", async () => {
  const other = await kassa.makeTenant("Other shop");
  const [foreign = ""] = await signInMany(kassa, other.tenant.tenantId, 1);
  const theirs = await follow(inSandbox(other), {}, foreign);
  const ours = await follow();
  await Promise.all([isReady(theirs), isReady(ours)]);
  const mine = await happen();
  await until(async () => ours.ids.includes(mine.id), "our event");
  const { id } = await happen(other);
  await until(async () => theirs.ids.includes(id), "their event");
  assert.deepEqual([theirs.ids, ours.ids.includes(id)], [[id], false]);
  const refused = await follow(inSandbox(), {}, foreign);
  assert.equal(refused.status, 403);
});

test("types and a session can be chosen", async () => {
  const first = await happen();
  const ofSession = await follow({ ...inSandbox(), session: first.session });
  const ofType = await follow({ ...inSandbox(), type: "refund.*" });
  const all = await follow();
  await Promise.all([ofSession, ofType, all].map(isReady));
  const { id } = await happen();
  await until(async () => all.ids.includes(id), "the event");
  assert.deepEqual([ofSession.ids, ofType.ids], [[], []]);
  assert.equal((await follow({ ...inSandbox(), type: "nothing.known" })).status, 400);
});

test("who connects again gets what they missed, or a hint to load the list again", async () => {
  const seen = await happen();
  const missed = await happen();
  const again = await follow(inSandbox(), { "last-event-id": seen.id });
  await isReady(again);
  assertOnce(again.ids, missed.id);
  assert.ok(!again.ids.includes(seen.id));
  const unknown = await follow(inSandbox(), { "last-event-id": "evt_sandbox_unknown" });
  await isReady(unknown);
  assert.deepEqual(unknown.hints, ["reload", "ready"]);
});

test("without a sign-in, a place, our own origin or a second factor for live data, nothing is passed on", async () => {
  const statusOf = async (...args: Parameters<typeof follow>) => (await follow(...args)).status;
  assert.equal(await statusOf(inSandbox(), {}, "kassa.session_token=forged"), 401);
  assert.equal(await statusOf({ mode: "sandbox" }), 400);
  assert.equal(await statusOf({ tenant: shop.tenant.id, mode: "both" }), 400);
  assert.equal(await statusOf({ tenant: shop.tenant.id, mode: "live" }), 403);
  assert.equal(await statusOf(inSandbox(), { "sec-fetch-site": "cross-site" }), 403);
  assert.equal(await statusOf(inSandbox(), { "sec-fetch-site": "same-origin" }), 200);
});

test("a stream ends with the sign-in and with the membership", async () => {
  const { tenantId } = (await kassa.makeTenant("Left shop")).tenant;
  const [signedOut = "", left = ""] = await signInMany(kassa, tenantId, 2);
  const [{ id: tenant }] = (await kassa.db.sql("SELECT id FROM tenants WHERE tenant_id = $1", [
    tenantId,
  ])) as [{ id: string }];
  const query = { tenant, mode: "sandbox" };
  const streams = [await follow(query, {}, signedOut), await follow(query, {}, left)] as const;
  await Promise.all(streams.map(isReady));
  await kassa.db.sql("DELETE FROM staff.sessions WHERE user_id = $1", [`viewer_${tenantId}_0`]);
  await until(async () => streams[0].isOver(), "the end of the sign-in");
  assert.equal(streams[1].isOver(), false);
  await kassa.db.sql("DELETE FROM staff.memberships WHERE person_id = $1", [`viewer_${tenantId}_1`]);
  await until(async () => streams[1].isOver(), "the end of the membership");
});

test("a person's oldest stream ends when they open too many", async () => {
  const streams: OpenStream[] = [];
  for (let count = 0; count <= viewersOfPersonAtMost; count += 1) {
    const stream = await follow();
    await isReady(stream);
    streams.push(stream);
  }
  await until(async () => streams[0]?.isOver() === true, "the end of the oldest");
  assert.ok(streams[0]?.hints.includes("replaced"));
  assert.equal(streams.filter((stream) => stream.isOver()).length, 1);
});

test("who doesn't read loses the connection, and the others get everything", async () => {
  const [slowCookie = ""] = await signInMany(kassa, (await kassa.makeTenant()).tenant.tenantId, 1);
  await kassa.db.sql(
    `INSERT INTO staff.memberships (tenant_id, person_id, role)
     SELECT $1, person_id, role FROM staff.memberships ORDER BY created_at DESC LIMIT 1`,
    [shop.tenant.tenantId],
  );
  const slow = await follow(inSandbox(), {}, slowCookie);
  const fast = await follow();
  await Promise.all([isReady(slow), isReady(fast)]);
  slow.pause();
  // More than the kernel's buffers of both sides and Kassa's own hold.
  const { body: sample } = await kassa.call("GET", "/api/events?limit=1");
  await kassa.db.sql(
    `INSERT INTO events (tenant_id, id, mode, type, session_id, sequence, object, created_at)
     SELECT tenant_id, left(id, -22) || lpad(n::text, 22, '0'), mode, type, session_id, 1000 + n,
       jsonb_build_object('id', id, 'filling', repeat('x', 60000)), created_at
     FROM events, generate_series(1, 180) AS n WHERE tenant_id = $1 AND id = $2`,
    [shop.tenant.tenantId, sample.data[0].id],
  );
  await until(async () => fast.ids.length >= 180, "all events");
  const { id } = await happen();
  await until(async () => fast.ids.includes(id), "a further event");
  slow.resume();
  await until(async () => slow.isOver(), "the end of the slow stream");
  assert.ok(!slow.ids.includes(id));
});

test("two thousand follow one event", async () => {
  const crowd = await kassa.makeTenant("Crowd");
  const cookies = await signInMany(kassa, crowd.tenant.tenantId, Math.ceil(2_000 / viewersOfPersonAtMost));
  const wanted = Array.from({ length: 2_000 }, (_, at) => cookies[Math.floor(at / viewersOfPersonAtMost)]);
  const streams: OpenStream[] = [];
  while (wanted.length > 0) {
    const some = wanted.splice(0, 50).map((as) => follow(inSandbox(crowd), {}, as ?? ""));
    streams.push(...(await Promise.all(some)));
  }
  await Promise.all(streams.map(isReady));
  const { id } = await happen(crowd);
  await until(async () => streams.every(({ ids }) => ids.includes(id)), "the event at all viewers");
  for (const { ids } of streams) assertOnce(ids, id);
});

test("a shutdown doesn't wait for streams", async () => {
  const another = await startPeopleApp();
  const [as = ""] = await signInMany(another, another.tenant.tenant.tenantId, 1);
  const query = { tenant: another.tenant.tenant.id, mode: "sandbox" };
  const stream = await openStream(another.url, { query, cookie: as });
  await isReady(stream);
  await another.close();
  assert.ok(stream.isOver());
});

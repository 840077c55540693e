import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, makeSession, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const get = (id: string) => kassa.call("GET", `${sessionsPath}/${id}`);
const update = (id: string, body: unknown) => kassa.call("POST", `${sessionsPath}/${id}`, { body });
const expire = (id: string, options = {}) => kassa.call("POST", `${sessionsPath}/${id}/expire`, options);

async function eventsOf(
  id: string,
): Promise<{ type: string; sequence: number; object: { status: string; url: string | null } }[]> {
  return kassa.db.sql("SELECT type, sequence, object FROM events WHERE session_id = $1 ORDER BY sequence", [
    id,
  ]);
}

test("merges metadata by key, can remove it, and changes nothing else", async () => {
  const made = await makeSession(kassa, { metadata: { cart: "1", note: "x" } });
  const replaced = await update(made.id, { metadata: { cart: "2", note: null } });
  assert.equal(replaced.status, 200);
  assert.deepEqual(replaced.body, { ...made, metadata: { cart: "2" } });
  assert.deepEqual((await get(made.id)).body, replaced.body);
  assert.equal((await update(made.id, { metadata: null })).body.metadata, null);
  assertProblem(await update(made.id, { amount: 1, metadata: {} }), "unknown_field", "/amount");
  assertProblem(await update(made.id, {}), "parameter_missing", "/metadata");
  assertProblem(await update(made.id, undefined), "json_not_object");
  for (const metadata of [{ a: 1 }, "x", { a: "x".repeat(501) }, { a: ["x"] }]) {
    assert.equal((await update(made.id, { metadata })).body.code, "metadata_invalid");
  }
  assertProblem(await update(made.id, { metadata: { a: "x\u202e" } }), "text_invalid", "/metadata/a");
  assert.deepEqual((await get(made.id)).body, { ...made, metadata: null });
});

test("a session expires once, with one event, and then stays as it is", async () => {
  const made = await makeSession(kassa);
  const answers = await Promise.all(Array.from({ length: 10 }, () => expire(made.id)));
  const [expired] = answers.filter(({ status }) => status === 200);
  assert.deepEqual(expired?.body, { ...made, status: "expired", url: null });
  const others = answers.filter((answer) => answer !== expired);
  for (const answer of others) assertProblem(answer, "session_not_open");
  const events = await eventsOf(made.id);
  assert.deepEqual(
    events.map(({ type, sequence }) => [type, sequence]),
    [["checkout.session.expired", 1]],
  );
  assert.deepEqual(events[0]?.object, expired?.body);
  const noted = await update(made.id, { metadata: { why: "out of stock" } });
  assert.deepEqual(noted.body, { ...expired?.body, metadata: { why: "out of stock" } });
});

test("expire accepts an empty body or none, and no fields", async () => {
  assert.equal((await expire((await makeSession(kassa)).id, { rawBody: "{}" })).status, 200);
  const { id } = await makeSession(kassa);
  assertProblem(await expire(id, { body: { reason: "x" } }), "unknown_field", "/reason");
  assert.equal((await get(id)).body.status, "open");
});

test("a session expires at its time by the database's clock, with one event", {
  timeout: 60_000,
}, async () => {
  const { id } = await makeSession(kassa);
  const kept = await makeSession(kassa);
  await kassa.db.sql(
    "UPDATE checkout_sessions SET expires_at = statement_timestamp() - interval '1 ms' WHERE id = $1",
    [id],
  );
  while ((await get(id)).body.status === "open") await sleep(50);
  assert.equal((await get(id)).body.url, null);
  await sleep(1_200);
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ["checkout.session.expired"],
  );
  assert.equal((await get(kept.id)).body.status, "open");
  assertProblem(await expire(id), "session_not_open");
});

test("a repeated create gets the first response, whatever has happened to the session", async () => {
  const headers = { "idempotency-key": "create-then-change" };
  const made = await makeSession(kassa, { metadata: { a: "1" } }, { headers });
  await update(made.id, { metadata: { a: "2" } });
  await update(made.id, { metadata: null });
  await expire(made.id);
  assert.deepEqual(await makeSession(kassa, { metadata: { a: "1" } }, { headers }), made);
  const bare = await makeSession(kassa, {}, { headers: { "idempotency-key": "bare" } });
  await update(bare.id, { metadata: { later: "yes" } });
  assert.deepEqual(await makeSession(kassa, {}, { headers: { "idempotency-key": "bare" } }), bare);
});

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { clockCalls, later, minuteMs } from "./clock-calls.ts";
import {
  assertProblem,
  countSessions,
  makeSession,
  sessionBody,
  sessionsPath,
  withoutRequestId,
} from "./support.ts";

const kassa = useTestApp();

const { makeClock, advance } = clockCalls(() => kassa);

const replayed = "idempotent-replayed";
const create = (
  key: string,
  changes: Record<string, unknown> = {},
  secret = kassa.tenant.keys.sandbox.secret,
) =>
  kassa.call("POST", sessionsPath, {
    key: secret,
    body: sessionBody(changes),
    headers: { "idempotency-key": key },
  });

test("fifty concurrent creates with one key create one session", async () => {
  const before = await countSessions(kassa);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => create("fifty", { metadata: { cart: "1" } })),
  );
  assert.equal(await countSessions(kassa), before + 1);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1, "all responses are identical");
  const repeats = answers.filter(({ headers }) => headers.get(replayed) === "true");
  assert.equal(repeats.length, 49);
});

test("refuses a key that was used with another body, and changes nothing", async () => {
  const first = await create("reused");
  for (const changes of [
    { amount: 2600 },
    { currency: "USD" },
    { metadata: {} },
    { cancelUrl: "https://a.example/" },
    { currency: "eur" },
  ]) {
    const answer = await create("reused", changes);
    assertProblem(answer, "idempotency_key_reused", "Idempotency-Key");
    assert.ok(!answer.text.includes(first.body.id), "the stored response isn't revealed");
  }
  assert.equal((await create("reused")).text, first.text);
});

test("bodies that differ only in field order and whitespace are the same request", async () => {
  const first = await create("spaced", { metadata: { a: "1", b: "2" } });
  const rawBody = `{ "metadata": {"b":"2","a":"\\u0031"},\n"successUrl":"https:\\/\\/shop.example/thanks", "currency":"EUR", "amount":2599 }`;
  const again = await kassa.call("POST", sessionsPath, { rawBody, headers: { "idempotency-key": "spaced" } });
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get(replayed), "true");
});

test("of concurrent bodies under one key one wins, its repeats get its response, all others are refused", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => create("contested", { amount: 100 + (index % 4) })),
  );
  const winner = answers.find(({ status, headers }) => status === 200 && headers.get(replayed) === null);
  assert.ok(winner);
  for (const [index, answer] of answers.entries()) {
    if (100 + (index % 4) === winner.body.amount) assert.equal(answer.text, winner.text);
    else assertProblem(answer, "idempotency_key_reused", "Idempotency-Key");
  }
});

test("a key belongs to one tenant and one mode", async () => {
  const other = await kassa.makeTenant("Other");
  const answers = await Promise.all([
    create("shared"),
    create("shared", { amount: 1 }, kassa.tenant.keys.live.secret),
    create("shared", { amount: 2 }, other.keys.sandbox.secret),
    create("shared", {}, other.keys.live.secret),
  ]);
  for (const { status, headers } of answers) assert.deepEqual([status, headers.get(replayed)], [200, null]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 4);
});

test("a refused request isn't stored: the corrected one may use its key", async () => {
  for (const changes of [
    { amount: 0 },
    { successUrl: "javascript:x" },
    { extra: 1 },
    { description: "\u202e" },
  ]) {
    assert.equal((await create("mended", changes)).status, 400);
  }
  const made = await create("mended");
  assert.deepEqual([made.status, made.headers.get(replayed)], [200, null]);
});

test("a repeat gets the stored response even if the request would be refused by now", async () => {
  const pinned = await kassa.makeTenant("Pins its hosts later");
  const key = pinned.keys.sandbox.secret;
  const clock = await makeClock();
  // The minimum is half an hour; a minute is allowed for slow clocks. Two minutes later it is too near.
  const onClock = { clock: clock.id, expiresAt: later(clock.now, 30 * minuteMs) };
  const [expiring, hosted] = [await create("expiring", onClock), await create("hosted", {}, key)];
  await kassa.db.sql("UPDATE tenants SET allowed_hosts = '{other.example}' WHERE tenant_id = $1", [
    pinned.tenant.tenantId,
  ]);
  await advance(clock.id, { by: "PT2M" });
  assertProblem(await create("fresh", onClock), "expires_at_invalid", "/expiresAt");
  // The process caches the tenant until it next polls for changes.
  const isRefused = async () => (await create(randomUUID(), {}, key)).status === 400;
  await until(isRefused, "the change of hosts has arrived");
  assertProblem(await create("fresh", {}, key), "url_not_allowed", "/successUrl");
  assertProblem(await create("expiring", { ...onClock, amount: 1 }), "expires_at_invalid", "/expiresAt");
  for (const [first, again] of [
    [expiring, await create("expiring", onClock)],
    [hosted, await create("hosted", {}, key)],
  ] as const) {
    assert.deepEqual([first.status, again.status, again.headers.get(replayed)], [200, 200, "true"]);
    assert.equal(again.text, first.text);
  }
});

test("a key is 1 to 255 visible ASCII characters", async () => {
  for (const key of ["!", "a~b", "x".repeat(255), '"quoted"', "a,b;c=d"])
    assert.equal((await create(key)).status, 200, key);
  for (const key of ["", " ", "a b", "x".repeat(256), "caf\u00e9"]) {
    assertProblem(await create(key), "idempotency_key_invalid", "Idempotency-Key", key);
  }
  assert.notEqual((await create("case")).body.id, (await create("CASE")).body.id);
});

test("property: any interleaving of creates with few keys and bodies behaves like a map", async () => {
  const call = fc.record({
    key: fc.constantFrom("a", "b", "c"),
    amount: fc.constantFrom(1, 2),
    valid: fc.boolean(),
  });
  const rounds = fc.array(fc.array(call, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (together) => {
      run += 1;
      const prefix = `model-${run}-`;
      const owner = new Map<string, { amount: number; text: string }>();
      for (const calls of together) {
        const answers = await Promise.all(
          calls.map(({ key, amount, valid }) =>
            create(prefix + key, { amount, currency: valid ? "EUR" : "XXX" }),
          ),
        );
        for (const [index, answer] of answers.entries()) {
          const made = calls[index];
          if (made?.valid && answer.status === 200 && answer.headers.get(replayed) === null) {
            assert.ok(!owner.has(made.key), "a second session under one key");
            owner.set(made.key, { amount: made.amount, text: answer.text });
          }
        }
        for (const [index, answer] of answers.entries()) {
          const { key = "", amount = 0, valid = false } = calls[index] ?? {};
          if (!valid) assert.equal(answer.status, 400);
          else if (owner.get(key)?.amount === amount) assert.equal(answer.text, owner.get(key)?.text);
          else assert.equal(answer.status, 422, answer.text);
        }
      }
      const rows = await kassa.db.sql<{ key: string; amount: number }>(
        "SELECT idempotency_key AS key, amount FROM checkout_sessions WHERE starts_with(idempotency_key, $1) ORDER BY 1",
        [prefix],
      );
      const expected = [...owner].map(([key, { amount }]) => ({ key: prefix + key, amount }));
      assert.deepEqual(
        rows,
        expected.sort((left, right) => (left.key < right.key ? -1 : 1)),
      );
    }),
    { numRuns: 40 },
  );
});

// Operations other than create: the effects and the stored response commit in one transaction.

const changing = (id: string, key: string, metadata: unknown) =>
  kassa.call("POST", `${sessionsPath}/${id}`, { body: { metadata }, headers: { "idempotency-key": key } });
const expiring = (id: string, key: string) =>
  kassa.call("POST", `${sessionsPath}/${id}/expire`, { headers: { "idempotency-key": key } });

test("a repeated expire gets the first response instead of a refusal", async () => {
  const { id } = await makeSession(kassa);
  const first = await expiring(id, "expire-it");
  const again = await expiring(id, "expire-it");
  assert.deepEqual([first.status, first.headers.get(replayed)], [200, null]);
  assert.deepEqual([again.status, again.headers.get(replayed), again.text], [200, "true", first.text]);
  assert.equal(again.headers.get("content-type"), first.headers.get("content-type"));
  assertProblem(await expiring(id, "another"), "session_not_open");
});

test("a repeated change of the metadata doesn't undo a later one", async () => {
  const { id } = await makeSession(kassa);
  const first = await changing(id, "first", { step: "1" });
  await changing(id, "second", { step: "2" });
  assert.equal((await changing(id, "first", { step: "1" })).text, first.text);
  assert.deepEqual((await kassa.call("GET", `${sessionsPath}/${id}`)).body.metadata, { step: "2" });
  assertProblem(await changing(id, "first", { step: "3" }), "idempotency_key_reused", "Idempotency-Key");
  const twin = await makeSession(kassa);
  assert.deepEqual(
    (await changing(twin.id, "first", { step: "1" })).headers.get(replayed),
    null,
    "another object, another operation",
  );
});

test("concurrent calls with one key have one effect, and get its response or are told to wait", async () => {
  const { id } = await makeSession(kassa);
  const answers = await Promise.all(Array.from({ length: 30 }, () => expiring(id, "at-once")));
  const done = answers.filter(({ status }) => status === 200);
  assert.equal(done.filter(({ headers }) => headers.get(replayed) === null).length, 1);
  assert.equal(new Set(done.map(({ text }) => text)).size, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assertProblem(answer, "idempotency_key_in_flight");
    assert.equal(answer.headers.get("retry-after"), "1");
  }
  const events = await kassa.db.sql("SELECT FROM events WHERE session_id = $1", [id]);
  assert.equal(events.length, 1);
});

test("tells a repeat to wait while the first request runs", async () => {
  const { id } = await makeSession(kassa);
  await kassa.db.sql("BEGIN");
  await kassa.db.sql("SELECT FROM checkout_sessions WHERE tenant_id = $1 AND id = $2 FOR UPDATE", [
    kassa.tenant.tenant.tenantId,
    id,
  ]);
  const calls = [changing(id, "slow", { a: "1" }), changing(id, "slow", { a: "1" })];
  // The first one claims the key and waits for the row; the other is answered at once.
  assertProblem(await Promise.race(calls), "idempotency_key_in_flight");
  await kassa.db.sql("COMMIT");
  const answers = await Promise.all(calls);
  const made = answers.find(({ status }) => status === 200);
  assert.equal((await changing(id, "slow", { a: "1" })).text, made?.text);
});

test("rolls back the effects if the response can't be stored", async () => {
  const { id } = await makeSession(kassa, { metadata: { before: "yes" } });
  await kassa.db.sql(
    "ALTER TABLE idempotent_requests ADD CONSTRAINT full_disk CHECK (idempotency_key <> 'unlucky')",
  );
  const { status } = await changing(id, "unlucky", { after: "yes" });
  assert.equal(status, 500);
  assert.equal((await expiring(id, "unlucky")).status, 500);
  const session = (await kassa.call("GET", `${sessionsPath}/${id}`)).body;
  assert.deepEqual([session.metadata, session.status], [{ before: "yes" }, "open"]);
  assert.equal((await kassa.db.sql("SELECT FROM events WHERE session_id = $1", [id])).length, 0);
  await kassa.db.sql("ALTER TABLE idempotent_requests DROP CONSTRAINT full_disk");
  const retried = await changing(id, "unlucky", { after: "yes" });
  assert.deepEqual([retried.status, retried.headers.get(replayed)], [200, null]);
});

test("refused operations store nothing, and stored responses can't be read from the database", async () => {
  const { id } = await makeSession(kassa);
  const stranger = await kassa.makeTenant("Stranger");
  const key = stranger.keys.sandbox.secret;
  const headers = { "idempotency-key": "sealed" };
  const foreign = await kassa.call("POST", `${sessionsPath}/${id}`, {
    key,
    headers,
    body: { metadata: { a: "1" } },
  });
  assertProblem(foreign, "not_found");
  await changing(id, "sealed", { secretPlan: "launch on Monday" });
  const again = await kassa.call("POST", `${sessionsPath}/${id}`, {
    key,
    headers,
    body: { metadata: { secretPlan: "launch on Monday" } },
  });
  assert.equal(withoutRequestId(again), withoutRequestId(foreign));
  const rows = await kassa.db.sql<{ sealed: Buffer }>(
    "SELECT response_sealed AS sealed FROM idempotent_requests WHERE tenant_id = $1 AND idempotency_key = 'sealed'",
    [kassa.tenant.tenant.tenantId],
  );
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.sealed.toString("latin1").includes("Monday"));
});

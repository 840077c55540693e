import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallResult } from "../support/app.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { clockCalls, clocksPath, dayMs, later, minuteMs } from "./clock-calls.ts";
import { pay } from "./paying.ts";
import { assertProblem, makeSession, sessionBody, sessionsPath } from "./support.ts";

// Sandbox clocks: what can be created on them, and who may advance them.

const kassa = useTestApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });

const { makeClock, askToAdvance, advance, get, eventsOf } = clockCalls(() => kassa);

test("a clock stands still, and can be read, listed and deleted", async () => {
  const clock = await makeClock({ name: "Still" });
  assert.match(clock.id, /^clk_sandbox_/);
  const { id, now, createdAt, ...rest } = clock;
  assert.deepEqual(rest, {
    object: "sandbox.clock",
    mode: "sandbox",
    name: "Still",
    status: "ready",
    advancingTo: null,
  });
  assert.ok(Math.abs(Date.parse(now) - Date.now()) < 10_000);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 10_000);
  assert.deepEqual(await get(`${clocksPath}/${id}`), clock);
  const ahead = await makeClock({ now: later(now, 30 * dayMs) });
  assert.equal(ahead.now, later(now, 30 * dayMs));
  assert.deepEqual((await get(clocksPath)).data.slice(0, 2), [ahead, clock]);
  assert.deepEqual(await get(`${clocksPath}/${id}/advance`), {
    object: "sandbox.clock_advance",
    clock,
    ran: [],
  });
  const deleted = await kassa.call("DELETE", `${clocksPath}/${id}`);
  assert.deepEqual(deleted.body, { object: "sandbox.clock", id, deleted: true });
  assertProblem(await kassa.call("GET", `${clocksPath}/${id}`), "not_found");
  assertProblem(await kassa.call("DELETE", `${clocksPath}/${id}`), "not_found");
  assertProblem(await askToAdvance(id, { by: "P1D" }), "not_found");
});

test("a clock starts near the present or ahead, and can advance by at most two years", async () => {
  const begin = (now: string) => kassa.call("POST", clocksPath, { body: { now } });
  assertProblem(await begin(later(new Date().toISOString(), -2 * dayMs)), "clock_time_invalid", "/now");
  assertProblem(await begin("2099-01-01T00:00:00Z"), "clock_time_invalid", "/now");
  assertProblem(await begin("tomorrow"), "clock_time_invalid", "/now");
  const { id, now } = await makeClock();
  const refused = async (body: object, param: string) =>
    assertProblem(await askToAdvance(id, body), "clock_time_invalid", param, JSON.stringify(body));
  await refused({ to: now }, "/to");
  await refused({ to: later(now, -1) }, "/to");
  await refused({ to: later(now, 800 * dayMs) }, "/to");
  await refused({ by: "P800D" }, "/by");
  await refused({ by: "P1M" }, "/by");
  await refused({ by: "PT0S" }, "/by");
  await refused({ by: "P1D", to: later(now, dayMs) }, "/by");
  await refused({}, "/to");
  assert.equal((await get(`${clocksPath}/${id}`)).now, now);
  const went = await advance(id, { by: "P1DT1H" });
  assert.equal(went.clock.now, later(now, dayMs + 60 * minuteMs));
  assert.deepEqual(went.ran, []);
});

test("only the sandbox has clocks, and each tenant at most 100", async () => {
  const { live } = kassa.tenant.keys;
  for (const [method, path, body] of [
    ["GET", clocksPath],
    ["POST", clocksPath, {}],
    ["GET", `${clocksPath}/x`],
    ["POST", `${clocksPath}/x/advance`, { by: "P1D" }],
    ["DELETE", `${clocksPath}/x`],
  ] as const) {
    const answer = await kassa.call(method, path, { key: live.secret, ...(body ? { body } : {}) });
    assertProblem(answer, "clock_not_allowed", undefined, `${method} ${path}`);
  }
  const collector = await kassa.makeTenant("Collector");
  const make = () => kassa.call("POST", clocksPath, { key: collector.keys.sandbox.secret });
  const made: CallResult[] = [];
  while (made.length < 105) made.push(...(await Promise.all(Array.from({ length: 7 }, make))));
  assert.equal(made.filter(({ status }) => status === 200).length, 100);
  for (const answer of made.filter(({ status }) => status !== 200))
    assertProblem(answer, "clock_limit_reached");
});

test("a session lives in its clock's time: it is created then, and expires when the clock passes its expiry", async () => {
  const start = later(new Date().toISOString(), 100 * dayMs);
  const clock = await makeClock({ now: start });
  const session = await makeSession(kassa, { clock: clock.id });
  assert.equal(session.clock, clock.id);
  assert.equal(session.createdAt, start);
  assert.equal(session.expiresAt, later(start, dayMs));
  const page = async () => (await fetch(`${kassa.url}/pay/${session.id}`)).text();
  assert.match(await page(), /name="number"/);

  await advance(clock.id, { to: later(start, dayMs - 1) });
  assert.equal((await get(`${sessionsPath}/${session.id}`)).status, "open");
  const report = await advance(clock.id, { by: "PT1H" });
  assert.deepEqual(report.ran, [{ at: session.expiresAt, what: "checkout.session.expired", id: session.id }]);
  assert.equal((await get(`${sessionsPath}/${session.id}`)).status, "expired");
  assert.doesNotMatch(await page(), /name="number"/);
  const events = await eventsOf(session.id);
  assert.deepEqual(
    events.map(({ type, createdAt }) => [type, createdAt]),
    [["checkout.session.expired", session.expiresAt]],
  );
});

test("expiresAt is judged by the clock", async () => {
  const start = later(new Date().toISOString(), 200 * dayMs);
  const clock = await makeClock({ now: start });
  const make = (expiresAt: string) =>
    kassa.call("POST", sessionsPath, { body: sessionBody({ clock: clock.id, expiresAt }) });
  assertProblem(await make(later(new Date().toISOString(), dayMs)), "expires_at_invalid", "/expiresAt");
  assert.equal((await make(later(start, dayMs))).status, 200);
});

test("a session accepts only the tenant's own clocks, and no deleted ones", async () => {
  const other = await kassa.makeTenant("Other");
  const theirs = await kassa.call("POST", clocksPath, { key: other.keys.sandbox.secret });
  const gone = await makeClock();
  await kassa.call("DELETE", `${clocksPath}/${gone.id}`);
  for (const clock of [theirs.body.id, gone.id, "clk_sandbox_x", "x"])
    assertProblem(
      await kassa.call("POST", sessionsPath, { body: sessionBody({ clock }) }),
      "clock_not_found",
      "/clock",
      clock,
    );
  const key = kassa.tenant.keys.live.secret;
  const live = await kassa.call("POST", sessionsPath, { key, body: sessionBody({ clock: gone.id }) });
  assertProblem(live, "clock_not_allowed", "/clock");
});

test("a create call on a clock can be repeated like any other", async () => {
  const clock = await makeClock();
  const create = () =>
    kassa.call("POST", sessionsPath, {
      body: sessionBody({ clock: clock.id }),
      headers: { "idempotency-key": "on-a-clock" },
    });
  const first = await create();
  await advance(clock.id, { by: "PT1H" });
  const again = await create();
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.deepEqual(again.body, first.body);
});

test("if several advance a clock at once, one does and the others are refused", async () => {
  const clock = await makeClock();
  for (let count = 0; count < 5; count += 1) await makeSession(kassa, { clock: clock.id });
  const answers = await Promise.all([1, 2, 3].map(() => askToAdvance(clock.id, { by: "P2D" })));
  const went = answers.filter(({ status }) => status === 200);
  assert.equal(went.length, 1, answers.map(({ text }) => text).join("\n"));
  assert.equal(went[0]?.body.ran.length, 5);
  for (const answer of answers) if (answer.status !== 200) assertProblem(answer, "clock_advancing");
});

test("repeating an advance with its key doesn't advance further, and its report is kept", async () => {
  const clock = await makeClock();
  await makeSession(kassa, { clock: clock.id });
  const key = { "idempotency-key": "a-day" };
  const first = await askToAdvance(clock.id, { by: "P2D" }, key);
  const again = await askToAdvance(clock.id, { by: "P2D" }, key);
  assert.equal(again.status, 200, again.text);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.deepEqual(again.body, first.body);
  assert.equal((await get(`${clocksPath}/${clock.id}`)).now, later(clock.now, 2 * dayMs));
  assert.deepEqual(await get(`${clocksPath}/${clock.id}/advance`), first.body);
});

test("another process continues an advance whose process died", async () => {
  const clock = await makeClock();
  const session = await makeSession(kassa, { clock: clock.id });
  const target = later(clock.now, 3 * dayMs);
  await kassa.db.sql(
    `UPDATE clocks SET status = 'advancing', target = $2, advances = 1, lease_fence = lease_fence + 1,
       lease_until = now() + interval '1 hour' WHERE id = $1`,
    [clock.id, target],
  );
  assertProblem(await askToAdvance(clock.id, { by: "P1D" }), "clock_advancing");
  assertProblem(await kassa.call("DELETE", `${clocksPath}/${clock.id}`), "clock_advancing");
  await kassa.db.sql("UPDATE clocks SET lease_until = now() WHERE id = $1", [clock.id]);
  await until(async () => (await get(`${clocksPath}/${clock.id}`)).status === "ready", "it has arrived");
  const report = await get(`${clocksPath}/${clock.id}/advance`);
  assert.equal(report.clock.status, "ready");
  assert.equal(report.clock.now, target);
  assert.deepEqual(report.ran, [{ at: session.expiresAt, what: "checkout.session.expired", id: session.id }]);
});

test("a clock can't be deleted while one of its sessions is open; afterwards its objects keep its last time", async () => {
  const clock = await makeClock({ now: later(new Date().toISOString(), 20 * dayMs) });
  const open = await makeSession(kassa, { clock: clock.id });
  const payment = await pay(kassa, { session: { clock: clock.id } });
  assertProblem(await kassa.call("DELETE", `${clocksPath}/${clock.id}`), "clock_in_use");
  await kassa.call("POST", `${sessionsPath}/${open.id}/expire`);
  assert.equal((await kassa.call("DELETE", `${clocksPath}/${clock.id}`)).status, 200);
  const refund = await kassa.call("POST", "/api/refunds", { body: { payment: payment.id } });
  assert.equal(refund.status, 200, refund.text);
  assert.equal(refund.body.createdAt, clock.now);
});

test("the money of a captured card or direct debit fails, and a card's comes after all, as the clock passes", async () => {
  const clock = await makeClock({ now: later(new Date().toISOString(), 20 * dayMs) });
  const payment = await pay(kassa, { session: { clock: clock.id }, card: "4200000000000661" });
  const shown = async () => {
    const { status, amountCaptured } = await get(`/api/payments/${payment.id}`);
    const { paymentStatus } = await get(`${sessionsPath}/${payment.session}`);
    return [status, amountCaptured, paymentStatus];
  };
  assert.deepEqual(await shown(), ["captured", payment.amount, "paid"]);
  await advance(clock.id, { by: "PT10S" });
  assert.deepEqual(await shown(), ["failed", 0, "unpaid"]);
  await advance(clock.id, { by: "PT10S" });
  assert.deepEqual(await shown(), ["captured", payment.amount, "paid"]);
});

test("a capture fails and succeeds after all as the clock passes, and a failed one that isn't repeated lapses at the old deadline", async () => {
  const card = { repeated: "4200000000000661", failed: "4200000000000653" } as const;
  for (const number of [card.repeated, card.failed]) {
    const clock = await makeClock({ now: later(new Date().toISOString(), 20 * dayMs) });
    const payment = await pay(kassa, { session: { clock: clock.id, captureMethod: "manual" }, card: number });
    const shown = async () => {
      const { status, amountCaptured, captureBefore } = await get(`/api/payments/${payment.id}`);
      const { paymentStatus } = await get(`${sessionsPath}/${payment.session}`);
      return [status, amountCaptured, captureBefore, paymentStatus];
    };
    assert.equal((await kassa.call("POST", `/api/payments/${payment.id}/capture`, { body: {} })).status, 200);
    assert.deepEqual(await shown(), ["captured", payment.amount, null, "paid"]);
    await advance(clock.id, { by: "PT15S" });
    assert.deepEqual(await shown(), ["authorized", 0, payment.captureBefore, "authorized"]);
    await advance(clock.id, { by: "P8D" });
    assert.deepEqual(
      await shown(),
      number === card.repeated ? ["captured", payment.amount, null, "paid"] : ["voided", 0, null, "unpaid"],
    );
  }
});

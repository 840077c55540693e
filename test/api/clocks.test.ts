import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CallResult, type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { cards } from "../support/payments.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { disputeCards } from "./disputing.ts";
import { authorize, orderTransfer, pay, payOnPage } from "./paying.ts";
import { assertProblem, makeSession, sessionBody, sessionsPath } from "./support.ts";

// Nobody waits a day to test a day: each of these lives through days or weeks, in seconds.

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });
});
after(() => kassa.close());

const clocksPath = "/api/sandbox/clocks";
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function makeClock(body: object = {}): Promise<JsonBody> {
  const answer = await kassa.call("POST", clocksPath, { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const askToAdvance = (id: string, body: object, headers: Record<string, string> = {}): Promise<CallResult> =>
  kassa.call("POST", `${clocksPath}/${id}/advance`, { body, headers });

/** Advances a clock that arrives in time, and answers with what ran. */
async function advance(id: string, body: object): Promise<JsonBody> {
  const answer = await askToAdvance(id, body);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.clock.status, "ready", answer.text);
  return answer.body;
}

const get = async (path: string): Promise<JsonBody> => (await kassa.call("GET", path)).body;
const eventsOf = async (session: string): Promise<JsonBody[]> =>
  (await get(`/api/events?session=${session}&limit=100`)).data.reverse();
const whats = (report: JsonBody): string[] => report.ran.map(({ what }: JsonBody) => what);
const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

test("a clock stands still, is found, listed and deleted", async () => {
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

test("clocks begin about now or ahead, and go forward by two years at most", async () => {
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

test("clocks are the sandbox's, and each tenant has 100 of them", async () => {
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

test("a session lives in its clock's time: it is made then, and expires when the clock passes its end", async () => {
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

test("expiresAt counts by the clock", async () => {
  const start = later(new Date().toISOString(), 200 * dayMs);
  const clock = await makeClock({ now: start });
  const make = (expiresAt: string) =>
    kassa.call("POST", sessionsPath, { body: sessionBody({ clock: clock.id, expiresAt }) });
  assertProblem(await make(later(new Date().toISOString(), dayMs)), "expires_at_invalid", "/expiresAt");
  assert.equal((await make(later(start, dayMs))).status, 200);
});

test("only one's own clocks can be named, and no deleted ones", async () => {
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

test("a create call on a clock is repeated as any other", async () => {
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

test("a dead webhook receiver is tried at once, and 35 times more over 30 days of the clock", async () => {
  const receiver = await startReceiver((_number, response) => void response.writeHead(500).end());
  const made = await kassa.call("POST", "/api/webhook-endpoints", {
    body: { url: receiver.url, events: ["checkout.session.completed"] },
  });
  const clock = await makeClock({ now: later(new Date().toISOString(), 50 * dayMs) });
  const session = await makeSession(kassa, { clock: clock.id });
  await payOnPage(kassa, session.id);
  await receiver.wait(1);

  const beganAt = performance.now();
  const report = await advance(clock.id, { by: "P31D" });
  assert.ok(performance.now() - beganAt < 15_000, "a month takes seconds");
  const retries = report.ran.filter(({ what }: JsonBody) => what === "webhook_delivery.retried");
  const waits = retries.map(
    ({ at }: JsonBody, index: number) => Date.parse(at) - Date.parse(retries[index - 1]?.at ?? clock.now),
  );
  // Jitter makes each wait up to a tenth longer, so some daily ones may not fit into the 30 days any more.
  assert.ok(retries.length >= 32 && retries.length <= 35, `${retries.length} retries`);
  assert.equal(receiver.received.length, retries.length + 1);
  const scheduled = [
    5_000,
    5 * minuteMs,
    30 * minuteMs,
    ...[2, 5, 10, 14, 20, 24].map((h) => h * 60 * minuteMs),
  ];
  for (const [index, wait] of scheduled.entries()) {
    const taken = waits[index] ?? 0;
    assert.ok(taken >= wait && taken <= wait * 1.1 + 1, `wait ${index + 1} was ${taken} ms`);
  }
  const [delivery] = (await get(`/api/webhook-endpoints/${made.body.id}/deliveries`)).data;
  assert.equal(delivery.status, "failed");
  assert.equal(delivery.createdAt, clock.now);
  assert.equal(delivery.nextAttemptAt, null);
  const [endpoint] = (await get("/api/webhook-endpoints")).data;
  assert.equal(endpoint.status, "enabled", "seconds of real time pause no endpoint");

  const last = receiver.received.at(-1);
  assert.ok(last);
  const event = last.verify(made.body.secret) as JsonBody;
  assert.equal(event.createdAt, clock.now, "it happened by the clock, and was signed now");
  await receiver.close();
  await kassa.call("DELETE", `/api/webhook-endpoints/${made.body.id}`);
});

test("what expires on the way is told of at once, and its retries count from then", async () => {
  let answers = 500;
  const receiver = await startReceiver((_number, response) => void response.writeHead(answers).end());
  const made = await kassa.call("POST", "/api/webhook-endpoints", {
    body: { url: receiver.url, events: ["checkout.session.expired"] },
  });
  const clock = await makeClock();
  const session = await makeSession(kassa, { clock: clock.id });
  const report = await advance(clock.id, { to: later(session.expiresAt, 10 * minuteMs) });
  assert.deepEqual(whats(report), [
    "checkout.session.expired",
    "webhook_delivery.retried",
    "webhook_delivery.retried",
  ]);
  const [expired, first] = report.ran;
  const wait = Date.parse(first.at) - Date.parse(expired.at);
  assert.ok(wait >= 5_000 && wait <= 5_500, `the first retry came ${wait} ms later`);
  answers = 200;
  await advance(clock.id, { by: "PT1H" });
  const [delivery] = (await get(`/api/webhook-endpoints/${made.body.id}/deliveries`)).data;
  assert.deepEqual([delivery.status, delivery.attempts], ["delivered", 4]);
  assert.ok(delivery.deliveredAt > session.expiresAt);
  await receiver.close();
  await kassa.call("DELETE", `/api/webhook-endpoints/${made.body.id}`);
});

test("an authorization lapses when its time is up", async () => {
  const clock = await makeClock();
  const payment = await authorize(kassa, { clock: clock.id });
  assert.equal(payment.status, "authorized");
  assert.equal(payment.clock, clock.id);
  assert.equal(payment.createdAt, clock.now);
  await advance(clock.id, { to: later(payment.captureBefore, -1_000) });
  assert.equal((await get(`/api/payments/${payment.id}`)).status, "authorized");
  const report = await advance(clock.id, { by: "PT1H" });
  assert.deepEqual(
    report.ran.map(({ at, what }: JsonBody) => [at, what]),
    [
      [payment.captureBefore, "psp.advanced"],
      [payment.captureBefore, "authorization.lapsed"],
    ],
  );
  const lapsed = await get(`/api/payments/${payment.id}`);
  assert.equal(lapsed.status, "voided");
  assert.equal(lapsed.captureBefore, null);
});

for (const [card, status, type] of [
  ["approvedLater", "captured", "checkout.session.async_payment_succeeded"],
  ["declinedLater", "failed", "checkout.session.async_payment_failed"],
] as const) {
  test(`a card that is ${card} is decided by the clock, and not before`, async () => {
    const clock = await makeClock({ now: later(new Date().toISOString(), 10 * dayMs) });
    const payment = await pay(kassa, { card: cards[card], session: { clock: clock.id } });
    assert.equal(payment.status, "processing");
    const report = await advance(clock.id, { by: "P30D" });
    assert.deepEqual(whats(report), ["psp.advanced", "attempt.updated"]);
    const decided = await get(`/api/payments/${payment.id}`);
    assert.equal(decided.status, status);
    assert.equal(decided.attempts[0].decidedAt, report.ran[0].at);
    const events = await eventsOf(payment.session);
    assert.ok(events.some((event) => event.type === type && event.createdAt === report.ran[0].at));
  });
}

test("who never answers their bank's question is given up by the clock", async () => {
  const clock = await makeClock();
  const payment = await pay(kassa, { card: cards.challenge, session: { clock: clock.id } });
  assert.equal(payment.status, "requires_action");
  const report = await advance(clock.id, { by: "PT2H" });
  assert.ok(whats(report).includes("attempt.checked"), whats(report).join());
  const given = await get(`/api/payments/${payment.id}`);
  assert.equal(given.attempts[0].status, "declined");
  assert.ok(Date.parse(given.attempts[0].decidedAt) < Date.parse(clock.now) + 30 * minuteMs);
  assert.equal((await get(`${sessionsPath}/${payment.session}`)).status, "open");
});

test("a transfer that never comes ends after 14 days; what comes after all is late money, and goes back", async () => {
  const clock = await makeClock();
  const session = await makeSession(kassa, { clock: clock.id });
  await orderTransfer(kassa, session.id);
  const paymentOf = async (): Promise<JsonBody> => (await get(`/api/payments?session=${session.id}`)).data[0];
  const { id, attempts } = await paymentOf();
  const bank = (choice: string) =>
    fetch(attempts[0].transferInstructions.simulatorUrl, {
      method: "POST",
      body: new URLSearchParams({ choice }),
    });
  await bank("withhold");
  await advance(clock.id, { to: later(clock.now, 14 * dayMs - 1_000) });
  assert.equal((await paymentOf()).status, "processing");
  const report = await advance(clock.id, { by: "P10D" });
  const endedAt = later(clock.now, 14 * dayMs);
  assert.deepEqual(
    report.ran.map((step: JsonBody) => [step.at, step.what, step.id]),
    [[endedAt, "attempt.checked", attempts[0].id]],
  );
  const ended = await get(`/api/payments/${id}`);
  assert.deepEqual(
    [ended.status, ended.attempts[0].status, ended.attempts[0].declineReason, ended.attempts[0].decidedAt],
    ["failed", "declined", "abandoned", endedAt],
  );
  const told = (await eventsOf(session.id)).map(({ type }) => type);
  assert.deepEqual(told, [
    "checkout.session.completed",
    "payment.failed",
    "checkout.session.async_payment_failed",
  ]);
  await bank("send");
  await until(async () => (await paymentOf()).refunds[0]?.status === "succeeded");
  const { amountLate, refunds } = await paymentOf();
  assert.deepEqual([amountLate, refunds[0].late, refunds[0].amount], [2599, true, 2599]);
  assert.ok((await eventsOf(session.id)).some(({ type }) => type === "payment.late_funds"));
  assert.equal((await get(`${sessionsPath}/${session.id}`)).paymentStatus, "unpaid");
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 10_000; !(await holds()); await sleep(50))
    assert.ok(performance.now() < deadline, "it has not come to that within 10 s");
}

test("a dispute is opened, and lost when its evidence is due and none was sent", async () => {
  const clock = await makeClock();
  const payment = await pay(kassa, { card: disputeCards.fraudulent, session: { clock: clock.id } });
  await advance(clock.id, { by: "PT1H" });
  const [dispute] = (await get(`/api/disputes?payment=${payment.id}`)).data;
  assert.equal(dispute.status, "needs_response");
  assert.ok(dispute.evidenceDueAt > clock.now);
  await advance(clock.id, { to: later(dispute.evidenceDueAt, -1) });
  assert.equal((await get(`/api/disputes/${dispute.id}`)).status, "needs_response");
  const report = await advance(clock.id, { by: "P1D" });
  assert.deepEqual(whats(report), ["psp.advanced", "dispute.updated"]);
  assert.equal(report.ran[0].at, dispute.evidenceDueAt);
  const lost = await get(`/api/disputes/${dispute.id}`);
  assert.equal(lost.status, "lost");
  assert.equal(lost.closedAt, dispute.evidenceDueAt);
});

test("of two who advance a clock at once, one does and one is told", async () => {
  const clock = await makeClock();
  for (let count = 0; count < 5; count += 1) await makeSession(kassa, { clock: clock.id });
  const answers = await Promise.all([1, 2, 3].map(() => askToAdvance(clock.id, { by: "P2D" })));
  const went = answers.filter(({ status }) => status === 200);
  assert.equal(went.length, 1, answers.map(({ text }) => text).join("\n"));
  assert.equal(went[0]?.body.ran.length, 5);
  for (const answer of answers) if (answer.status !== 200) assertProblem(answer, "clock_advancing");
});

test("an advance is repeated with its key without going further, and its report is kept", async () => {
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

test("an advance whose process died is gone on with by another", async () => {
  const clock = await makeClock();
  const session = await makeSession(kassa, { clock: clock.id });
  const target = later(clock.now, 3 * dayMs);
  await kassa.db.sql(
    `UPDATE clocks SET status = 'advancing', target = $2, advances = 1, lease_fence = lease_fence + 1,
       lease_until = now() + interval '1 second' WHERE id = $1`,
    [clock.id, target],
  );
  assertProblem(await askToAdvance(clock.id, { by: "P1D" }), "clock_advancing");
  assertProblem(await kassa.call("DELETE", `${clocksPath}/${clock.id}`), "clock_advancing");
  for (const until = performance.now() + 10_000; performance.now() < until; ) {
    const { status } = await get(`${clocksPath}/${clock.id}`);
    if (status === "ready") break;
  }
  const report = await get(`${clocksPath}/${clock.id}/advance`);
  assert.equal(report.clock.status, "ready");
  assert.equal(report.clock.now, target);
  assert.deepEqual(report.ran, [{ at: session.expiresAt, what: "checkout.session.expired", id: session.id }]);
});

test("a clock is kept while a session of it is open; afterwards what lived by it stays where it stopped", async () => {
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

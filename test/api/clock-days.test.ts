import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../support/app.ts";
import { cards } from "../support/payments.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { clockCalls, dayMs, later, minuteMs, whats } from "./clock-calls.ts";
import { disputeCards, pdf, upload } from "./disputing.ts";
import { authorize, orderTransfer, pay, payOnPage } from "./paying.ts";
import { makeSession, sessionsPath } from "./support.ts";

// Each of these tests spans days or weeks of a sandbox clock, and takes seconds.

const kassa = useTestApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });

const { makeClock, advance, get, eventsOf } = clockCalls(() => kassa);

test("retries a failing webhook endpoint 35 times over 30 days of the clock", async () => {
  const receiver = await startReceiver((_number, response) => void response.writeHead(500).end());
  const made = await kassa.call("POST", "/api/webhook-endpoints", {
    body: { url: receiver.url, events: ["checkout.session.completed"] },
  });
  const clock = await makeClock({ now: later(new Date().toISOString(), 50 * dayMs) });
  const session = await makeSession(kassa, { clock: clock.id });
  await payOnPage(kassa, session.id);
  await receiver.wait(1);

  const watch = startStopwatch();
  const report = await advance(clock.id, { by: "P31D" });
  watch.assertWithin(15_000, "a month");
  const retries = report.ran.filter(({ what }: JsonBody) => what === "webhook_delivery.retried");
  const waits = retries.map(
    ({ at }: JsonBody, index: number) => Date.parse(at) - Date.parse(retries[index - 1]?.at ?? clock.now),
  );
  // Jitter makes each wait up to a tenth longer, so some daily retries may fall after the 30 days.
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
  assert.equal(endpoint.status, "enabled", "an endpoint isn't paused after seconds of real time");

  const last = receiver.received.at(-1);
  assert.ok(last);
  const event = last.verify(made.body.secret) as JsonBody;
  assert.equal(event.createdAt, clock.now, "the event has the clock's time and a current signature");
  await receiver.close();
  await kassa.call("DELETE", `/api/webhook-endpoints/${made.body.id}`);
});

test("an expiry during an advance is delivered at once, and its retries count from then", async () => {
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

test("an authorization lapses at the end of its time", async () => {
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

test("releases an authorization that lapses during a movement hold once the hold ends", async () => {
  const clock = await makeClock();
  const payment = await authorize(kassa, { clock: clock.id });
  await kassa.db.sql(
    `INSERT INTO movement_holds (tenant_id, mode, id, next_check_at)
     SELECT DISTINCT tenant_id, mode, connector_account, statement_timestamp() + interval '2 s' FROM attempts WHERE payment_id = $1`,
    [payment.id],
  );
  const report = await advance(clock.id, { to: later(payment.captureBefore, minuteMs) });
  assert.deepEqual(whats(report), ["psp.advanced", "authorization.lapsed"]);
  assert.equal((await get(`/api/payments/${payment.id}`)).status, "voided");
});

for (const [card, status, type] of [
  ["approvedLater", "captured", "checkout.session.async_payment_succeeded"],
  ["declinedLater", "failed", "checkout.session.async_payment_failed"],
] as const) {
  test(`decides a card that is ${card} by the clock, and not before`, async () => {
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

test("gives up an unanswered challenge by the clock", async () => {
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

test("a transfer is given up after 14 days; money that arrives later counts as late funds and is returned", async () => {
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
  const isReturned = async () => (await paymentOf()).refunds[0]?.status === "succeeded";
  await until(isReturned, "the late transfer is sent back");
  const { amountLate, refunds } = await paymentOf();
  assert.deepEqual([amountLate, refunds[0].late, refunds[0].amount], [2599, true, 2599]);
  assert.ok((await eventsOf(session.id)).some(({ type }) => type === "payment.late_funds"));
  assert.equal((await get(`${sessionsPath}/${session.id}`)).paymentStatus, "unpaid");
});

test("a dispute opens, and is lost if no evidence was sent by its due date", async () => {
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

test("lists disputes in the order in which Kassa learned of them, regardless of their clocks", async () => {
  const since = new Date().toISOString();
  const disputeOn = async (now: string): Promise<string> => {
    const clock = await makeClock({ now });
    const payment = await pay(kassa, { card: disputeCards.fraudulent, session: { clock: clock.id } });
    await advance(clock.id, { by: "PT1H" });
    return (await get(`/api/disputes?payment=${payment.id}`)).data[0].id;
  };
  const first = await disputeOn(later(since, 300 * dayMs));
  const second = await disputeOn(later(since, 10 * dayMs));
  const listed = await get(`/api/disputes?createdAfter=${encodeURIComponent(since)}&limit=2`);
  assert.deepEqual(
    listed.data.map(({ id }: JsonBody) => id),
    [second, first],
  );
  const tomorrow = encodeURIComponent(later(new Date().toISOString(), dayMs));
  assert.deepEqual((await get(`/api/disputes?createdAfter=${tomorrow}`)).data, []);
});

test("lists the files of a dispute in upload order although its clock stands still", async () => {
  const clock = await makeClock({ now: later(new Date().toISOString(), 10 * dayMs) });
  const payment = await pay(kassa, { card: disputeCards.fraudulent, session: { clock: clock.id } });
  await advance(clock.id, { by: "PT1H" });
  const { id } = (await get(`/api/disputes?payment=${payment.id}`)).data[0];
  const names = ["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf"];
  for (const name of names) assert.equal((await upload(kassa, id, pdf, { name })).status, 200);
  const { files } = await get(`/api/disputes/${id}`);
  assert.deepEqual(
    files.map(({ name }: JsonBody) => name),
    names,
  );
});

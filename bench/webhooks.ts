import { setTimeout as pause } from "node:timers/promises";
import { inParallel, openClient } from "./client.ts";
import { type BenchContext, runSql } from "./context.ts";
import { type Merchant, makeMerchant } from "./merchant.ts";
import { type Server, startServer } from "./processes.ts";
import { deadUrl, percentile, type Receiver, startReceiver } from "./receivers.ts";
import { median, ratioLine, round } from "./report.ts";

const width = 32;

/** Deliveries a second, how much a dead and a slow receiver slow down the others, and how soon the first attempt is made. */
export async function benchWebhooks({ seconds, rounds, say, makeDatabase }: BenchContext): Promise<void> {
  const databaseUrl = await makeDatabase("bench_webhooks");
  const kassa = await startServer("kassa-server.ts", {
    DATABASE_URL: databaseUrl,
    KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on",
  });
  const client = openClient(kassa.url, width);
  const bench = { kassa, databaseUrl, merchant: makeMerchant(client, kassa.keys[0] ?? "") };
  try {
    await deliveryRate(bench, 200, ["fast"]);
    const single: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      single.push(await deliveryRate(bench, 600 * seconds, ["fast"]));
    say(`  to one fast receiver: ${round(median(single))} deliveries a second`);
    say(await compareNeighbours(bench, 60 * seconds, rounds));
    for (const [load, rate] of [
      ["idle", 10],
      ["at load", 200],
    ] as const)
      say(await firstDelivery(bench, load, rate, seconds * 2));
  } finally {
    client.close();
    await kassa.stop();
  }
}

type Bench = { readonly kassa: Server; readonly databaseUrl: string; readonly merchant: Merchant };
type Kind = "fast" | "slow" | "dead";

/**
 * Deliveries a second to the fast receivers, with `events` for each. Events are recorded while all endpoints are paused, so their
 * deliveries wait; then all endpoints are enabled.
 */
async function deliveryRate(bench: Bench, events: number, kinds: readonly Kind[]): Promise<number> {
  const receivers: Receiver[] = [];
  const slow: Receiver[] = [];
  const endpoints: string[] = [];
  for (const kind of kinds) {
    const receiver = kind === "dead" ? undefined : await startReceiver(kind === "slow" ? 5_000 : 0);
    if (receiver) (kind === "fast" ? receivers : slow).push(receiver);
    const url = receiver?.url ?? (await deadUrl());
    const answer = await bench.merchant.post("/api/webhook-endpoints", { url });
    endpoints.push((JSON.parse(answer.body) as { id: string }).id);
  }
  await runSql(bench.databaseUrl, "UPDATE webhook_endpoints SET status = 'paused' WHERE status = 'enabled'");
  const sessions = await bench.merchant.createSessions(events);
  await inParallel(sessions, width, (id) => bench.merchant.post(`/api/checkout/sessions/${id}/expire`));
  const begun = performance.now();
  for (const id of endpoints)
    await bench.merchant.post(`/api/webhook-endpoints/${id}`, { status: "enabled" });
  while (receivers.some(({ count }) => count < events)) await pause(5);
  const perSecond = ((events * receivers.length) / (performance.now() - begun)) * 1_000;
  // Remove them: the number of endpoints of a merchant is limited.
  for (const id of endpoints) await bench.merchant.remove(`/api/webhook-endpoints/${id}`);
  for (const receiver of [...receivers, ...slow]) receiver.close();
  return perSecond;
}

/** Compares eight fast receivers beside a dead and a slow one to eight beside two more fast ones. */
async function compareNeighbours(bench: Bench, events: number, rounds: number): Promise<string> {
  const eight: readonly Kind[] = new Array<Kind>(8).fill("fast");
  const ill: number[] = [];
  const well: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ill.push(await deliveryRate(bench, events, [...eight, "dead", "slow"]));
    // Of ten receivers, the eight that are compared get eight tenths.
    well.push((await deliveryRate(bench, events, [...eight, "fast", "fast"])) * 0.8);
  }
  const ratios = ill.map((value, index) => value / (well[index] ?? Number.NaN));
  return ratioLine(
    "eight receivers beside a dead and a slow one ÷ beside two good ones",
    { a: median(ill), b: median(well), ratio: median(ratios), ratios },
    { atLeast: 0.95 },
    "deliveries/s",
  );
}

/** The time from recording an event to its arrival, at a given rate of events. */
async function firstDelivery(
  bench: Bench,
  name: string,
  perSecond: number,
  seconds: number,
): Promise<string> {
  const receiver = await startReceiver();
  const answer = await bench.merchant.post("/api/webhook-endpoints", { url: receiver.url });
  const { id } = JSON.parse(answer.body) as { id: string };
  const sessions = await bench.merchant.createSessions(perSecond * seconds);
  const sent = sessions.map(async (session, index) => {
    await pause((index / perSecond) * 1_000);
    await bench.merchant.post(`/api/checkout/sessions/${session}/expire`);
  });
  await Promise.all(sent);
  while (receiver.count < sessions.length) await pause(5);
  await bench.merchant.remove(`/api/webhook-endpoints/${id}`);
  receiver.close();
  const [p50, p99] = [percentile(receiver.delaysMs, 0.5), percentile(receiver.delaysMs, 0.99)];
  const held = p50 < 50 && p99 < 250;
  return `${held ? "✓" : "✗"} first delivery, ${name} (${perSecond} events/s): p50 ${round(p50)} ms (< 50), p99 ${round(p99)} ms (< 250)`;
}

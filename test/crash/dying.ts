import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { unfinishedWork } from "../support/oracle.ts";
import type { KassaProcess } from "../support/process.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { until } from "../support/until.ts";
import { type Answer, type Receiver, startReceiver } from "../support/webhook-receiver.ts";
import { type House, Visitor } from "./shop.ts";

/** Longer than work that fails waits for its next try. */
const diesWithinMs = 40_000;

/**
 * How a process ended that was to die at a point: `died_early` before its own visitor could lead it there, of what earlier
 * crashes had left to do. It `lived` when what was to lead it there was done in another way, as by the comparison that
 * begins with each process: that happens on a slow machine.
 */
export type Death = "died" | "died_early" | "lived";

/**
 * Starts a process that kills itself at a point, and does what leads it there; what was begun then may be cut short.
 *
 * @throws AssertionError when it ends in another way, or the way there fails by itself
 */
export async function dieAt(
  house: House,
  point: CrashPoint,
  drive: (visitor: Visitor) => Promise<unknown>,
): Promise<Death> {
  const kassa = await startMortal(house, point);
  if (!kassa) return "died_early";
  try {
    await drive(new Visitor(kassa, house.key));
  } catch (error) {
    assert.ok(isConnectionLost(error), String(error));
  }
  const ending = await Promise.race([kassa.ended, sleep(diesWithinMs, undefined, { ref: false })]);
  if (!ending) {
    // It would do the work of those that come after it.
    await kassa.end("SIGKILL");
    return "lived";
  }
  assert.deepEqual(ending, { code: null, signal: "SIGKILL" }, kassa.printed());
  return "died";
}

/**
 * Tries until a scenario has led a process to a point. What earlier crashes have left to do may lead one there before its
 * own visitor does, over and over where the point comes before a commit: so that is done before the next try.
 *
 * @param leads tries once; whether it was the scenario that led there
 */
export async function leadTo(house: House, point: CrashPoint, leads: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 12; tries += 1) {
    if (await leads()) return;
    const kassa = await house.startKassa();
    await allHeard(house);
    await allDone(house);
    await kassa.end();
  }
  assert.fail(`in twelve tries the scenario never led to ${point}`);
}

/**
 * Has the PSP say again what it has told nobody yet. It found nobody there so often that it would wait for a minute, and
 * then tell the next process that is to die of something else.
 */
export async function allHeard({ db }: House): Promise<void> {
  await db.sql("UPDATE sandbox_psp.notifications SET next_attempt_at = now() WHERE delivered_at IS NULL");
  const waiting = () => db.sql("SELECT FROM sandbox_psp.notifications WHERE delivered_at IS NULL");
  await until(async () => (await waiting()).length === 0, "the PSP's notifications are heard");
}

/** Undefined when it died before it was ready: that, too, is a way to a point. */
function startMortal(house: House, point: CrashPoint): Promise<KassaProcess | undefined> {
  return house.startKassa({ KASSA_CRASH_AT: point }).catch((error: Error) => {
    assert.match(error.message, /ended at once \({"code":null,"signal":"SIGKILL"}\)/);
    return undefined;
  });
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated|other side closed/.test(error.message);
}

/** Waits until nothing is left to do. On a free machine that has to be so as soon as a restarted Kassa may take for it. */
export async function allDone({ db }: House, withinMs = 30_000): Promise<void> {
  const stopwatch = startStopwatch();
  const isDone = async () => (await unfinishedWork(db)).length === 0;
  await until(isDone, "nothing is left to do", 200_000).catch(async (error) => {
    assert.deepEqual(await unfinishedWork(db), [], String(error));
  });
  stopwatch.assertWithin(withinMs, "what was left to do");
}

/** The merchants' server, told of all events. */
export async function openReceiver(house: House, answer?: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  const kassa = await house.startKassa();
  await new Visitor(kassa, house.key).api("/webhook-endpoints", { url: receiver.url });
  await kassa.end();
  return receiver;
}

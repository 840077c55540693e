import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { unfinishedWork } from "../support/oracle.ts";
import type { KassaProcess } from "../support/process.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { until } from "../support/until.ts";
import { type Answer, type Receiver, startReceiver } from "../support/webhook-receiver.ts";
import { type Testbed, Visitor } from "./testbed.ts";

/** A crash point, or the time at which it is reached the second or a later time. */
export type Place = CrashPoint | `${CrashPoint}:${number}`;

/** Longer than failed work waits for its next attempt. */
const maxWaitForCrashMs = 40_000;

/**
 * How a process with an armed crash point ended. `died_early`: earlier crashes' leftover work brought it there before
 * its own visitor did. `lived`: the work that should have brought it there was done otherwise, for example by the
 * comparison that starts with each process; that happens on a slow machine.
 */
export type Death = "died" | "died_early" | "lived";

/**
 * Starts a process that kills itself at a point, and brings it there with `drive`, which may be cut short.
 *
 * @throws AssertionError if the process ends otherwise, or `drive` fails for another reason
 */
export async function dieAt(
  testbed: Testbed,
  point: Place,
  drive: (visitor: Visitor) => Promise<unknown>,
): Promise<Death> {
  const kassa = await startArmed(testbed, point);
  if (!kassa) return "died_early";
  try {
    await drive(new Visitor(kassa, testbed.key));
  } catch (error) {
    assert.ok(isConnectionLost(error), String(error));
  }
  const ending = await Promise.race([kassa.ended, sleep(maxWaitForCrashMs, undefined, { ref: false })]);
  if (!ending) {
    // It would do the work of later processes.
    await kassa.end("SIGKILL");
    return "lived";
  }
  assert.deepEqual(ending, { code: null, signal: "SIGKILL" }, kassa.printed());
  return "died";
}

/**
 * Retries until a scenario brings a process to a crash point. Leftover work of earlier crashes may do that first, over
 * and over if the point comes before a commit; so that work is finished before the next try.
 *
 * @param tryOnce whether the scenario brought the process there
 */
export async function retryUntilReached(
  testbed: Testbed,
  point: Place,
  tryOnce: () => Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < 12; tries += 1) {
    if (await tryOnce()) return;
    const kassa = await testbed.startKassa();
    await untilNotificationsDelivered(testbed);
    await untilWorkDone(testbed);
    await kassa.end();
  }
  assert.fail(`the scenario didn't reach ${point} in twelve tries`);
}

/**
 * Makes the PSP retry its undelivered notifications now. After many failed attempts the next one would come a minute
 * later, and then bring the next process with an armed crash point there.
 */
export async function untilNotificationsDelivered({ db }: Testbed): Promise<void> {
  await db.sql("UPDATE sandbox_psp.notifications SET next_attempt_at = now() WHERE delivered_at IS NULL");
  const waiting = () => db.sql("SELECT FROM sandbox_psp.notifications WHERE delivered_at IS NULL");
  await until(async () => (await waiting()).length === 0, "the PSP's notifications are delivered");
}

/** Undefined if it died before it was ready, which is also a way to reach a point. */
function startArmed(testbed: Testbed, point: Place): Promise<KassaProcess | undefined> {
  return testbed.startKassa({ KASSA_CRASH_AT: point }).catch((error: Error) => {
    assert.match(error.message, /ended at once \({"code":null,"signal":"SIGKILL"}\)/);
    return undefined;
  });
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated|other side closed/.test(error.message);
}

/** Waits until no work is left. On a machine with a free core, a restarted Kassa must finish within `withinMs`. */
export async function untilWorkDone({ db }: Testbed, withinMs = 30_000): Promise<void> {
  const stopwatch = startStopwatch();
  const isDone = async () => (await unfinishedWork(db)).length === 0;
  await until(isDone, "no work is left", 200_000).catch(async (error) => {
    assert.deepEqual(await unfinishedWork(db), [], String(error));
  });
  stopwatch.assertWithin(withinMs, "the remaining work");
}

/** Opens the merchant's server, which receives all events. */
export async function openReceiver(testbed: Testbed, answer?: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  const kassa = await testbed.startKassa();
  await new Visitor(kassa, testbed.key).api("/webhook-endpoints", { url: receiver.url });
  await kassa.end();
  return receiver;
}

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { unfinishedWork } from "../support/oracle.ts";
import type { KassaProcess } from "../support/process.ts";
import { type Answer, type Receiver, startReceiver } from "../support/webhook-receiver.ts";
import { type House, Visitor } from "./shop.ts";

/** Longer than work that fails waits for its next try. */
const diesWithinMs = 40_000;

/**
 * Starts a process that kills itself at a point, and does what leads it there; what was begun then may be cut short.
 *
 * @returns whether it lived to be led there: what earlier crashes have left to do may lead it there before
 * @throws AssertionError when it lives on, ends in another way, or the way there fails by itself
 */
export async function dieAt(
  house: House,
  point: CrashPoint,
  drive: (visitor: Visitor) => Promise<unknown>,
): Promise<boolean> {
  const kassa = await startMortal(house, point);
  if (!kassa) return false;
  try {
    await drive(new Visitor(kassa, house.key));
  } catch (error) {
    assert.ok(isConnectionLost(error), String(error));
  }
  const ending = await Promise.race([kassa.ended, sleep(diesWithinMs, undefined, { ref: false })]);
  // One that lives on would do the work of those that come after it.
  if (!ending) await kassa.end("SIGKILL");
  assert.deepEqual(
    ending,
    { code: null, signal: "SIGKILL" },
    `${point} was never reached: ${kassa.printed()}`,
  );
  return true;
}

/**
 * Tries until a scenario has led a process to a point. What earlier crashes have left to do may lead one there before its
 * own visitor does, over and over where the point comes before a commit: so that is done before the next try.
 *
 * @param leads tries once; whether it was the scenario that led there
 */
export async function leadTo(house: House, point: CrashPoint, leads: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    if (await leads()) return;
    const kassa = await house.startKassa();
    await allDone(house);
    await kassa.end();
  }
  assert.fail(`${point} was reached by what others had left only`);
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

/** Waits until nothing is left to do, for as long as a restarted Kassa may take for it. */
export async function allDone({ db }: House, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  let left = await unfinishedWork(db);
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(100);
    left = await unfinishedWork(db);
  }
  assert.deepEqual(left, [], `unfinished after ${withinMs} ms`);
}

/** The merchants' server, told of all events. */
export async function openReceiver(house: House, answer?: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  const kassa = await house.startKassa();
  await new Visitor(kassa, house.key).api("/webhook-endpoints", { url: receiver.url });
  await kassa.end();
  return receiver;
}

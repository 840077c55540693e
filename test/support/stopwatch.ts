import assert from "node:assert/strict";
import { cpus } from "node:os";

export type Stopwatch = {
  /** Fails when more time has passed since the start, unless the machine had no core free for what was timed. */
  assertWithin(limitMs: number, what: string): void;
};

/** Of the time of all cores together. Two cores of which one burns and one is used by the test leave less. */
const idleShareOfFreeMachine = 0.25;
const mostTimesLonger = 10;
/** For so long any process may stand still on a machine that others use, whether its cores are idle or not. */
const stallMs = 3_500;

/**
 * Times something that has a limit of its own. On a machine without a free core the time says nothing about Kassa; there
 * the limit is ten times as long, so that something that hangs is still found.
 */
export function startStopwatch(machine: Machine = thisMachine): Stopwatch {
  const startedAt = machine.now();
  const before = machine.coreTimes();
  return {
    assertWithin: (limitMs, what) => {
      const tookMs = machine.now() - startedAt;
      const now = machine.coreTimes();
      const idleShare = (now.idle - before.idle) / Math.max(1, now.all - before.all);
      const isFree = idleShare >= idleShareOfFreeMachine;
      const allowedMs = Math.max(limitMs + stallMs, isFree ? 0 : limitMs * mostTimesLonger);
      const message = `${what} took ${Math.round(tookMs)} ms, limit ${allowedMs} ms, cores idle ${Math.round(idleShare * 100)} %`;
      assert.ok(tookMs < allowedMs, message);
    },
  };
}

/** Its clock, and how long all of its cores were idle and were there, each in milliseconds since any moment. */
export type Machine = { now(): number; coreTimes(): { idle: number; all: number } };

const thisMachine: Machine = { now: () => performance.now(), coreTimes };

function coreTimes(): { idle: number; all: number } {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}

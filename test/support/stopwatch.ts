import assert from "node:assert/strict";
import { cpus } from "node:os";

export type Stopwatch = {
  /** Fails if more time has passed since the start. The limit is higher if the machine had no free core meanwhile. */
  assertWithin(limitMs: number, what: string): void;
};

/** Share of the time of all cores. Two cores of which one is busy and one is used by the test leave less. */
const idleShareOfFreeMachine = 0.25;
const mostTimesLonger = 10;
/** On a shared machine a process may stall for this long, whether the cores are idle or not. */
const stallMs = 3_500;

/**
 * Times something that has a time limit. On a machine without a free core the time says nothing about Kassa; there the
 * limit is ten times as long, so that a hang is still found.
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

/** A clock, and for how long all cores were idle and existed, each in milliseconds since any moment. */
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

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { judgeCost } from "./cpu-guard.ts";
import { CpuMeter, calibrationMs } from "./cpu-time.ts";

test("a run may cost half more than the committed figure, relative to the machine's speed", () => {
  const judged = (cpuMs: number, loopMs: number) => judgeCost({ cpuMs, loopMs }, 10_000).isTooMuch;
  assert.equal(judged(600_000, 60), false);
  assert.equal(judged(890_000, 60), false);
  assert.equal(judged(910_000, 60), true);
  assert.equal(judged(910_000, 120), false, "the machine is half as fast");
  assert.match(judgeCost({ cpuMs: 910_000, loopMs: 60 }, 10_000).text, /910 s .* 1\.52 times .* renew/);
});

const burn = (ms: number): string =>
  `const used = () => process.cpuUsage().user + process.cpuUsage().system;
   const end = used() + ${ms * 1_000}; while (used() < end);`;

/** What the meter says of a process that has ended and of one that goes on, whose child has ended. Each uses this much CPU time. */
async function meteredMs(t: TestContext, ms: number): Promise<number> {
  const meter = new CpuMeter();
  execFileSync(process.execPath, ["-e", burn(ms)]);
  const child = `require("child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(burn(ms))}]);`;
  const alive = spawn(process.execPath, [
    "-e",
    `${child} console.log("done"); setInterval(() => {}, 1_000);`,
  ]);
  t.after(() => alive.kill());
  await once(alive.stdout, "data");
  return meter.stop() ?? Number.NaN;
}

test("the CPU time of a run is that of its processes, ended or not, each once", async (t) => {
  if (process.platform !== "linux") return t.skip("not run: only Linux has /proc");
  const withoutWork = await meteredMs(t, 0);
  const ofWork = (await meteredMs(t, 1_500)) - withoutWork;
  assert.ok(ofWork > 2_500 && ofWork < 5_500, `${ofWork} ms for two times 1500 ms`);
});

test("the calibration loop takes some time, and not long", () => {
  const ms = calibrationMs();
  assert.ok(ms > 5 && ms < 2_000, `${ms} ms`);
});

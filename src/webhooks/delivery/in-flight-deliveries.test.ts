import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { InFlightDeliveries } from "./in-flight-deliveries.ts";
import type { Lease } from "./queries.ts";

const lease = (id: string): Lease => ({ tenantId: 1, mode: "sandbox", id, endpointId: "we_1", fence: 1 });

test("once its last attempt has finished, a process ends without sitting out the grace", async () => {
  const module = path.join(import.meta.dirname, "in-flight-deliveries.ts");
  const script = `
    import { setTimeout as sleep } from "node:timers/promises";
    import { InFlightDeliveries } from ${JSON.stringify(module)};
    const underWay = new InFlightDeliveries(600_000);
    underWay.begin(${JSON.stringify(lease("whd_1"))}, performance.now(), () => sleep(20));
    console.log(JSON.stringify([await underWay.end(600_000), underWay.size]));
  `;
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  assert.equal(stdout, "[[],0]\n");
});

test("attempts that outlast the grace are called off, and their leases are returned", async () => {
  const underWay = new InFlightDeliveries(60_000);
  const slow = lease("whd_2");
  underWay.begin(slow, performance.now(), (signal) => sleep(60_000, undefined, { signal }).catch(() => {}));
  underWay.begin(lease("whd_1"), performance.now(), () => sleep(1));
  assert.deepEqual(await underWay.end(50), [slow]);
  assert.equal(underWay.size, 0);
});

test("an attempt whose lease isn't renewed in time is called off; one whose lease is renewed goes on", async () => {
  const holdMs = 60_000;
  const underWay = new InFlightDeliveries(holdMs);
  const [lost, renewed, other] = [lease("whd_1"), lease("whd_2"), lease("whd_3")];
  const ended: string[] = [];
  const begin = (of: typeof lost, askedAtMs: number) =>
    underWay.begin(of, askedAtMs, async (signal) => {
      await sleep(600_000, undefined, { signal }).catch(() => {});
      ended.push(of.id);
    });
  const nowMs = performance.now();
  // Their leases were asked for so long ago that a twentieth of a second is left.
  begin(lost, nowMs - holdMs + 50);
  begin(renewed, nowMs - holdMs + 50);
  begin(other, nowMs);
  assert.deepEqual(underWay.heldSinceBefore(nowMs), [lost, renewed]);
  underWay.renewed(new Set([renewed]), nowMs);
  assert.deepEqual(underWay.heldSinceBefore(nowMs), [lost]);
  await sleep(200);
  assert.deepEqual(ended, ["whd_1"]);
  underWay.callOff(new Set([renewed]));
  await sleep(10);
  assert.deepEqual(ended, ["whd_1", "whd_2"]);
  assert.deepEqual(await underWay.end(0), [other]);
});

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { InFlightDeliveries } from "./in-flight-deliveries.ts";
import type { Lease } from "./queries.ts";

const lease = (id: string): Lease => ({ tenantId: 1, mode: "sandbox", id, endpointId: "we_1", fence: 1 });

test("a process exits as soon as its last attempt has finished, not after the whole grace period", async () => {
  const module = path.join(import.meta.dirname, "in-flight-deliveries.ts");
  const script = `
    import { setTimeout as sleep } from "node:timers/promises";
    import { InFlightDeliveries } from ${JSON.stringify(module)};
    const inFlight = new InFlightDeliveries(600_000);
    inFlight.begin(${JSON.stringify(lease("whd_1"))}, performance.now(), () => sleep(20));
    console.log(JSON.stringify([await inFlight.end(600_000), inFlight.size]));
  `;
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  assert.equal(stdout, "[[],0]\n");
});

test("attempts that outlast the grace period are aborted, and their leases are returned", async () => {
  const inFlight = new InFlightDeliveries(60_000);
  const slow = lease("whd_2");
  inFlight.begin(slow, performance.now(), (signal) => sleep(60_000, undefined, { signal }).catch(() => {}));
  inFlight.begin(lease("whd_1"), performance.now(), () => sleep(1));
  assert.deepEqual(await inFlight.end(50), [slow]);
  assert.equal(inFlight.size, 0);
});

test("an attempt whose lease isn't renewed in time is aborted; one whose lease is renewed goes on", async () => {
  const holdMs = 60_000;
  const inFlight = new InFlightDeliveries(holdMs);
  const [lost, renewed, other] = [lease("whd_1"), lease("whd_2"), lease("whd_3")];
  const ended: string[] = [];
  const begin = (of: typeof lost, requestedAtMs: number) =>
    inFlight.begin(of, requestedAtMs, async (signal) => {
      await sleep(600_000, undefined, { signal }).catch(() => {});
      ended.push(of.id);
    });
  const nowMs = performance.now();
  // These leases have 50 ms left.
  begin(lost, nowMs - holdMs + 50);
  begin(renewed, nowMs - holdMs + 50);
  begin(other, nowMs);
  assert.deepEqual(inFlight.renewedBefore(nowMs), [lost, renewed]);
  inFlight.extend(new Set([renewed]), nowMs);
  assert.deepEqual(inFlight.renewedBefore(nowMs), [lost]);
  await sleep(200);
  assert.deepEqual(ended, ["whd_1"]);
  inFlight.abort(new Set([renewed]));
  await sleep(10);
  assert.deepEqual(ended, ["whd_1", "whd_2"]);
  assert.deepEqual(await inFlight.end(0), [other]);
});

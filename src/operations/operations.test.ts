import assert from "node:assert/strict";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { Registry } from "prom-client";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { openDatabase } from "../database/database.ts";
import { MetricsUnavailable, startMetricsServer } from "./metrics-server.ts";
import { makeReadiness } from "./readiness.ts";

let kassa: TestApp;
let metricsAddress: string;

before(async () => {
  kassa = await startTestApp({ KASSA_METRICS_PORT: "0" });
  const line = kassa.logged.find((entry) => entry.includes("metrics are served"));
  metricsAddress = JSON.parse(line ?? "{}").address;
});
after(() => kassa.close());

test("healthz and readyz answer without a key", async () => {
  assert.deepEqual((await kassa.call("GET", "/healthz", { key: null })).body, { status: "up" });
  const ready = await kassa.call("GET", "/readyz", { key: null });
  assert.equal(ready.status, 200);
  assert.deepEqual(ready.body, { status: "ready" });
});

test("probes may ask by any name of the machine, others may not", async () => {
  assert.equal(await statusFor("/readyz", "10.1.2.3:8080"), 200);
  assert.equal(await statusFor("/healthz", "kassa-7f9c"), 200);
  assert.equal(await statusFor("/docs", "10.1.2.3:8080"), 421);
});

test("a process whose schema lacks a migration is not ready and says why", async () => {
  const old = await startTestApp();
  try {
    await old.db.sql("DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)");
    const answer = await old.call("GET", "/readyz", { key: null });
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.body, { status: "not_ready", reasons: ["schema_outdated"] });
  } finally {
    await old.close();
  }
});

test("what keeps a process from serving is named, each thing by itself", async () => {
  const gone = openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:1/none" });
  const lane = { connected: false };
  const findObstacles = makeReadiness({ database: gone, lane, stopping: () => false });
  assert.deepEqual(await findObstacles(), ["database_unreachable", "lane_disconnected"]);
  const whileStopping = makeReadiness({ database: gone, lane, stopping: () => true });
  assert.deepEqual(await whileStopping(), ["stopping"]);
  await gone.close();
});

test("metrics count requests by operation and status, sessions and batches", async () => {
  const body = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };
  await kassa.call("POST", "/api/checkout/sessions", { body });
  await kassa.call("POST", "/api/checkout/sessions", { body: {} });
  const text = await (await fetch(metricsAddress)).text();
  const figure = (name: string): number =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  const created = 'operation="createCheckoutSession",status="200"';
  assert.equal(figure(`kassa_http_request_duration_seconds_count{${created}}`), 1);
  assert.equal(figure(`kassa_http_request_duration_seconds_bucket{${created},le="+Inf"}`), 1);
  assert.equal(
    figure('kassa_http_request_duration_seconds_count{operation="createCheckoutSession",status="400"}'),
    1,
  );
  assert.equal(figure("kassa_checkout_sessions_created_total"), 1);
  assert.equal(figure("kassa_lane_batch_rows_count"), 1);
  assert.equal(figure("kassa_lane_connected"), 1);
  assert.match(text, /^process_resident_memory_bytes \d+/m);
  assert.doesNotMatch(text, /cs_sandbox_|ks_sandbox_/);
});

test("nothing but the metrics is on their port", async () => {
  assert.equal((await fetch(new URL("/api/checkout/sessions", metricsAddress))).status, 404);
  assert.equal((await kassa.call("GET", "/metrics", { key: null })).status, 404);
});

test("a taken default port gives way to a free one; a port that was set is an error naming its variable", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const options = { host: "127.0.0.1", port, registry: new Registry(), log: { info() {} } };
  await assert.rejects(startMetricsServer({ ...options, portIsSet: true }), (error: Error) => {
    assert.ok(error instanceof MetricsUnavailable);
    assert.match(error.message, /KASSA_METRICS_PORT/);
    return true;
  });
  const served = await startMetricsServer({ ...options, portIsSet: false });
  assert.notEqual(new URL(served.address).port, String(port));
  assert.equal((await fetch(served.address)).status, 200);
  await served.stop();
  other.close();
});

/** fetch doesn't let its caller choose the Host header. */
function statusFor(path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(kassa.url.replace("localhost", "127.0.0.1") + path, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

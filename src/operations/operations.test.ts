import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import dns from "node:dns";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { test } from "node:test";
import { Gauge, Registry } from "prom-client";
import { startTestApp } from "../../test/support/app.ts";
import { ensureProgram } from "../../test/support/test-program.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { openDatabase } from "../database/database.ts";
import { MetricsUnavailable, startMetricsServer } from "./metrics-server.ts";
import { makeReadiness } from "./readiness.ts";

let metricsAddress: string;

const kassa = useTestApp({ KASSA_METRICS_PORT: "0" }, async () => {
  const line = kassa.logged.find((entry) => entry.includes("metrics are served"));
  metricsAddress = JSON.parse(line ?? "{}").address;
});

test("healthz and readyz answer without a key", async () => {
  assert.deepEqual((await kassa.call("GET", "/healthz", { key: null })).body, { status: "up" });
  const ready = await kassa.call("GET", "/readyz", { key: null });
  assert.equal(ready.status, 200);
  assert.deepEqual(ready.body, { status: "ready" });
});

test("accepts any Host header for probes, but not for other routes", async () => {
  assert.equal(await statusFor("/readyz", "10.1.2.3:8080"), 200);
  assert.equal(await statusFor("/healthz", "kassa-7f9c"), 200);
  assert.equal(await statusFor("/docs", "10.1.2.3:8080"), 421);
});

test("is not ready, with the reason, if a migration is missing", async () => {
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

test("reports a full disk in the 503 and on /readyz until rows are written again", async () => {
  const full = await startTestApp();
  const body = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };
  const create = () => full.call("POST", "/api/checkout/sessions", { body });
  try {
    // The error that PostgreSQL raises when it can't extend a table's file.
    await full.db.sql(
      `CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
       END $$`,
    );
    await full.db.sql(
      "CREATE TRIGGER no_space BEFORE INSERT ON checkout_sessions FOR EACH ROW EXECUTE FUNCTION no_space()",
    );
    const refused = await create();
    assert.equal(refused.status, 503);
    assert.match(refused.body.detail, /disk is full/);
    assert.equal(refused.headers.get("retry-after"), "2");
    const probed = await full.call("GET", "/readyz", { key: null });
    assert.equal(probed.status, 503);
    assert.deepEqual(probed.body, { status: "not_ready", reasons: ["disk_full"] });

    await full.db.sql("DROP TRIGGER no_space ON checkout_sessions");
    assert.equal((await create()).status, 200);
    assert.equal((await full.call("GET", "/readyz", { key: null })).status, 200);
  } finally {
    await full.close();
  }
});

test("names each reason that makes a process not ready", async (t) => {
  const gone = openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:1/none" });
  t.after(() => gone.close());
  const lane = { connected: false };
  const findObstacles = makeReadiness({ database: gone, lane, stopping: () => false });
  assert.deepEqual(await findObstacles(), ["database_unreachable", "lane_disconnected"]);
  const whileStopping = makeReadiness({ database: gone, lane, stopping: () => true });
  assert.deepEqual(await whileStopping(), ["stopping"]);
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
  assert.equal(figure("kassa_accounts_held"), 0);
  assert.match(text, /^process_resident_memory_bytes \d+/m);
  assert.doesNotMatch(text, /cs_sandbox_|ks_sandbox_/);
});

test("metrics pass promtool, and every family has a value from the start", async () => {
  const fresh = await startTestApp({ KASSA_METRICS_PORT: "0" });
  try {
    const line = fresh.logged.find((entry) => entry.includes("metrics are served")) ?? "{}";
    const text = await (await fetch(JSON.parse(line).address)).text();
    const { executablePath, env } = await ensureProgram("promtool");
    const checked = spawnSync(executablePath, ["check", "metrics"], {
      input: text,
      encoding: "utf8",
      env: { ...process.env, ...env },
    });
    assert.equal(checked.status, 0, checked.stdout + checked.stderr);
    const families = Array.from(text.matchAll(/^# TYPE (kassa_\w+) (\w+)$/gm), ([, name = ""]) => name);
    assert.ok(families.length > 15);
    const values = text.split("\n").filter((row) => row.startsWith("kassa_"));
    // The only family whose labels come with requests.
    const empty = families.filter((name) => !values.some((row) => row.startsWith(name)));
    assert.deepEqual(empty, ["kassa_http_request_duration_seconds"]);
  } finally {
    await fresh.close();
  }
});

test("serves only the metrics on their port, with no-store and nosniff", async () => {
  assert.equal((await fetch(new URL("/api/checkout/sessions", metricsAddress))).status, 404);
  for (const address of [metricsAddress, new URL("/nowhere", metricsAddress)]) {
    const { headers } = await fetch(address);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.match(headers.get("content-type") ?? "", /charset=utf-8/);
  }
  assert.equal((await kassa.call("GET", "/metrics", { key: null })).status, 404);
});

test("logs an error in the metrics and hides it from the caller", async (t) => {
  const logged: object[] = [];
  const registry = new Registry();
  new Gauge({
    name: "broken",
    help: "fails",
    registers: [registry],
    collect() {
      throw new Error("an inner detail");
    },
  });
  const log = { info() {}, error: (fields: object) => void logged.push(fields) };
  const served = await startMetricsServer({
    host: "127.0.0.1",
    port: 0,
    portIsSet: true,
    registry,
    log,
  });
  t.after(() => served.stop());
  const answer = await fetch(served.address);
  assert.equal(answer.status, 500);
  assert.equal(await answer.text(), "The metrics could not be read; the log says why.\n");
  assert.deepEqual(
    logged.map((fields) => "err" in fields && fields.err instanceof Error && fields.err.message),
    ["an inner detail"],
  );
});

test("takes a free port if the default is taken, and fails if a configured port is taken", async (t) => {
  const other = createServer();
  t.after(() => other.close());
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const options = { host: "127.0.0.1", port, registry: new Registry(), log: { info() {}, error() {} } };
  await assert.rejects(startMetricsServer({ ...options, portIsSet: true }), (error: Error) => {
    assert.ok(error instanceof MetricsUnavailable);
    assert.match(error.message, /KASSA_METRICS_PORT/);
    return true;
  });
  const served = await startMetricsServer({ ...options, portIsSet: false });
  t.after(() => served.stop());
  assert.notEqual(new URL(served.address).port, String(port));
  assert.equal((await fetch(served.address)).status, 200);
});

test("fails, naming the variable, if the metrics host is not an address of this machine", async (t) => {
  let code = "";
  t.mock.method(dns, "lookup", (_host: string, _options: object, answered: (error: Error) => void) =>
    answered(Object.assign(new Error(`getaddrinfo ${code} metrics`), { code })),
  );
  const options = { host: "metrics", port: 0, portIsSet: false, registry: new Registry() };
  for (code of ["ENOTFOUND", "EAI_AGAIN"])
    await assert.rejects(
      startMetricsServer({ ...options, log: { info() {}, error() {} } }),
      (error: Error) => {
        assert.ok(error instanceof MetricsUnavailable, code);
        assert.match(error.message, /KASSA_METRICS_HOST .*: metrics\. Use 127\.0\.0\.1/);
        return true;
      },
    );
});

/** fetch can't set the Host header. */
function statusFor(path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(kassa.url.replace("localhost", "127.0.0.1") + path, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

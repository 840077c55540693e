import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";
import { leaseMsFor } from "./payments/deps.ts";

function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  throw new Error("these settings were taken");
}

test("without any settings there are sound ones", () => {
  const config = readConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.publicUrl.href, "http://localhost:8080/");
  assert.equal(config.databaseUrl, undefined);
  assert.deepEqual(config.rateLimits, { live: 100, sandbox: 25 });
  assert.equal(config.allowLoopbackWebhooks, true, "beside the embedded database");
  assert.deepEqual(config.trustedProxies, []);
});

test("an empty variable is as good as none", () => {
  assert.deepEqual(
    readConfig({ PORT: "", HOST: " ", KASSA_RATE_LIMIT: "", DATABASE_URL: "" }),
    readConfig({}),
  );
});

test("every variable with a fault is named in one message", () => {
  const bad = {
    PORT: "80a",
    DATABASE_URL: "mysql://localhost/kassa",
    KASSA_PUBLIC_URL: "shop.example",
    KASSA_RATE_LIMIT: "fast",
    KASSA_METRICS_PORT: "70000",
    KASSA_LOG_LEVEL: "loud",
    KASSA_ALLOW_LOOPBACK_WEBHOOKS: "yes",
    KASSA_DATABASE_POOL: "0",
    KASSA_MIGRATE_AT_START: "maybe",
    KASSA_PSP_TIMEOUT_MS: "-1",
    KASSA_SANDBOX_PSP_URL: "ftp://localhost",
    KASSA_SECRET_KEY: "short",
    KASSA_DECLINE_PAUSE_MS: "8s",
    KASSA_PAGE_CHECK_MINUTES: "0",
  };
  const message = faultOf(bad);
  for (const name of Object.keys(bad)) assert.match(message, new RegExp(`^${name} `, "m"), name);
  assert.equal(message.split("\n").length, Object.keys(bad).length, message);
});

test("no timeout is so long that a dead process's questions to PSPs would wait for more than 30 s", () => {
  const { pspTimeoutMs } = readConfig({ KASSA_PSP_TIMEOUT_MS: "12500" });
  assert.equal(leaseMsFor(pspTimeoutMs), 30_000);
  assert.match(
    faultOf({ KASSA_PSP_TIMEOUT_MS: "12501" }),
    /^KASSA_PSP_TIMEOUT_MS .* from 100 to 12500; it is "12501"/,
  );
});

test("secrets are never repeated", () => {
  const secret = "hunter2-hunter2";
  assert.ok(!faultOf({ KASSA_SECRET_KEY: secret }).includes("hunter2"));
  assert.ok(!faultOf({ DATABASE_URL: `mysql://kassa:${secret}@localhost/kassa` }).includes("hunter2"));
  assert.ok(!faultOf({ DATABASE_URL: `postgres//kassa:${secret}@localhost/kassa` }).includes("hunter2"));
  assert.ok(!faultOf({ KASSA_PUBLIC_URL: `ftp://kassa:${secret}@localhost` }).includes("hunter2"));
});

test("a database of one's own needs a secret key of one's own, and an empty one is none", () => {
  const DATABASE_URL = "postgresql://kassa@localhost/kassa";
  assert.match(faultOf({ DATABASE_URL }), /KASSA_SECRET_KEY has to be set/);
  assert.match(faultOf({ DATABASE_URL, KASSA_SECRET_KEY: "" }), /KASSA_SECRET_KEY/);
  assert.match(faultOf({ KASSA_SECRET_KEY: "" }), /KASSA_SECRET_KEY/);
  const config = readConfig({ DATABASE_URL, KASSA_SECRET_KEY: "0123456789abcdef" });
  assert.equal(config.secretKey, "0123456789abcdef");
  assert.equal(config.allowLoopbackWebhooks, false, "beside somebody's network");
});

test("rate limits are off, or requests a second for one mode or both", () => {
  const cases: [string, unknown][] = [
    ["off", "off"],
    ["live=7", { live: 7, sandbox: 25 }],
    ["sandbox=3", { live: 100, sandbox: 3 }],
    [" sandbox=3 , live=1000 ", { live: 1000, sandbox: 3 }],
  ];
  for (const [text, expected] of cases)
    assert.deepEqual(readConfig({ KASSA_RATE_LIMIT: text }).rateLimits, expected, text);
  for (const text of [
    "on",
    "0",
    "live=0",
    "live=-1",
    "live=1.5",
    "live",
    "test=5",
    "live=5;sandbox=5",
    "off,live=5",
  ]) {
    assert.match(faultOf({ KASSA_RATE_LIMIT: text }), /^KASSA_RATE_LIMIT .*"live=100,sandbox=25"/, text);
  }
});

test("ports are 0 to 65535, and metrics can be off", () => {
  assert.equal(readConfig({ PORT: "0" }).port, 0);
  assert.equal(readConfig({ PORT: "65535" }).port, 65_535);
  for (const PORT of ["65536", "-1", "1e3", "0x50", "80.0"]) assert.match(faultOf({ PORT }), /^PORT /, PORT);
  assert.equal(readConfig({ KASSA_METRICS_PORT: "off" }).metricsPort, "off");
});

test("trusted proxies are a list", () => {
  assert.deepEqual(readConfig({ KASSA_TRUSTED_PROXIES: "10.0.0.1, 10.1.0.0/16 ," }).trustedProxies, [
    "10.0.0.1",
    "10.1.0.0/16",
  ]);
});

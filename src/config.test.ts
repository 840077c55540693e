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
    KASSA_SANDBOX_ACCOUNT: "2,10",
    KASSA_SECRET_KEY: "thirty-one bytes are not enough",
    KASSA_OTHER_SECRET_KEY: "short",
    KASSA_DECLINE_PAUSE_MS: "8s",
    KASSA_PAGE_CHECK_MINUTES: "0",
    KASSA_RETENTION_DAYS: "ledger=3",
  };
  const message = faultOf(bad);
  for (const name of Object.keys(bad)) assert.match(message, new RegExp(`^${name} `, "m"), name);
  assert.equal(message.split("\n").length, Object.keys(bad).length, message);
});

test("the accounts at the simulated PSP are different numbers from 1 to 9, the preferred one first", () => {
  const numbersOf = (text: string) => readConfig({ KASSA_SANDBOX_ACCOUNT: text }).sandboxAccountNumbers;
  assert.deepEqual(readConfig({}).sandboxAccountNumbers, [1]);
  assert.deepEqual(numbersOf("3"), [3]);
  assert.deepEqual(numbersOf("2,1"), [2, 1]);
  assert.deepEqual(numbersOf("9, 1"), [9, 1]);
  for (const text of ["0", "10", "1,1", "x", "1,x", "1,", ",", "1.5", "-1", "1 2"])
    assert.equal(
      faultOf({ KASSA_SANDBOX_ACCOUNT: text }),
      `KASSA_SANDBOX_ACCOUNT has to be different whole numbers from 1 to 9, separated by commas; it is "${text}".`,
    );
});

test("no timeout is so long that a dead process's questions to PSPs would wait for more than 30 s", () => {
  const { pspTimeoutMs } = readConfig({ KASSA_PSP_TIMEOUT_MS: "12500" });
  assert.equal(leaseMsFor(pspTimeoutMs), 30_000);
  assert.match(
    faultOf({ KASSA_PSP_TIMEOUT_MS: "12501" }),
    /^KASSA_PSP_TIMEOUT_MS .* from 100 to 12500; it is "12501"/,
  );
});

test("the public address is a whole origin: with a path, a query, a fragment or a user name it is refused", () => {
  assert.equal(
    readConfig({ KASSA_PUBLIC_URL: "https://pay.example/" }).publicUrl.href,
    "https://pay.example/",
  );
  for (const rest of [
    "pay.example/kassa",
    "pay.example/?a=b",
    "pay.example/#a",
    "ada@pay.example",
    ":pw@pay.example",
  ])
    assert.match(faultOf({ KASSA_PUBLIC_URL: `https://${rest}` }), /^KASSA_PUBLIC_URL /, rest);
});

test("secrets are never repeated", () => {
  const secret = "hunter2-hunter2";
  assert.ok(!faultOf({ KASSA_SECRET_KEY: secret }).includes("hunter2"));
  assert.ok(!faultOf({ DATABASE_URL: `mysql://kassa:${secret}@localhost/kassa` }).includes("hunter2"));
  assert.ok(!faultOf({ DATABASE_URL: `postgres//kassa:${secret}@localhost/kassa` }).includes("hunter2"));
  assert.ok(!faultOf({ KASSA_PUBLIC_URL: `ftp://kassa:${secret}@localhost` }).includes("hunter2"));
});

test("a short secret key is named once, and nobody is told that it isn't set", () => {
  const DATABASE_URL = "postgresql://kassa@localhost/kassa";
  const fault = faultOf({ DATABASE_URL, KASSA_SECRET_KEY: "short" });
  assert.match(fault, /KASSA_SECRET_KEY needs at least 32 bytes and has 5/);
  assert.doesNotMatch(fault, /has to be set/);
});

test("a database of one's own needs a secret key of one's own, and an empty one is none", () => {
  const DATABASE_URL = "postgresql://kassa@localhost/kassa";
  assert.match(faultOf({ DATABASE_URL }), /KASSA_SECRET_KEY has to be set/);
  assert.match(faultOf({ DATABASE_URL, KASSA_SECRET_KEY: "" }), /KASSA_SECRET_KEY/);
  assert.match(faultOf({ KASSA_SECRET_KEY: "" }), /KASSA_SECRET_KEY/);
  const config = readConfig({ DATABASE_URL, KASSA_SECRET_KEY: "0123456789abcdef0123456789abcdef" });
  assert.equal(config.secretKey, "0123456789abcdef0123456789abcdef");
  assert.equal(config.allowLoopbackWebhooks, false, "beside somebody's network");
});

test("loopback webhooks are on by default only while the public URL is a loopback address", () => {
  const allowed = (KASSA_PUBLIC_URL: string, more: Record<string, string> = {}): boolean =>
    readConfig({ KASSA_PUBLIC_URL, ...more }).allowLoopbackWebhooks;
  for (const url of [
    "http://localhost:8080",
    "http://127.0.0.1",
    "http://[::1]:80",
    "http://kassa.localhost",
  ])
    assert.equal(allowed(url), true, url);
  for (const url of ["https://pay.example.com", "http://10.0.0.5:8080", "https://localhost.example.com"])
    assert.equal(allowed(url), false, url);
  assert.equal(allowed("https://pay.example.com", { KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" }), true);
  assert.equal(allowed("http://localhost:8080", { KASSA_ALLOW_LOOPBACK_WEBHOOKS: "off" }), false);
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

test("localhost is one address, for all of the server's limits hold on one listening socket", () => {
  for (const HOST of ["localhost", "LOCALHOST"]) assert.equal(readConfig({ HOST }).host, "127.0.0.1");
  assert.equal(readConfig({ HOST: "::1" }).host, "::1");
});

test("trusted proxies are a list", () => {
  assert.deepEqual(readConfig({ KASSA_TRUSTED_PROXIES: "10.0.0.1, 10.1.0.0/16 ," }).trustedProxies, [
    "10.0.0.1",
    "10.1.0.0/16",
  ]);
});

test("a proxy that is neither an address nor a network is refused", () => {
  for (const text of ["x", "10.0.0.1/33", "10.0.0.1,proxy.example", "0.0.0.0/0", "::/0"])
    assert.match(faultOf({ KASSA_TRUSTED_PROXIES: text }), /^KASSA_TRUSTED_PROXIES has to be/, text);
});

test("a name that is no setting is refused, with the one that was meant", () => {
  assert.match(faultOf({ KASSA_DATADIR: "x" }), /^KASSA_DATADIR is not a setting .*mean KASSA_DATA_DIR\?$/);
  assert.match(faultOf({ KASSA_SOMETHING_ELSE: "x" }), /docs\/reference\/configuration\.md/);
});

test("what Kubernetes sets for services called kassa is no fault", () => {
  const links = {
    SERVICE_HOST: "10.0.0.7",
    SERVICE_PORT: "9464",
    SERVICE_PORT_HTTP: "9464",
    PORT: "tcp://10.0.0.7:9464",
    PORT_9464_TCP: "tcp://10.0.0.7:9464",
    PORT_9464_TCP_PROTO: "tcp",
    PORT_9464_TCP_PORT: "9464",
    PORT_9464_TCP_ADDR: "10.0.0.7",
    PORT_9464_UDP: "udp://10.0.0.7:9464",
  };
  for (const service of ["KASSA", "KASSA_POSTGRES", "KASSA_METRICS"]) {
    const env = Object.entries(links).map(([name, value]) => [`${service}_${name}`, value]);
    assert.deepEqual(readConfig(Object.fromEntries(env)), readConfig({}), service);
  }
  assert.equal(readConfig({ KASSA_METRICS_PORT: "9000" }).metricsPort, 9000);
});

test("a setting without the prefix that is given one is named, also where Kubernetes has such a name", () => {
  for (const name of ["PORT", "HOST", "DATABASE_URL"])
    assert.equal(
      faultOf({ [`KASSA_${name}`]: "8081" }),
      `KASSA_${name} is not a setting of Kassa. Did you mean ${name}?`,
    );
  assert.match(faultOf({ KASSA_ADMIN_PORT: "8081" }), /^KASSA_ADMIN_PORT is not a setting/);
});

test("the verifying modes of TLS are one, as node-postgres takes them, and an unknown one is refused", () => {
  const read = (mode: string) => databaseUrlOf(`postgresql://db/kassa?a=b&sslmode=${mode}&c=d`);
  for (const mode of ["prefer", "require", "verify-ca", "verify-full"])
    assert.equal(read(mode), "postgresql://db/kassa?a=b&c=d&sslmode=verify-full", mode);
  for (const mode of ["disable", "no-verify"])
    assert.equal(read(mode), `postgresql://db/kassa?a=b&c=d&sslmode=${mode}`, mode);
  for (const mode of ["allow", "verify_full"])
    assert.match(
      faultOf({ KASSA_SECRET_KEY, DATABASE_URL: `postgresql://db/kassa?sslmode=${mode}` }),
      new RegExp(`sslmode in DATABASE_URL has to be one of disable, .*; it is "${mode}"`),
    );
});

test("PGSSLMODE and PGHOST count where DATABASE_URL says nothing, as for node-postgres", () => {
  const url = "postgresql://kassa:p%40w@db.example/kassa";
  assert.equal(databaseUrlOf(url, { PGSSLMODE: "require" }), `${url}?sslmode=verify-full`);
  assert.equal(databaseUrlOf(`${url}?sslmode=disable`, { PGSSLMODE: "require" }), `${url}?sslmode=disable`);
  assert.equal(databaseUrlOf(`${url}?ssl=true`, { PGSSLMODE: "disable" }), `${url}?ssl=true`);
  assert.equal(databaseUrlOf(url, { PGSSLMODE: "", PGHOST: "other.example" }), url);
  assert.equal(
    databaseUrlOf("postgresql:///kassa", { PGHOST: "db.example" }),
    "postgresql:///kassa?host=db.example",
  );
  assert.equal(
    databaseUrlOf("postgresql:///kassa?host=%2Frun", { PGHOST: "x" }),
    "postgresql:///kassa?host=%2Frun",
  );
  assert.match(
    faultOf({ KASSA_SECRET_KEY, DATABASE_URL: url, PGSSLMODE: "allow" }),
    /PGSSLMODE has to be one of disable, .*; it is "allow"/,
  );
  assert.equal(readConfig({ PGSSLMODE: "allow" }).databaseUrl, undefined, "the embedded one has a socket");
});

const KASSA_SECRET_KEY = "0123456789abcdef0123456789abcdef0123456789abcdef";

const databaseUrlOf = (DATABASE_URL: string, more: Record<string, string> = {}): string | undefined =>
  readConfig({ KASSA_SECRET_KEY, DATABASE_URL, ...more }).databaseUrl;

test("a PSP's address is https, or http on this machine", () => {
  for (const wrong of [
    "http://psp.example",
    "ftp://127.0.0.1",
    "https://user:pass@psp.example",
    "psp.example",
  ])
    assert.match(faultOf({ KASSA_STRIPE_URL: wrong }), /^KASSA_STRIPE_URL has to be an address .* https:/);
  const urls = { KASSA_STRIPE_URL: "http://127.0.0.1:4242", KASSA_ADYEN_URL: "https://psp.example/adyen" };
  const { stripe, adyen, mollie } = readConfig(urls).pspUrls;
  assert.deepEqual([stripe, adyen, mollie], [...Object.values(urls), undefined]);
});

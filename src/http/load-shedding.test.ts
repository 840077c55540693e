import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { measureRequests } from "../operations/request-meter.ts";
import { loadLimits, requestsShed } from "./load-shedding.ts";
import { makeServer } from "./server.ts";

/** A server for which the test sets the number of waiting requests. With 10 connections, 100 may wait. */
function serve(t: TestContext) {
  const waiting = { database: 0, lane: 0 };
  const waitMs = { database: 0, lane: 0 };
  const state = { closes: false };
  const warnings: string[] = [];
  const queue = (of: "database" | "lane") => () => ({ waiting: waiting[of], oldestWaitMs: waitMs[of] });
  const app = makeServer({
    publicUrl: new URL("https://pay.example"),
    logger: pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) }),
    trustedProxies: [],
    load: {
      queues: { database: queue("database"), lane: queue("lane") },
      limits: loadLimits(10),
      closesConnections: () => state.closes,
    },
  });
  const meter = measureRequests(app);
  const handled: string[] = [];
  const handler = async ({ url }: { url: string }) => {
    handled.push(url);
    return {};
  };
  app.get("/api/things", handler);
  app.post("/api/things", handler);
  app.get("/healthz", { config: { underOverload: "exempt" } }, handler);
  app.post("/notifications", { config: { underOverload: "urgent" } }, handler);
  const page = {
    headers: { "content-type": "text/html", "retry-after": "5" },
    body: "<p>Later",
  };
  app.get("/page", { config: { overloadAnswer: () => page } }, handler);
  t.after(() => app.close());
  const ask = (method: "GET" | "HEAD" | "POST", url: string, body?: string) =>
    app.inject({
      method,
      url,
      headers: { host: "localhost", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { payload: body }),
    });
  return { waiting, waitMs, state, meter, handled, warnings, ask };
}

const shed = (what: "database" | "lane"): number => requestsShed.counts().get(what) ?? 0;

for (const [what, most] of [
  ["database", 100],
  ["lane", 1_000],
] as const) {
  test(`the request that finds ${most} waiting for the ${what} is refused with 503 and Retry-After`, async (t) => {
    const { waiting, handled, ask } = serve(t);
    const before = shed(what);
    waiting[what] = most - 1;
    assert.equal((await ask("GET", "/api/things")).statusCode, 200);
    waiting[what] = most;
    assert.equal((await ask("GET", "/api/things")).statusCode, 503);
    assert.deepEqual(handled, ["/api/things"]);
    assert.equal(shed(what), before + 1);
    waiting[what] = most - 1;
    assert.equal((await ask("GET", "/api/things")).statusCode, 200);
  });

  test(`an urgent request is refused when ${3 * most} wait for the ${what}`, async (t) => {
    const { waiting, ask } = serve(t);
    waiting[what] = 3 * most - 1;
    assert.equal((await ask("POST", "/notifications")).statusCode, 200);
    assert.equal((await ask("GET", "/api/things")).statusCode, 503);
    waiting[what] = 3 * most;
    assert.equal((await ask("POST", "/notifications")).statusCode, 503);
  });
}

test("a refusal is a problem and has the common headers", async (t) => {
  const { waiting, ask } = serve(t);
  waiting.database = 100;
  const { headers, body, json } = await ask("GET", "/api/things");
  assert.equal(headers["retry-after"], "1");
  assert.equal(headers["content-type"], "application/problem+json; charset=utf-8");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["strict-transport-security"], "max-age=31536000");
  assert.equal(headers["content-length"], String(Buffer.byteLength(body)));
  assert.equal(json().status, 503);
  assert.equal(json().code, "service_unavailable");
  assert.equal(json().requestId, headers["x-request-id"]);
  assert.match(json().requestId, /^req_\w{20}$/);
});

test("sends a route's own refusal with its own Retry-After", async (t) => {
  const { waiting, handled, ask } = serve(t);
  waiting.database = 100;
  const { statusCode, headers, body } = await ask("GET", "/page");
  assert.equal(statusCode, 503);
  assert.equal(body, "<p>Later");
  assert.equal(headers["content-type"], "text/html");
  assert.equal(headers["retry-after"], "5");
  assert.match(String(headers["x-request-id"]), /^req_/);
  assert.deepEqual(handled, []);
});

test("refuses a HEAD request without a body", async (t) => {
  const { waiting, ask } = serve(t);
  waiting.database = 100;
  const { statusCode, headers, body } = await ask("HEAD", "/api/things");
  assert.deepEqual([statusCode, headers["retry-after"], body], [503, "1", ""]);
});

test("a refusal closes its connection only during the shutdown", async (t) => {
  const { waiting, state, ask } = serve(t);
  waiting.database = 100;
  assert.notEqual((await ask("GET", "/api/things")).headers.connection, "close");
  state.closes = true;
  assert.equal((await ask("GET", "/api/things")).headers.connection, "close");
});

test("measures refusals like all other answers", async (t) => {
  const { waiting, meter, ask } = serve(t);
  waiting.database = 100;
  await ask("GET", "/api/things");
  const answers = [...meter.read()].map(({ operation, status, durations }) => [
    operation,
    status,
    durations.read().count,
  ]);
  assert.deepEqual(answers, [["GET /api/things", 503, 1]]);
});

test("refuses a request before its body is read", async (t) => {
  const { waiting, handled, ask } = serve(t);
  waiting.database = 100;
  assert.equal((await ask("POST", "/api/things", "this is no JSON")).statusCode, 503);
  assert.deepEqual(handled, []);
});

test("always answers exempt requests", async (t) => {
  const { waiting, ask } = serve(t);
  waiting.database = 5_000;
  waiting.lane = 50_000;
  assert.equal((await ask("GET", "/healthz")).statusCode, 200);
});

for (const [what, fewest] of [
  ["database", 10],
  ["lane", 200],
] as const) {
  test(`while the ${what} is slow, ${fewest} waiting are too many as soon as the first waits for 500 ms`, async (t) => {
    const { waiting, waitMs, ask } = serve(t);
    waiting[what] = fewest;
    waitMs[what] = 499;
    assert.equal((await ask("GET", "/api/things")).statusCode, 200);
    waitMs[what] = 500;
    assert.equal((await ask("GET", "/api/things")).statusCode, 503);
    assert.equal((await ask("POST", "/notifications")).statusCode, 200);
    waiting[what] = fewest - 1;
    waitMs[what] = 5_000;
    assert.equal(
      (await ask("GET", "/api/things")).statusCode,
      200,
      "a few callers wait for as long as it takes",
    );
    waiting[what] = 3 * fewest;
    waitMs[what] = 1_499;
    assert.equal((await ask("POST", "/notifications")).statusCode, 200);
    waitMs[what] = 1_500;
    assert.equal((await ask("POST", "/notifications")).statusCode, 503, "urgent ones three times as long");
  });
}

test("logs what the requests wait for, but not each refusal", async (t) => {
  const { waiting, warnings, ask } = serve(t);
  waiting.lane = 1_000;
  const before = shed("lane");
  for (let count = 0; count < 200; count += 1)
    assert.equal((await ask("GET", "/api/things")).statusCode, 503);
  assert.equal(shed("lane"), before + 200);
  assert.ok(warnings.length >= 1 && warnings.length < 20, `${warnings.length} lines`);
  assert.match(warnings[0] ?? "", /"waitingFor":"lane".*too many wait/);
});

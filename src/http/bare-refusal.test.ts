import assert from "node:assert/strict";
import net, { type AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { until } from "../../test/support/until.ts";
import { measureRequests } from "../operations/request-meter.ts";
import { loadLimits } from "./load-shedding.ts";
import { makeServer } from "./server.ts";

type Answer = { status: number; headers: Record<string, string>; body: string };

/** A listening server for which the test sets the number of waiting requests; 100 are too many. */
async function serve(t: TestContext, from = "127.0.0.1") {
  const state = { waiting: 0, closes: false };
  const app = makeServer({
    publicUrl: new URL("https://pay.example"),
    logger: pino({ level: "silent" }),
    trustedProxies: [],
    load: {
      queues: {
        database: () => ({ waiting: state.waiting, oldestWaitMs: 0 }),
        lane: () => ({ waiting: 0, oldestWaitMs: 0 }),
      },
      limits: loadLimits(10),
      closesConnections: () => state.closes,
    },
  });
  app.server.prependListener("connection", (socket: net.Socket) => {
    Object.defineProperty(socket, "remoteAddress", { value: from });
  });
  const meter = measureRequests(app);
  const handled: string[] = [];
  const gate = Promise.withResolvers<void>();
  const handler = async ({ url }: { url: string }) => {
    handled.push(url);
    return { url };
  };
  app.get("/things/:id", handler);
  app.get("/slow", async (request) => {
    const answer = await handler(request);
    await gate.promise;
    return answer;
  });
  app.post("/things", handler);
  app.get("/healthz", { config: { underOverload: "exempt" } }, handler);
  app.get("/return", { config: { underOverload: "urgent" } }, handler);
  const page = { "content-type": "text/html; charset=utf-8", "retry-after": "5" };
  const overloadAnswer = ({ query }: { query: unknown }) => ({
    headers: page,
    body: Buffer.from(`<p>später ${(query as { locale?: string }).locale}`).toString("latin1"),
  });
  app.get("/page", { config: { overloadAnswer } }, handler);
  await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  return { state, meter, handled, gate, open: () => connect(t, (app.server.address() as AddressInfo).port) };
}

/** One connection on which the test writes raw bytes. */
async function connect(t: TestContext, port: number) {
  const socket = net.connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  let bytes = Buffer.alloc(0);
  const state = { closed: false };
  socket.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
  });
  socket.on("close", () => {
    state.closed = true;
  });
  const take = (): Answer | undefined => {
    const end = bytes.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
      }),
    );
    const bodyEnd = end + 4 + Number(headers["content-length"]);
    if (bytes.length < bodyEnd) return undefined;
    const body = bytes.toString("utf8", end + 4, bodyEnd);
    bytes = bytes.subarray(bodyEnd);
    return { status: Number(first.split(" ")[1]), headers, body };
  };
  return {
    state,
    send: (text: string) => void socket.write(text),
    answer: async (): Promise<Answer> => {
      let found: Answer | undefined;
      await until(() => {
        found = take();
        return found !== undefined;
      }, "the connection was answered");
      return found as Answer;
    },
  };
}

const get = (path: string, ...headers: string[]): string =>
  `${[`GET ${path} HTTP/1.1`, "Host: localhost", ...headers].join("\r\n")}\r\n\r\n`;

const withoutIds = ({ status, headers, body }: Answer) => {
  const { date, "x-request-id": id, ...others } = headers;
  assert.match(date ?? "", /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
  assert.match(id ?? "", /^req_\w{20}$/);
  return {
    status,
    headers: others,
    body: body.replace(/req_\w{20}/, (found) => (found === id ? "the id" : found)),
  };
};

test("a refusal on the bare socket equals one by Fastify's hook", async (t) => {
  const { state, open } = await serve(t);
  state.waiting = 100;
  const connection = await open();
  connection.send(get("/things/1"));
  const bare = withoutIds(await connection.answer());
  // A request with any body isn't refused on the bare socket.
  connection.send(`${get("/things/1", "Content-Length: 1")}x`);
  const hooked = withoutIds(await connection.answer());
  assert.deepEqual(bare, hooked);
  assert.equal(bare.status, 503);
  assert.equal(bare.headers["retry-after"], "1");
  assert.equal(bare.headers["cache-control"], "no-store");
  assert.equal(bare.headers["x-content-type-options"], "nosniff");
  assert.equal(bare.headers["keep-alive"], "timeout=72");
  assert.equal(JSON.parse(bare.body).requestId, "the id");
});

test("serves the next request on a connection after refusals", async (t) => {
  const { state, handled, open } = await serve(t);
  const connection = await open();
  for (const [waiting, status] of [
    [100, 503],
    [100, 503],
    [0, 200],
    [100, 503],
    [0, 200],
  ] as const) {
    state.waiting = waiting;
    connection.send(get("/things/1"));
    assert.equal((await connection.answer()).status, status);
  }
  assert.equal(handled.length, 2);
});

test("refuses pipelined requests one by one, in order", async (t) => {
  const { state, open } = await serve(t);
  state.waiting = 100;
  const connection = await open();
  connection.send(get("/things/1") + get("/page?locale=de") + get("/healthz") + get("/things/2"));
  assert.match((await connection.answer()).body, /service_unavailable/);
  assert.equal((await connection.answer()).body, "<p>später de");
  assert.equal((await connection.answer()).body, '{"url":"/healthz"}');
  assert.match((await connection.answer()).body, /service_unavailable/);
});

test("sends a refusal after the answer to the earlier request", async (t) => {
  const { state, gate, handled, open } = await serve(t);
  const connection = await open();
  connection.send(get("/slow"));
  await until(() => handled.includes("/slow"), "the first request is being served");
  state.waiting = 100;
  connection.send(get("/things/1") + get("/healthz"));
  await until(() => handled.includes("/healthz"), "all have arrived");
  gate.resolve();
  assert.equal((await connection.answer()).body, '{"url":"/slow"}');
  assert.equal((await connection.answer()).status, 503);
  assert.equal((await connection.answer()).body, '{"url":"/healthz"}');
});

test("does not read the body of a refused request as the next request", async (t) => {
  const { state, handled, open } = await serve(t);
  state.waiting = 100;
  const inside = get("/healthz");
  const chunked = `${inside.length.toString(16)}\r\n${inside}\r\n0\r\n\r\n`;
  for (const request of [
    `${get("/things/1", `Content-Length: ${inside.length}`)}${inside}`,
    `${get("/things/1", "Transfer-Encoding: chunked")}${chunked}`,
    `POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${inside.length}\r\n\r\n${inside}`,
  ]) {
    const connection = await open();
    connection.send(request);
    assert.equal((await connection.answer()).status, 503);
    connection.send(get("/things/2"));
    assert.equal((await connection.answer()).status, 503);
  }
  assert.deepEqual(handled, []);
});

test("closes the connection with a refusal if the client or the shutdown requires it", async (t) => {
  const { state, open } = await serve(t);
  state.waiting = 100;
  const asked = async (text: string) => {
    const connection = await open();
    connection.send(text);
    const { status, headers } = await connection.answer();
    assert.deepEqual([status, headers.connection], [503, "close"]);
    await until(() => connection.state.closed, "the connection is closed");
  };
  await asked(get("/things/1", "Connection: close"));
  await asked("GET /things/1 HTTP/1.0\r\nHost: localhost\r\n\r\n");
  state.closes = true;
  await asked(get("/things/1"));
});

test("finds urgent and exempt routes by Fastify's router, however the URL is spelled", async (t) => {
  const { state, open } = await serve(t);
  const connection = await open();
  for (const [waiting, request, status] of [
    [100, get("/return?x=1"), 200],
    [300, get("/return"), 503],
    [300, get("/healthz"), 200],
    [300, get("http://localhost/healthz"), 200],
    [300, get("http://localhost/things/1"), 503],
    [300, get("/nowhere"), 503],
    [300, get("/things/%zz"), 400],
  ] as const) {
    state.waiting = waiting;
    connection.send(request);
    assert.equal((await connection.answer()).status, status, request);
  }
});

const count = (meter: ReturnType<typeof measureRequests>, operation: string, status: number): number =>
  [...meter.read()].find((one) => one.operation === operation && one.status === status)?.durations.read()
    .count ?? 0;

test("measures refusals on the bare socket", async (t) => {
  const { state, meter, open } = await serve(t);
  state.waiting = 100;
  const connection = await open();
  connection.send(get("/things/1"));
  await connection.answer();
  assert.equal(count(meter, "GET /things/:id", 503), 1);
});

test("keeps a connection without a valid key for ten seconds after a refusal, too", async (t) => {
  const { state, open } = await serve(t, "203.0.113.7");
  state.waiting = 100;
  const connection = await open();
  connection.send(get("/things/1"));
  assert.equal((await connection.answer()).headers["keep-alive"], "timeout=10");
});

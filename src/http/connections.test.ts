import assert from "node:assert/strict";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { until } from "../../test/support/until.ts";
import { noteAuthenticated } from "./connections.ts";
import { makeServer } from "./server.ts";

/** A server whose connections seem to come from an address. */
async function serve(
  t: TestContext,
  options: { from?: string; trustedProxies?: string[]; stalledMs?: number } = {},
) {
  const { from = "203.0.113.7", trustedProxies = [], stalledMs = 60_000 } = options;
  const app = makeServer({
    publicUrl: new URL("http://localhost"),
    logger: pino({ level: "silent" }),
    trustedProxies,
    connectionLimits: { most: 12, mostOfAddress: 4, stalledMs },
  });
  let address = from;
  app.server.prependListener("connection", (socket: net.Socket) => {
    Object.defineProperty(socket, "remoteAddress", { value: address });
  });
  app.get("/", (_request, reply) => reply.send({}));
  app.get("/in", (request, reply) => {
    noteAuthenticated(request.raw.socket);
    return reply.send({});
  });
  app.get("/long", (_request, reply) => reply.send(Buffer.alloc(32 * 1024 * 1024)));
  await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const sockets: net.Socket[] = [];
  t.after(() => sockets.forEach((socket) => void socket.destroy()));
  return {
    port,
    connections: () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count))),
    comeFrom: (next: string) => {
      address = next;
    },
    /** Opens a connection; resolves with whether it was answered or closed. */
    ask: (path = "/"): Promise<"answered" | "closed"> => {
      const socket = net.connect(port, "127.0.0.1");
      sockets.push(socket);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return new Promise((resolve) => {
        socket.on("error", () => resolve("closed"));
        socket.once("data", () => resolve("answered"));
        socket.once("close", () => resolve("closed"));
      });
    },
    /** The headers of an answer to a keep-alive request. */
    headers: (path = "/"): Promise<http.IncomingHttpHeaders> =>
      new Promise((resolve, reject) => {
        const agent = new http.Agent({ keepAlive: true });
        t.after(() => agent.destroy());
        const request = http.get(
          { port, host: "127.0.0.1", path, agent, headers: { host: "localhost" } },
          (answer) => {
            answer.resume();
            resolve(answer.headers);
          },
        );
        request.on("error", reject);
      }),
    endAll: () => sockets.splice(0).forEach((socket) => void socket.destroy()),
  };
}

test("limits one address to its share of the connections", async (t) => {
  const { ask, comeFrom, endAll } = await serve(t);
  for (let count = 0; count < 4; count += 1) assert.equal(await ask(), "answered");
  assert.equal(await ask(), "closed");
  comeFrom("203.0.113.8");
  assert.equal(await ask(), "answered");
  comeFrom("203.0.113.7");
  endAll();
  await until(async () => (await ask()) === "answered", "its connections are free again");
});

test("counts an IPv6 /64 as one address", async (t) => {
  const { ask, comeFrom } = await serve(t);
  for (let host = 1; host <= 4; host += 1) {
    comeFrom(`2001:db8::${host}`);
    assert.equal(await ask(), "answered");
  }
  comeFrom("2001:db8::5");
  assert.equal(await ask(), "closed");
  comeFrom("2001:db8:0:1::5");
  assert.equal(await ask(), "answered");
});

test("allows trusted proxies all connections, but not more", async (t) => {
  const { ask, comeFrom } = await serve(t, { trustedProxies: ["10.0.0.0/8", "203.0.113.0/24"] });
  for (const proxy of ["127.0.0.1", "10.0.0.9", "203.0.113.7"]) {
    comeFrom(proxy);
    for (let count = 0; count < 4; count += 1) assert.equal(await ask(), "answered", proxy);
  }
  assert.equal(await ask(), "closed");
});

test("keeps idle connections longer for addresses that have sent a valid key", async (t) => {
  const { headers, comeFrom } = await serve(t);
  assert.equal((await headers())["keep-alive"], "timeout=10");
  await headers("/in");
  assert.equal((await headers())["keep-alive"], "timeout=72");
  comeFrom("203.0.113.8");
  assert.equal((await headers())["keep-alive"], "timeout=10");
  comeFrom("127.0.0.1");
  assert.equal((await headers())["keep-alive"], "timeout=72");
});

test("closes the connection of a client that doesn't read its answer", async (t) => {
  const server = await serve(t, { from: "127.0.0.1", stalledMs: 300 });
  const socket = net.connect(server.port, "127.0.0.1");
  t.after(() => socket.destroy());
  socket.on("error", () => {});
  socket.pause();
  socket.write("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await until(async () => (await server.connections()) === 1, "the connection is open");
  await until(async () => (await server.connections()) === 0, "the connection is closed");
});

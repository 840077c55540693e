import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { Worker } from "node:worker_threads";
import { pino } from "pino";
import { Drain } from "./drain.ts";
import { makeServer } from "./server.ts";

async function serve(t: TestContext) {
  const app = makeServer({
    publicUrl: new URL("http://localhost"),
    logger: pino({ level: "silent" }),
    trustedProxies: [],
  });
  const drain = new Drain(app);
  let answerSlow = (): void => {};
  app.get("/", (_request, reply) => reply.send({}));
  app.get("/own", { config: { anyHost: true } }, (_request, reply) => reply.send({}));
  app.get("/slow", async () => {
    await new Promise<void>((resolve) => {
      answerSlow = resolve;
      app.server.emit("slow request");
    });
    return {};
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  return {
    app,
    drain,
    port,
    slowRequestArrives: () => once(app.server, "slow request"),
    answerSlow: () => answerSlow(),
    /** Asks on the one connection that the client keeps, or on a new one. */
    ask: (path: string, connection: http.Agent | false = agent) => ask(port, path, connection),
  };
}

function ask(port: number, path: string, agent: http.Agent | false) {
  return new Promise<{ connection: string | undefined; reused: boolean }>((resolve, reject) => {
    const request = http.get(
      { port, host: "127.0.0.1", path, agent, headers: { host: "localhost" } },
      (answer) => {
        answer.resume();
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ connection: answer.headers.connection, reused: request.reusedSocket }),
        );
      },
    );
    request.on("error", reject);
  });
}

test("after the listening socket was closed, a kept connection is answered once more, and that answer closes it", async (t) => {
  const { ask, drain } = await serve(t);
  assert.equal((await ask("/")).connection, "keep-alive");
  const finished = drain.finishConnections(60_000);
  await drain.stopListening();
  await assert.rejects(ask("/", false), { code: "ECONNREFUSED" });
  assert.deepEqual(await ask("/"), { connection: "close", reused: true });
  await finished;
});

test("the answer to a request that came before closes its connection, too", async (t) => {
  const { ask, drain, slowRequestArrives, answerSlow } = await serve(t);
  const arrived = slowRequestArrives();
  const slow = ask("/slow");
  await arrived;
  const finished = drain.finishConnections(60_000);
  await drain.stopListening();
  answerSlow();
  assert.equal((await slow).connection, "close");
  await finished;
});

test("an unknown address is answered on a connection that closes, too", async (t) => {
  const { ask, drain } = await serve(t);
  await ask("/");
  await drain.stopListening();
  assert.deepEqual(await ask("/nothing"), { connection: "close", reused: true });
});

test("an idle connection is waited for only so long, and stays open until then", async (t) => {
  const { ask, drain } = await serve(t);
  await ask("/");
  await drain.finishConnections(50);
  assert.deepEqual(await ask("/"), { connection: "close", reused: true });
});

const queued = 40;

test("connections in the listening socket's queue are accepted and answered before it is closed", async (t) => {
  const { drain, port } = await serve(t);
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(openConnections, {
    eval: true,
    workerData: { port, connected, count: queued },
  });
  t.after(() => client.terminate());
  const [ready] = await once(client, "message");
  assert.equal(ready, "ready");
  const answers = once(client, "message");
  client.postMessage("connect");
  // This thread stands still, so that the kernel completes the connections and nobody accepts them.
  Atomics.wait(connected, 0, 0, 30_000);
  await drain.stopListening();
  const [answered] = await answers;
  assert.equal(answered, queued);
});

/** Opens connections and sends a request on each; tells when all are open, and then how many were answered. */
const openConnections = `
const net = require("node:net");
const { parentPort, workerData: { port, connected, count } } = require("node:worker_threads");
parentPort.once("message", () => {
  let open = 0, ended = 0, answered = 0;
  for (let one = 0; one < count; one += 1) {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n");
      open += 1;
      if (open === count) { Atomics.store(connected, 0, 1); Atomics.notify(connected, 0); }
    });
    socket.once("data", () => { answered += 1; });
    socket.on("error", () => {});
    socket.once("close", () => { ended += 1; if (ended === count) parentPort.postMessage(answered); });
  }
});
parentPort.postMessage("ready");
`;

test("the process reaches its own server until the server is closed", async (t) => {
  const { app, drain } = await serve(t);
  assert.equal(drain.ownUrl, undefined);
  await drain.stopListening();
  const url = drain.ownUrl ?? "";
  assert.equal((await fetch(`${url}/own`)).status, 200);
  await app.close();
  await assert.rejects(fetch(`${url}/own`));
});

test("a server that never listened closes", async () => {
  const app = makeServer({
    publicUrl: new URL("http://localhost"),
    logger: pino({ level: "silent" }),
    trustedProxies: [],
  });
  const drain = new Drain(app);
  await drain.finishConnections(0);
  await assert.doesNotReject(app.close());
});

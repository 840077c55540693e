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
    /** Sends a request on the client's kept connection, or on a new one. */
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

test("answers once more on a kept connection after the listening socket is closed, and then closes it", async (t) => {
  const { ask, drain } = await serve(t);
  assert.equal((await ask("/")).connection, "keep-alive");
  const finished = drain.finishConnections(60_000);
  await drain.stopListening();
  await assert.rejects(ask("/", false), { code: "ECONNREFUSED" });
  assert.deepEqual(await ask("/"), { connection: "close", reused: true });
  await finished;
});

test("also closes a connection with the answer to an earlier request", async (t) => {
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

test("also closes a connection with the 404 of an unknown URL", async (t) => {
  const { ask, drain } = await serve(t);
  await ask("/");
  await drain.stopListening();
  assert.deepEqual(await ask("/nothing"), { connection: "close", reused: true });
});

test("waits a limited time for idle connections, and keeps them open until then", async (t) => {
  const { ask, drain } = await serve(t);
  await ask("/");
  await drain.finishConnections(50);
  assert.deepEqual(await ask("/"), { connection: "close", reused: true });
});

const queued = 40;

test("accepts and answers connections in the queue before the listening socket is closed", async (t) => {
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
  // Blocks this thread, so that the kernel completes the connections and nothing accepts them.
  Atomics.wait(connected, 0, 0, 30_000);
  await drain.stopListening();
  const [answered] = await answers;
  assert.equal(answered, queued);
});

/** Opens connections and sends a request on each; reports when all are open, and then how many were answered. */
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

test("reaches its own server until the server is closed", async (t) => {
  const { app, drain } = await serve(t);
  assert.equal(drain.ownUrl, undefined);
  await drain.stopListening();
  const url = drain.ownUrl ?? "";
  assert.equal((await fetch(`${url}/own`)).status, 200);
  await app.close();
  await assert.rejects(fetch(`${url}/own`));
});

test("closes a server that never listened", async () => {
  const app = makeServer({
    publicUrl: new URL("http://localhost"),
    logger: pino({ level: "silent" }),
    trustedProxies: [],
  });
  const drain = new Drain(app);
  await drain.finishConnections(0);
  await assert.doesNotReject(app.close());
});

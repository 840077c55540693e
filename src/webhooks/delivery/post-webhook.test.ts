import assert from "node:assert/strict";
import http from "node:http";
import net from "node:net";
import { after, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { until } from "../../../test/support/until.ts";
import { makeGuardedAgents } from "../../kernel/guarded-agent.ts";
import { HostResolver, type Lookup } from "../../kernel/host-resolver.ts";
import { signedHeaders } from "./attempt-delivery.ts";
import { isAccepted, keptAnswerBytes, type PostOptions, postWebhook } from "./post-webhook.ts";

const agentsOf = (allowLoopback: boolean, lookup: Lookup = new HostResolver().lookupFor("test")) => ({
  agents: makeGuardedAgents({ allowLoopback, lookup }),
});
const local = { ...agentsOf(true), deadlineMs: 5_000 };
const servers: net.Server[] = [];
after(() => Promise.all(servers.map((server) => new Promise((done) => void server.close(done)))));

test("the receiver's standardwebhooks library verifies what arrives, with either secret after a rotation", async () => {
  const secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"];
  const message = { id: "evt_sandbox_1", body: '{"object":"event","name":"Größe"}', timestamp: new Date() };
  const received: { headers: Record<string, string>; body: string }[] = [];
  const url = await receiver(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body });
    response.end("ok");
  });
  const outcome = await postWebhook(
    { url, body: message.body, headers: signedHeaders(message, secrets) },
    local,
  );
  assert.ok(isAccepted(outcome));
  assert.equal(outcome.body?.toString(), "ok");
  const [seen] = received;
  assert.ok(seen);
  assert.equal(seen.headers["webhook-id"], message.id);
  assert.equal(seen.headers["user-agent"], "Kassa-Webhooks/1");
  for (const secret of secrets)
    assert.deepEqual(new Webhook(secret).verify(seen.body, seen.headers), JSON.parse(message.body));
  assert.throws(() => new Webhook("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").verify(seen.body, seen.headers));
});

test("a redirect is a failure and isn't followed", async () => {
  let visits = 0;
  const target = await receiver((_request, response) => {
    visits += 1;
    response.end();
  });
  const url = await receiver(
    (_request, response) => void response.writeHead(307, { location: target }).end(),
  );
  const outcome = await post(url);
  assert.equal(outcome.status, 307);
  assert.equal(isAccepted(outcome), false);
  assert.equal(visits, 0);
});

test("a response that arrives too slowly is given up at the deadline, although its status is 200", async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(200).write("a");
    const drip = setInterval(() => response.write("a"), 20);
    response.on("close", () => clearInterval(drip));
  });
  const outcome = await post(url, { deadlineMs: 200 });
  assert.equal(isAccepted(outcome), false);
  assert.match(outcome.error ?? "", /within 0.2 seconds/);
  assert.ok(outcome.durationMs >= 190 && outcome.durationMs < 10_000, `${outcome.durationMs} ms`);
});

test("a receiver that never answers is given up at the deadline", async () => {
  const outcome = await post(await receiver(() => {}), { deadlineMs: 100 });
  assert.deepEqual([outcome.status, isAccepted(outcome)], [null, false]);
});

test("the first 64 KiB of a huge response are kept, and the connection is destroyed", async () => {
  let closedEarly = false;
  let sent = 0;
  const url = await receiver((_request, response) => {
    const chunk = Buffer.alloc(16 * 1024, "x");
    const pump = (): void => {
      while (!closedEarly && sent < 512 * 1024 * 1024) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", pump);
      }
    };
    response.on("close", () => {
      closedEarly = true;
    });
    pump();
  });
  const outcome = await post(url);
  assert.equal(outcome.body?.length, keptAnswerBytes);
  assert.ok(isAccepted(outcome), "a 200 is a 200, however much is said with it");
  await until(() => closedEarly, "the connection is closed");
  assert.ok(sent < 64 * 1024 * 1024);
});

test("a response that breaks off is a failure", async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("half");
    setTimeout(() => response.destroy(), 20);
  });
  const outcome = await post(url);
  assert.equal(isAccepted(outcome), false);
  assert.ok(outcome.error);
});

test("invalid responses, refused connections and upgrades are outcomes, not exceptions", async () => {
  const nonsense = await rawServer((socket) => void socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
  assert.equal((await post(nonsense)).error, "The response can't be read as HTTP.");
  const upgrade = await rawServer((socket) =>
    socket.once("data", () =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    ),
  );
  assert.equal(isAccepted(await post(upgrade)), false);
  const tls = nonsense.replace("http:", "https:");
  assert.equal(isAccepted(await post(tls)), false);
  assert.equal((await post("http://127.0.0.1:1/")).error, "The connection was refused.");
});

test("private addresses are refused when connecting, whatever name resolves to them", async () => {
  let connections = 0;
  const url = await rawServer(() => {
    connections += 1;
  });
  const { port } = new URL(url);
  const rebinding: Lookup = (_hostname, { all }, done) =>
    all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
  const forms = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "hooks.example",
  ];
  for (const host of forms) {
    const outcome = await post(`http://${host}:${port}/`, agentsOf(false, rebinding));
    assert.equal(outcome.error, "The host name resolves to an address that is not public.", host);
  }
  const metadata: Lookup = (_hostname, { all }, done) =>
    all ? done(null, [{ address: "169.254.169.254", family: 4 }]) : done(null, "169.254.169.254", 4);
  const outcome = await post("http://hooks.example/", agentsOf(true, metadata));
  assert.equal(outcome.error, "The host name resolves to an address that is not public.");
  assert.equal(connections, 0);
});

test("an attempt can be aborted", async () => {
  const calledOff = new AbortController();
  setTimeout(() => calledOff.abort(), 50);
  const outcome = await post(await receiver(() => {}), { signal: calledOff.signal });
  assert.equal(outcome.error, "The attempt was aborted.");
});

const post = (url: string, options: Partial<PostOptions> = {}) =>
  postWebhook({ url, headers: {}, body: "{}" }, { ...local, ...options });

async function receiver(handle: http.RequestListener): Promise<string> {
  const server = http.createServer(handle);
  return listen(server, () => server.closeAllConnections());
}

function rawServer(handle: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    handle(socket);
  });
  return listen(server, () => sockets.forEach((socket) => void socket.destroy()));
}

async function listen(server: net.Server, endAll: () => void): Promise<string> {
  servers.push(server);
  after(endAll);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return `http://127.0.0.1:${address.port}/`;
}

import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";
import { testSecretKey } from "../support/keyring.ts";
import { spawnServe } from "../support/process.ts";
import { until } from "../support/until.ts";
import { openTestbed, type Testbed } from "./testbed.ts";

let testbed: Testbed;
before(async () => {
  testbed = await openTestbed();
});
after(() => testbed.close());

test("a process that is told to stop as soon as it answers exits with 0", async () => {
  const port = String(await freePort());
  const { child, ended } = spawnServe({
    DATABASE_URL: String(testbed.db.settings.connectionString),
    KASSA_SECRET_KEY: testSecretKey,
    PORT: port,
  });
  child.stdout?.resume();
  child.stderr?.resume();
  const answers = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
  await until(answers, "it answers");
  child.kill("SIGTERM");
  assert.deepEqual(await ended, { code: 0, signal: null });
});

type Outcome = "answered" | "unavailable" | "refused" | "too late";

test("after SIGTERM under load, Kassa answers every request that it accepted, and exits with 0", async () => {
  const kassa = await testbed.startKassa();
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const outcomes: Outcome[] = [];
  let stopping = false;
  const client = async (): Promise<void> => {
    while (outcomes.at(-1) !== "refused")
      outcomes.push(await createSession(kassa.url, testbed.key, agent, () => stopping));
  };
  const clients = Promise.all(Array.from({ length: 16 }, client));
  const answered = (): number => outcomes.filter((outcome) => outcome === "answered").length;
  await until(() => answered() > 200, "Kassa is under load");
  stopping = true;
  const ending = await kassa.end("SIGTERM");
  await clients;
  agent.destroy();
  assert.deepEqual(ending, { code: 0, signal: null });
  const [row] = await testbed.db.sql<{ count: number }>("SELECT count(*) FROM checkout_sessions");
  assert.equal(row?.count, answered(), "a session was created for a request that was never answered");
});

test("after SIGTERM behind a load balancer, Kassa is not ready at once and serves until the drain time is over", async () => {
  const kassa = await testbed.startKassa({ KASSA_DRAIN_MS: "6000" });
  await until(async () => (await fetch(`${kassa.url}/readyz`)).status === 200, "it is ready");
  const agent = new Agent();
  const ending = kassa.end("SIGTERM");
  const toldAt = performance.now();
  let ready = await fetch(`${kassa.url}/readyz`);
  while (ready.status === 200 && performance.now() - toldAt < 4_000)
    ready = await fetch(`${kassa.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.deepEqual(await ready.json(), { status: "not_ready", reasons: ["stopping"] });
  while (performance.now() - toldAt < 1_000) {
    const outcome = await createSession(kassa.url, testbed.key, agent, () => false);
    assert.match(outcome, /^(answered|unavailable)$/);
    await sleep(50);
  }
  assert.deepEqual(await ending, { code: 0, signal: null });
  assert.ok(performance.now() - toldAt >= 6_000);
});

/**
 * One create call. A kept-alive connection may be closed at the moment at which a request is written to it: the client
 * then knows that nobody read it and retries elsewhere, as after a refused connection. The same can happen to a new
 * connection that was still in the kernel's queue when the server stopped. Any other failure is a failed request, and
 * one that was read and not answered shows in the count of sessions.
 */
function createSession(url: string, key: string, agent: Agent, stopping: () => boolean): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/checkout/sessions`, {
      method: "POST",
      agent,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    });
    call.on("response", (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve("answered");
        // On a machine that stalls, nothing was done for this request.
        else if (response.statusCode === 503) resolve("unavailable");
        else reject(new Error(`status ${response.statusCode}`));
      });
    });
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve("refused");
      else if ((call.reusedSocket || stopping()) && /ECONNRESET|EPIPE/.test(error.code ?? ""))
        resolve("too late");
      else reject(error);
    });
    call.end(JSON.stringify({ amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" }));
  });
}

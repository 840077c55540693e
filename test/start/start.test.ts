import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { fetchWithRetry } from "../support/fetch-with-retry.ts";
import { freePort } from "../support/free-port.ts";
import { makeScratchFolder } from "../support/scratch.ts";
import { startStopwatch } from "../support/stopwatch.ts";

/**
 * A newcomer's first steps: start without configuration, paste the curl, pay, get the webhook. In a path with spaces.
 */
const root = path.resolve(import.meta.dirname, "../..");
const folder = makeScratchFolder("kassa start ");
const running: ChildProcess[] = [];
after(async () => {
  await Promise.all(running.map(stop));
  rmSync(folder, { recursive: true, force: true });
});

test("the first start answers within 10 s and prints what is needed; a session can be paid, and its webhook arrives", async (t) => {
  const watch = startStopwatch();
  const port = await freePort();
  const kassa = await start(port);
  watch.assertWithin(10_000, "the first start");

  const key = /Sandbox key (ks_sandbox_\w+)/.exec(kassa.output())?.[1];
  const body = /-d '(\{.+\})'/.exec(kassa.output())?.[1];
  assert.ok(key && body, "the printed curl command can't be parsed");
  assert.match(kassa.output(), new RegExp(`http://localhost:${port}/docs`));

  const hook = await startReceiver();
  t.after(() => hook.close());
  const endpoint = await post(port, key, "/api/webhook-endpoints", JSON.stringify({ url: hook.url }));
  const session = await post(port, key, "/api/checkout/sessions", body);
  const paid = await pay(session.url);
  assert.equal(paid.status, 303);
  assert.equal(
    paid.headers.get("location"),
    JSON.parse(body).successUrl.replace("{CHECKOUT_SESSION_ID}", session.id),
  );

  const delivered = await hook.next((event) => event.type === "checkout.session.completed");
  const verified = new Webhook(endpoint.secret).verify(delivered.body, delivered.headers) as {
    data: { object: { id: string } };
  };
  assert.equal(verified.data.object.id, session.id);
  await stop(kassa.child);

  const again = await start(port);
  assert.doesNotMatch(again.output(), /Sandbox key/, "a second start creates no second tenant");
  const found = await fetch(`http://localhost:${port}/api/checkout/sessions/${session.id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(((await found.json()) as { status: string }).status, "complete", "the data is still there");

  const other = await runToEnd({ PORT: String(await freePort()) });
  assert.equal(other.code, 2, "a second Kassa on the same folder is refused");
  assert.match(other.output, /KASSA_DATA_DIR/);
});

test("a taken port is reported with the name of its variable", async (t) => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const ended = await runToEnd({ PORT: String(port), KASSA_DATA_DIR: path.join(folder, "other data") });
  assert.equal(ended.code, 2);
  assert.match(ended.output, new RegExp(`Port ${port} is taken`));
  assert.match(ended.output, /PORT=/);
});

test("an invalid setting is reported, and nothing starts", async () => {
  const ended = await runToEnd({ PORT: "eighty", KASSA_RATE_LIMIT: "fast" });
  assert.equal(ended.code, 2);
  assert.match(ended.output, /PORT has to be a whole number/);
  assert.match(ended.output, /KASSA_RATE_LIMIT/);
});

function launch(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const { DATABASE_URL: _url, KASSA_SECRET_KEY: _key, ...inherited } = process.env;
  const child = spawn(process.execPath, [path.join(root, "src/main.js"), "serve"], {
    cwd: root,
    env: { ...inherited, KASSA_DATA_DIR: path.join(folder, "data"), KASSA_METRICS_PORT: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  return { child, output: () => output };
}

async function start(port: number): Promise<{ child: ChildProcess; output: () => string }> {
  const kassa = launch({ PORT: String(port) });
  while (!/Kassa answers at[\s\S]*\n\n/.test(kassa.output())) {
    if (kassa.child.exitCode !== null) throw new Error(`Kassa ended:\n${kassa.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return kassa;
}

async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { code, output: output() };
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

async function post(
  port: number,
  key: string,
  where: string,
  body: string,
): Promise<{ id: string; url: string; secret: string }> {
  const response = await fetchWithRetry(`http://localhost:${port}${where}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body,
  });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as { id: string; url: string; secret: string };
}

async function pay(url: string): Promise<Response> {
  const page = await (await fetchWithRetry(url)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const form = new URLSearchParams({ token, number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" });
  return fetchWithRetry(url, { method: "POST", body: form, redirect: "manual" });
}

type Delivered = { body: string; headers: Record<string, string>; type: string };

async function startReceiver() {
  const received: Delivered[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({
        body,
        headers: request.headers as Record<string, string>,
        type: JSON.parse(body).type,
      });
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () => server.close(),
    next: async (wanted: (event: Delivered) => boolean): Promise<Delivered> => {
      for (let waited = 0; waited < 60_000; waited += 20) {
        const found = received.find(wanted);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(
        `no such webhook within a minute; received: ${received.map(({ type }) => type).join(", ")}`,
      );
    },
  };
}

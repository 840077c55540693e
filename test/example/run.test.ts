import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { compileCache } from "../support/compile-cache.ts";
import { freePorts } from "../support/free-port.ts";

const root = path.resolve(import.meta.dirname, "../..");

test("npm run example opens the shop, and a second start keeps its orders and key", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-example-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePorts(2);
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    EXAMPLE_DATA_DIR: folder,
    EXAMPLE_SHOP_PORT: String(port),
    EXAMPLE_KASSA_PORT: String(port + 1),
  };
  const order = "00000000-0000-4000-8000-000000000003";
  const first = await start(t, env);
  assert.equal(first.url, `http://localhost:${port}`);
  const body = new URLSearchParams({ order, monstera: "1" });
  const response = await fetch(`${first.url}/checkout`, { method: "POST", body, redirect: "manual" });
  const session = response.headers.get("location") ?? "";
  assert.ok(session.startsWith(`http://localhost:${port + 1}/`), session);
  assert.equal((await fetch(session)).status, 200);
  assert.equal(statSync(path.join(folder, "shop/secrets.json")).mode & 0o777, 0o600);
  await first.end();
  const second = await start(t, env);
  assert.match(await (await fetch(`${second.url}/orders/${order}`)).text(), /Waiting for your payment/);
  const again = await fetch(`${second.url}/orders/${order}/pay`, { method: "POST", redirect: "manual" });
  assert.equal(again.headers.get("location"), session);
});

type Started = { readonly url: string; end(): Promise<void> };

async function start(t: TestContext, env: Record<string, string | undefined>): Promise<Started> {
  const child = spawn(process.execPath, ["examples/shop/run.ts"], { cwd: root, env });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  t.after(end);
  return { url: await untilOpen(child), end };
}

function untilOpen(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const url = /The shop is open: (\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", () => reject(new Error(`The example ended:\n${printed}`)));
  });
}

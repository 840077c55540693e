import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";
import { it } from "node:test";
import { defaultKeys } from "./fake-stripe.ts";
import { sdkFor, sessionParams } from "./test-support.ts";

it("the fake of Stripe runs as a process of its own, and is steered over HTTP", async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "serve.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(child.stdout, "data");
    const url = /http:\S+/.exec(String(line))?.[0] ?? assert.fail(String(line));
    const stripe = sdkFor(url, defaultKeys.test);
    const session = await stripe.checkout.sessions.create(sessionParams());
    const body = new URLSearchParams({ cardNumber: "4242424242424242" });
    await fetch(String(session.url), { method: "POST", body, redirect: "manual" });
    const log = await (await fetch(`${url}/_fake/log`)).json();
    assert.deepEqual(
      (log as { effect: string }[]).map(({ effect }) => effect),
      ["authorized", "captured"],
    );
    const post = (place: string, value: object) =>
      fetch(`${url}/_fake/${place}`, { method: "POST", body: JSON.stringify(value) });
    await post("faults", { kind: "rate_limit" });
    await assert.rejects(stripe.accounts.retrieveCurrent(), { statusCode: 429 });
    const open = await stripe.checkout.sessions.create(sessionParams());
    assert.equal((await post("advance", { seconds: 86_400 })).status, 200);
    assert.equal((await stripe.checkout.sessions.retrieve(open.id)).status, "expired");
    assert.deepEqual(await (await fetch(`${url}/_fake/problems`)).json(), []);
  } finally {
    child.kill();
  }
});

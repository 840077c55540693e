import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";
import { it } from "node:test";
import { defaultKeys } from "./fake-mollie.ts";
import { call, paymentParams, sdkFor } from "./test-support.ts";

it("the fake of Mollie runs as a process of its own, and is steered over HTTP", async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "serve.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(child.stdout, "data");
    const url = /http:\S+/.exec(String(line))?.[0] ?? assert.fail(String(line));
    const mollie = sdkFor(url, { apiKey: defaultKeys.test });
    const payment = await mollie.payments.create(paymentParams());
    const body = new URLSearchParams({ outcome: "paid", method: "creditcard" });
    await fetch(String(payment.getCheckoutUrl()), { method: "POST", body, redirect: "manual" });
    const log = await (await fetch(`${url}/_fake/log`)).json();
    assert.deepEqual(
      (log as { effect: string }[]).map(({ effect }) => effect),
      ["authorized", "captured"],
    );
    const post = (place: string, value: object) =>
      fetch(`${url}/_fake/${place}`, { method: "POST", body: JSON.stringify(value) });
    await post("faults", { kind: "rate_limit" });
    assert.equal((await call(url, "GET", "/methods")).status, 429);
    const open = await mollie.payments.create(paymentParams());
    assert.equal((await post("advance", { seconds: 86_400 })).status, 200);
    assert.equal((await mollie.payments.get(open.id)).status, "expired");
  } finally {
    child.kill();
  }
});

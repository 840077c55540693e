import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";
import { it } from "node:test";
import { defaultApp } from "./fake-paypal.ts";
import { clientFor, type Json, linkOf, orderBody } from "./test-support.ts";

it("the fake of PayPal runs as a process of its own, and is steered over HTTP", async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "serve.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(child.stdout, "data");
    const url = /http:\S+/.exec(String(line))?.[0] ?? assert.fail(String(line));
    const paypal = clientFor({ url, app: defaultApp });
    const created = await paypal("POST", "/v2/checkout/orders", { body: orderBody() });
    const body = new URLSearchParams({ choice: "approve" });
    await fetch(String(linkOf(created, "payer-action")), { method: "POST", body, redirect: "manual" });
    const captured = await paypal("POST", `/v2/checkout/orders/${created.body.id}/capture`);
    const [unit] = captured.body.purchase_units as readonly { payments: { captures: readonly Json[] } }[];
    const capture = unit?.payments.captures[0]?.id;
    const post = async (place: string, value: object) => {
      const answer = await fetch(`${url}/_fake/${place}`, { method: "POST", body: JSON.stringify(value) });
      return (await answer.json()) as Json;
    };
    assert.ok((await post("refund", { capture, amount: 100 })).refund);
    const { dispute } = await post("dispute", { capture, stage: "CHARGEBACK" });
    assert.equal((await paypal("GET", `/v1/customer/disputes/${dispute}`)).status, 200);
    const log = (await (await fetch(`${url}/_fake/log`)).json()) as { effect: string }[];
    assert.deepEqual(
      log.map(({ effect }) => effect),
      ["authorized", "captured", "refunded", "disputed"],
    );
    await post("faults", { kind: "rate_limit" });
    assert.equal((await paypal("GET", "/v1/notifications/webhooks")).status, 429);
    const open = await paypal("POST", "/v2/checkout/orders", { body: orderBody() });
    await post("advance", { seconds: 3 * 3600 });
    assert.equal((await paypal("GET", `/v2/checkout/orders/${open.body.id}`)).status, 404);
  } finally {
    child.kill();
  }
});

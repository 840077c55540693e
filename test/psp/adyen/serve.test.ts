import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";
import { it } from "node:test";
import { until } from "../../support/until.ts";
import { defaultApiKey } from "./fake-adyen.ts";
import {
  manualCapture,
  merchantAccount,
  refusal,
  sdkFor,
  sessionRequest,
  startReceiver,
} from "./test-support.ts";

it("the fake of Adyen runs as a process of its own, and is steered over HTTP", async () => {
  const receiver = await startReceiver();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "serve.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(child.stdout, "data");
    const url = /http:\S+/.exec(String(line))?.[0] ?? assert.fail(String(line));
    const steer = (place: string, value: object) =>
      fetch(`${url}/_fake/${place}`, { method: "POST", body: JSON.stringify(value) });
    await steer("endpoint", receiver.endpoint);
    const adyen = sdkFor(url, defaultApiKey);
    const session = await adyen.payments.sessions(sessionRequest(manualCapture));
    const body = new URLSearchParams({ outcome: "authorised" });
    await fetch(String(session.url), { method: "POST", body, redirect: "manual" });
    await steer("outcomes", { kind: "capture", outcome: "refused", reason: "Declined" });
    const log = (await (await fetch(`${url}/_fake/log`)).json()) as { effect: string; payment: string }[];
    assert.deepEqual(
      log.map(({ effect }) => effect),
      ["authorized"],
    );
    const payment = String(log[0]?.payment);
    const capture = { merchantAccount, amount: { value: 1000, currency: "EUR" } };
    await steer("faults", { kind: "rate_limit" });
    await assert.rejects(adyen.modifications.captureAuthorisedPayment(payment, capture), refusal(429, {}));
    await adyen.modifications.captureAuthorisedPayment(payment, capture);
    assert.equal((await steer("advance", { seconds: 86_400 })).status, 200);
    assert.equal((await fetch(String(session.url), { method: "POST", body })).status, 410);
    assert.deepEqual(await (await fetch(`${url}/_fake/problems`)).json(), []);
    const notified = await until(() => receiver.items[1], "the second notification", 10_000);
    assert.deepEqual(
      [notified.eventCode, notified.success, notified.reason],
      ["CAPTURE", "false", "Declined"],
    );
  } finally {
    child.kill();
    await receiver.close();
  }
});

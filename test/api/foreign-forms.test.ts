import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../support/payments.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { makeSession, sessionsPath } from "./support.ts";

/** Forms that another site posts to the payment page, with a token that it read from the page. */
const kassa = useTestApp();

async function post(sessionId: string, headers: Record<string, string>): Promise<number> {
  const url = `${kassa.url}/pay/${sessionId}`;
  const page = await (await fetch(url)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  assert.notEqual(token, "");
  const body = new URLSearchParams({ token, number: cards.approved, expiry: "12 / 34", cvc: "123" });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual", headers });
  await answer.text();
  return answer.status;
}

test("refuses a form if the browser says that another site sent it, and charges nothing", async () => {
  const { id } = await makeSession(kassa);
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: kassa.url },
    { origin: "https://evil.example" },
  ])
    assert.equal(await post(id, headers), 403, JSON.stringify(headers));
  const { body } = await kassa.call("GET", `${sessionsPath}/${id}`);
  assert.deepEqual([body.paymentStatus, body.payment], ["unpaid", null]);
});

test("accepts a form of the payment page itself, also from browsers that send fewer headers", async () => {
  for (const headers of [
    { "sec-fetch-site": "same-origin", origin: "null" },
    { origin: kassa.url },
    { origin: "null" },
    {},
  ]) {
    const { id } = await makeSession(kassa);
    assert.equal(await post(id, headers), 303, JSON.stringify(headers));
  }
});

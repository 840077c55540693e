import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { pay } from "./paying.ts";
import { assertProblem, makeSession, optionalFields, sessionsPath } from "./support.ts";

/**
 * Sends a response back to its operation: all of its fields that the operation accepts, unchanged, nulls included.
 * These fields come from the OpenAPI document.
 */
const kassa = useTestApp({}, async () => {
  document = await (await fetch(`${kassa.url}/openapi.json`)).json();
});
let document: JsonBody;

function fieldsOf(path: string): string[] {
  const { schema } = document.paths[path].post.requestBody.content["application/json"];
  const resolved = schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)] : schema;
  return Object.keys(resolved.properties);
}

/** Sends the fields of a response that the operation accepts; `path` is as in the OpenAPI document. */
async function sendBack(path: string, answer: JsonBody): Promise<JsonBody> {
  const known = fieldsOf(path).filter((name) => name in answer);
  assert.ok(known.length > 0, `${path} takes no field of its answer`);
  const body = Object.fromEntries(known.map((name) => [name, answer[name]]));
  const sent = await kassa.call("POST", path.replace("{id}", answer.id), { body });
  assert.equal(sent.status, 200, `${path} ${JSON.stringify(body)} ${sent.text}`);
  return sent.body;
}

test("a session's response creates the same session again, with all fields and with none", async () => {
  for (const changes of [{}, optionalFields]) {
    const made = await makeSession(kassa, changes);
    const { id: _, url: _url, createdAt: _at, ...again } = await sendBack(sessionsPath, made);
    const { id, url, createdAt, ...first } = made;
    assert.deepEqual(again, first);
    assert.deepEqual(await sendBack(`${sessionsPath}/{id}`, made), made);
  }
});

test("payments, refunds, settings, endpoints and clocks accept their own responses", async () => {
  for (const session of [{}, { metadata: { cart: "17" } }]) {
    const payment = await pay(kassa, { session });
    assert.deepEqual(await sendBack("/api/payments/{id}", payment), payment);
    const refund = await kassa.call("POST", "/api/refunds", { body: { payment: payment.id, amount: 100 } });
    const again = await sendBack("/api/refunds", refund.body);
    assert.deepEqual([again.amount, again.reason, again.metadata], [100, null, refund.body.metadata]);
    assert.deepEqual(await sendBack("/api/refunds/{id}", again), again);
  }
  const settings = (await kassa.call("GET", "/api/settings")).body;
  assert.deepEqual(await sendBack("/api/settings", settings), settings);
  const url = "https://shop.example/hook";
  const { secret: _, ...endpoint } = (await kassa.call("POST", "/api/webhook-endpoints", { body: { url } }))
    .body;
  assert.deepEqual(await sendBack("/api/webhook-endpoints/{id}", endpoint), endpoint);
  const clock = await kassa.call("POST", "/api/sandbox/clocks", { body: {} });
  assert.equal(clock.status, 200, clock.text);
  await sendBack("/api/sandbox/clocks", clock.body);
});

test("a paused endpoint stays paused if its response is sent back; no call can pause one", async () => {
  const url = "https://shop.example/paused";
  const made = (await kassa.call("POST", "/api/webhook-endpoints", { body: { url } })).body;
  const path = `/api/webhook-endpoints/${made.id}`;
  assertProblem(
    await kassa.call("POST", path, { body: { status: "paused" } }),
    "parameter_invalid",
    "/status",
  );
  await kassa.db.sql("UPDATE webhook_endpoints SET status = 'paused', status_reason = 'x' WHERE id = $1", [
    made.id,
  ]);
  const paused = (await kassa.call("GET", path)).body;
  assert.deepEqual(await sendBack("/api/webhook-endpoints/{id}", paused), paused);
});

import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { test } from "node:test";
import { exchangesOfCall, noteExchange, type PspExchange } from "./exchanges.ts";

/** What is noted of a request and its answer. */
function note(path: string, headers: Record<string, string>, isReadable = true): PspExchange {
  const head = new IncomingMessage(new Socket());
  head.statusCode = 502;
  head.headers = headers;
  const response = isReadable
    ? ({ kind: "response", status: 502, body: {} } as const)
    : ({ kind: "no_response", detail: "no response in time" } as const);
  const exchanges: PspExchange[] = [];
  exchangesOfCall.run(exchanges, () =>
    noteExchange({ method: "GET", path }, response, { head, durationMs: 3 }),
  );
  assert.equal(exchanges.length, 1);
  return exchanges[0] as PspExchange;
}

test("a query isn't noted, because PSPs search by what people entered", () => {
  assert.equal(note("/v1/search?query=emil@customer.example", {}).path, "/v1/search");
  assert.equal(note(`/${"x".repeat(500)}`, {}).path.length, 200);
});

test("the PSP's id of the request is noted, whatever its header is called", () => {
  assert.equal(note("/", { "request-id": "req_1" }).requestId, "req_1");
  assert.equal(note("/", { "paypal-debug-id": "f85e8a1" }).requestId, "f85e8a1");
  assert.equal(note("/", { "request-id": "<b>no id</b>" }).requestId, null);
});

test("an answer that can't be read is noted with its status and why", () => {
  const { status, failure } = note("/", {}, false);
  assert.deepEqual([status, failure], [502, "no response in time"]);
});

test("requests outside of a call about a charge are noted nowhere", () => {
  noteExchange({ method: "GET", path: "/" }, { kind: "response", status: 200, body: {} }, { durationMs: 1 });
});

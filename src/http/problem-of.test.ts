import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { CommitLost } from "../kernel/assert.ts";
import { isClientGone, problemOf } from "./problem-of.ts";

const failing = (fields: object): Error => Object.assign(new Error("it failed"), fields);

test("answers 503 with Retry-After if the database doesn't answer", () => {
  const codes = [
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTFOUND",
    "EAI_AGAIN",
    "08006",
    "57P01",
    "53300",
    "58P01",
    "58030",
    "55P03",
    "57014",
    "25006",
  ];
  for (const code of codes) {
    const { code: answer, retryAfter } = problemOf(failing({ code }));
    assert.deepEqual({ answer, retryAfter }, { answer: "service_unavailable", retryAfter: 2 }, code);
  }
});

test("answers 503 with Retry-After to a transaction conflict", () => {
  for (const code of ["40P01", "40001"]) {
    const { code: answer, detail, retryAfter } = problemOf(failing({ code }));
    assert.deepEqual({ answer, retryAfter }, { answer: "service_unavailable", retryAfter: 2 }, code);
    assert.doesNotMatch(detail, /reached/, "the database was reached");
  }
});

test("answers 503 to a missing socket, and 500 to any other missing file", () => {
  const { code } = problemOf(failing({ code: "ENOENT", syscall: "connect" }));
  assert.equal(code, "service_unavailable");
  assert.equal(problemOf(failing({ code: "ENOENT", syscall: "open" })).code, "internal_error");
});

test("a client that hangs up after its complete request doesn't count as gone", async (t) => {
  const seen = Promise.withResolvers<IncomingMessage>();
  const server = createServer((request) => seen.resolve(request));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  client.write("POST /void HTTP/1.1\r\nHost: kassa\r\nContent-Length: 0\r\n\r\n");
  const raw = await seen.promise;
  const isClosed = new Promise((resolve) => raw.socket.once("close", resolve));
  client.destroy();
  await isClosed;
  assert.equal(isClientGone({ raw }), false);
});

test("answers 500 to a bug", () => {
  for (const code of ["23505", "42P01", "ERR_ASSERTION"])
    assert.equal(problemOf(failing({ code })).code, "internal_error", code);
});

test("never repeats an error's message in the answer", () => {
  for (const code of ["23505", "08006", "ERR_ASSERTION"])
    assert.doesNotMatch(JSON.stringify(problemOf(failing({ code, detail: "it failed" }))), /it failed/, code);
});

test("answers 503 if a committed row is lost, so that the request is repeated", () => {
  const { code, retryAfter } = problemOf(new CommitLost("the attempt was committed and is missing"));
  assert.deepEqual([code, retryAfter], ["service_unavailable", 2]);
});

import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { CommitLost } from "../kernel/assert.ts";
import { isClientGone, problemOf } from "./problem-of.ts";

const failing = (fields: object): Error => Object.assign(new Error("it failed"), fields);

test("whatever keeps the database from answering is 503, to be tried again", () => {
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

test("a change that the database undid because of another one is 503, to be tried again", () => {
  for (const code of ["40P01", "40001"]) {
    const { code: answer, detail, retryAfter } = problemOf(failing({ code }));
    assert.deepEqual({ answer, retryAfter }, { answer: "service_unavailable", retryAfter: 2 }, code);
    assert.doesNotMatch(detail, /reached/, "the database is there");
  }
});

test("a socket that is gone is 503, and any other file that is missing a fault of ours", () => {
  const { code } = problemOf(failing({ code: "ENOENT", syscall: "connect" }));
  assert.equal(code, "service_unavailable");
  assert.equal(problemOf(failing({ code: "ENOENT", syscall: "open" })).code, "internal_error");
});

test("a client that hangs up after its request had arrived hides no fault", async (t) => {
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

test("a fault of ours is 500", () => {
  for (const code of ["23505", "42P01", "ERR_ASSERTION"])
    assert.equal(problemOf(failing({ code })).code, "internal_error", code);
});

test("no answer repeats what an error says", () => {
  for (const code of ["23505", "08006", "ERR_ASSERTION"])
    assert.doesNotMatch(JSON.stringify(problemOf(failing({ code, detail: "it failed" }))), /it failed/, code);
});

test("a row that was committed and is lost is 503: the request can be repeated", () => {
  const { code, retryAfter } = problemOf(new CommitLost("the attempt was committed and is missing"));
  assert.deepEqual([code, retryAfter], ["service_unavailable", 2]);
});

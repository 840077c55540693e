import assert from "node:assert/strict";
import { test } from "node:test";
import { problemOf } from "./server.ts";

const failing = (fields: object): Error => Object.assign(new Error("it failed"), fields);

test("whatever keeps the database from answering is 503, to be tried again", () => {
  const codes = [
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ENOENT",
    "08006",
    "57P01",
    "53300",
    "55P03",
    "57014",
  ];
  for (const code of codes) {
    const { code: answer, retryAfter } = problemOf(failing({ code }));
    assert.deepEqual({ answer, retryAfter }, { answer: "service_unavailable", retryAfter: 2 }, code);
  }
});

test("a fault of ours is 500", () => {
  for (const code of ["23505", "42P01", "ERR_ASSERTION"])
    assert.equal(problemOf(failing({ code })).code, "internal_error", code);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { CommitLost } from "../kernel/assert.ts";
import { problemOf } from "./problem-of.ts";

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

import assert from "node:assert/strict";
import { STATUS_CODES } from "node:http";
import { test } from "node:test";
import { combineProblems, problem } from "./problem.ts";
import { problemCodes } from "./problem-codes.ts";

test("several faults are one problem that names them all, the first as itself", () => {
  const [one, two] = [
    problem("amount_invalid", "It is 0.", "/amount"),
    problem("unknown_field", "There is no x.", "/x"),
  ];
  assert.equal(combineProblems([]), undefined);
  assert.equal(combineProblems([one]), one);
  assert.deepEqual(combineProblems([one, two]), { ...one, errors: [one, two] });
  assert.equal(combineProblems(Array.from({ length: 50 }, () => two))?.errors?.length, 20);
});

test("a problem without a place has no param at all", () => {
  assert.deepEqual(Object.keys(problem("rate_limited", "Too fast.")), ["code", "detail"]);
});

test("every code has an error status, a title and help that are sentences for people", () => {
  for (const [code, { status, title, help }] of Object.entries(problemCodes)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(status >= 400 && STATUS_CODES[status], code);
    assert.match(title, /^[A-Z].*[^.]$/, code);
    assert.match(help, /^[A-Z`].*\.$/, code);
  }
  const titles = Object.values(problemCodes).map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length, "two codes have one title");
});

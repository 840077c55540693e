import assert from "node:assert/strict";
import { STATUS_CODES } from "node:http";
import { test } from "node:test";
import { combineProblems, problem } from "./problem.ts";
import { problemCodes } from "./problem-codes.ts";

test("combines faults into one problem: the first, with a list of all", () => {
  const [one, two] = [
    problem("amount_invalid", "It is 0.", "/amount"),
    problem("unknown_field", "There is no x.", "/x"),
  ];
  assert.equal(combineProblems([]), undefined);
  assert.equal(combineProblems([one]), one);
  assert.deepEqual(combineProblems([one, two]), { ...one, errors: [one, two] });
  assert.equal(combineProblems(Array.from({ length: 50 }, () => two))?.errors?.length, 20);
});

test("omits param if a problem has none", () => {
  assert.deepEqual(Object.keys(problem("rate_limited", "Too fast.")), ["code", "detail"]);
});

test("every code has an error status, a title and a help text", () => {
  for (const [code, { status, title, help }] of Object.entries(problemCodes)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(status >= 400 && STATUS_CODES[status], code);
    assert.match(title, /^[A-Z].*[^.]$/, code);
    assert.match(help, /^[A-Z`].*\.$/, code);
  }
  const titles = Object.values(problemCodes).map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length, "two codes have one title");
});

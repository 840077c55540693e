import assert from "node:assert/strict";
import { test } from "node:test";
import { CircuitBreakers } from "./circuit-breakers.ts";

function atClock() {
  let nowMs = 1_000_000;
  const circuits = new CircuitBreakers(() => nowMs);
  return {
    circuits,
    later: (ms: number) => {
      nowMs += ms;
    },
    fail: (times: number, account = "a") =>
      Array.from({ length: times }, () => circuits.note(account, false)),
  };
}

test("three begins in a row without an answer open the circuit of their account for 30 seconds", () => {
  const { circuits, later, fail } = atClock();
  assert.deepEqual(fail(2), [false, false]);
  assert.equal(circuits.isOpen("a"), false);
  assert.deepEqual(fail(1), [true]);
  assert.equal(circuits.isOpen("a"), true);
  assert.equal(circuits.isOpen("b"), false);
  later(29_999);
  assert.equal(circuits.isOpen("a"), true);
  later(1);
  assert.equal(circuits.isOpen("a"), false);
});

test("failures of different accounts don't add up", () => {
  const { circuits, fail } = atClock();
  fail(2, "a");
  fail(2, "b");
  assert.deepEqual([circuits.isOpen("a"), circuits.isOpen("b")], [false, false]);
});

test("an answer starts the count again, and closes the circuit", () => {
  const { circuits, fail } = atClock();
  fail(2);
  assert.equal(circuits.note("a", true), false);
  fail(2);
  assert.equal(circuits.isOpen("a"), false);
  fail(1);
  assert.equal(circuits.isOpen("a"), true);
  circuits.note("a", true);
  assert.equal(circuits.isOpen("a"), false);
});

test("after 30 seconds, one begin without an answer opens it again", () => {
  const { circuits, later, fail } = atClock();
  fail(3);
  later(30_000);
  assert.deepEqual(fail(1), [true]);
  later(29_999);
  assert.equal(circuits.isOpen("a"), true);
  later(1);
  assert.equal(circuits.isOpen("a"), false);
});

test("another failure while it is open prolongs it, and isn't reported again", () => {
  const { circuits, later, fail } = atClock();
  fail(3);
  later(20_000);
  assert.deepEqual(fail(1), [false]);
  later(29_999);
  assert.equal(circuits.isOpen("a"), true);
  later(1);
  assert.equal(circuits.isOpen("a"), false);
});

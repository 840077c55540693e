import assert from "node:assert/strict";
import { test } from "node:test";
import { namesOf, readTypeFilter, typePatterns } from "./type-patterns.ts";

test("a type is matched by itself, by each pattern above it and by *", () => {
  assert.deepEqual(namesOf("payment.captured"), ["*", "payment.*", "payment.captured"]);
  assert.deepEqual(namesOf("checkout.session.expired"), [
    "*",
    "checkout.*",
    "checkout.session.*",
    "checkout.session.expired",
  ]);
  assert.deepEqual([...typePatterns].sort(), [
    "checkout.*",
    "checkout.session.*",
    "dispute.*",
    "payment.*",
    "refund.*",
  ]);
});

test("a filter takes types and patterns, and suggests the closest name for an unknown one", () => {
  const types = (filter: string) => {
    const read = readTypeFilter(filter);
    return read.ok ? read.value : read.failure.detail;
  };
  assert.deepEqual(types("refund.*"), ["refund.created", "refund.succeeded", "refund.failed"]);
  assert.deepEqual(types("payment.captured, dispute.closed"), ["payment.captured", "dispute.closed"]);
  assert.match(String(types("payment.catpured")), /Did you mean "payment.captured"/);
  assert.match(String(types("")), /There is no event type ""/);
});

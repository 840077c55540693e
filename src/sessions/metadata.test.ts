import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeMetadata } from "./metadata.ts";

test("a change sets named keys, deletes those with null and keeps the others; null instead of an object deletes all", () => {
  const merged = (current: Record<string, string> | null, change: Record<string, string | null> | null) => {
    const result = mergeMetadata(current, change);
    return result.ok ? result.value : result.failure.code;
  };
  assert.deepEqual(merged({ a: "1", b: "2" }, { b: "3", c: "4" }), { a: "1", b: "3", c: "4" });
  assert.deepEqual(merged({ a: "1", b: "2" }, { a: null, missing: null }), { b: "2" });
  assert.deepEqual(merged({ a: "1" }, { a: null }), {});
  assert.deepEqual(merged({ a: "1" }, {}), { a: "1" });
  assert.deepEqual(merged(null, { a: "1" }), { a: "1" });
  assert.equal(merged({ a: "1" }, null), null);
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
  assert.equal(merged(keys(50), { another: "x" }), "metadata_invalid");
  assert.deepEqual(merged(keys(50), { k49: null, another: "x" }), { ...keys(49), another: "x" });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { exactJson } from "./exact-json.ts";

test("writes a bigint as a number with all its digits", () => {
  const value = { small: 5n, large: 90071992547409930n, below: -90071992547409931n, list: [0n], text: "1n" };
  assert.equal(
    exactJson(value),
    '{"small":5,"large":90071992547409930,"below":-90071992547409931,"list":[0],"text":"1n"}',
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiCall } from "../workload/client.ts";
import { findExcessMovements } from "./merchant-records.ts";

const merchant = { name: "north", tenantId: 1, sandboxKey: "", liveKey: "" };
const refund = (key?: string): ApiCall => ({ merchant, label: "s1", method: "POST", path: "/refunds", key });
const refunds = (count: number) => [{ label: "s1", kind: "refund", count }];

test("allows one refund at the PSP per idempotency key and one per call without a key", () => {
  const journal = { entries: [], unanswered: [refund("a"), refund("a"), refund("b"), refund(), refund()] };
  assert.deepEqual(findExcessMovements(refunds(4), journal), []);
  assert.match(findExcessMovements(refunds(5), journal).join(), /made 5 refunds, merchants requested 4/);
});

test("counts a refused call only if an earlier response to it was lost", () => {
  const refused = (key: string, wasLost: boolean) => ({
    call: refund(key),
    status: 409,
    id: undefined,
    refusal: "refund_exceeds_captured",
    amount: undefined,
    currency: undefined,
    digest: "",
    wasLost,
  });
  const journal = { entries: [refused("a", false), refused("b", true)], unanswered: [] };
  assert.deepEqual(findExcessMovements(refunds(1), journal), []);
  assert.match(findExcessMovements(refunds(2), journal).join(), /made 2 refunds, merchants requested 1/);
});

test("reports a refund at the PSP that nobody requested", () => {
  assert.match(findExcessMovements(refunds(1), { entries: [], unanswered: [] }).join(), /requested 0/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiCall } from "../play/client.ts";
import { compareMoved } from "./client-view.ts";

const merchant = { name: "north", tenantId: 1, sandboxKey: "", liveKey: "" };
const refund = (key?: string): ApiCall => ({ merchant, label: "s1", method: "POST", path: "/refunds", key });
const refunds = (count: number) => [{ label: "s1", kind: "refund", count }];

test("the PSP may refund once for each key, however often it is used, and once for each call without one", () => {
  const journal = { entries: [], unanswered: [refund("a"), refund("a"), refund("b"), refund(), refund()] };
  assert.deepEqual(compareMoved(refunds(4), journal), []);
  assert.match(compareMoved(refunds(5), journal).join(), /did 5 refunds, merchants asked for 4/);
});

test("a call that was refused asked for nothing, unless an earlier answer to it was lost", () => {
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
  assert.deepEqual(compareMoved(refunds(1), journal), []);
  assert.match(compareMoved(refunds(2), journal).join(), /did 2 refunds, merchants asked for 1/);
});

test("a refund that nobody asked for is a violation", () => {
  assert.match(compareMoved(refunds(1), { entries: [], unanswered: [] }).join(), /asked for 0/);
});

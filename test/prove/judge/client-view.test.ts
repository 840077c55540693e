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

test("a refund that nobody asked for is a violation", () => {
  assert.match(compareMoved(refunds(1), { entries: [], unanswered: [] }).join(), /asked for 0/);
});

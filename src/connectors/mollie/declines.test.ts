import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardFailureReason } from "@mollie/api-client";
import type { DeclineReason } from "../reasons.ts";
import { declineReason, declines } from "./declines.ts";

/** The compiler refuses this line if Mollie's SDK knows a reason that the table doesn't have, or the other way round. */
const asInSdk: Readonly<Record<CardFailureReason, DeclineReason>> = declines;
const known: readonly CardFailureReason[] = Object.keys(declines) as (keyof typeof declines)[];

test("each failure reason of Mollie's SDK has one of Kassa", () => {
  assert.equal(known.length, 15);
  for (const reason of known) assert.equal(declineReason(reason), asInSdk[reason]);
});

test("other reasons, and none, are generic", () => {
  for (const reason of [null, "", "a_new_reason", "constructor", "__proto__"])
    assert.equal(declineReason(reason), "generic_decline");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReceivedEvent } from "../testbed/receiver.ts";
import { compareReceivedEvents, type EventRow } from "./received-events.ts";

const event: EventRow = {
  ...{ id: "evt_1", type: "refund.created", session: "cs_1", sequence: 1 },
  object: { id: "re_1", amount: 30, currency: "EUR" },
};
const received: ReceivedEvent = {
  ...{
    accepted: true,
    arrivals: 1,
    firstAtMs: 1,
    session: "cs_1",
    sequence: 1,
    type: "refund.created",
    digest: "",
  },
  amounts: "amount 30, currency EUR",
};

const compare = (change: Partial<ReceivedEvent>, id = "evt_1"): string => {
  const log = new Map([[id, { ...received, ...change }]]);
  return compareReceivedEvents([event], { log, violations: [] }, (atMs) => atMs === 2).join("\n");
};

test("accepts an event received as it is stored", () => {
  assert.equal(compare({}), "");
});

test("reports an event received with another amount, type or sequence number", () => {
  assert.match(compare({ amounts: "amount 29, currency EUR" }), /evt_1 was received as .*amount 29/);
  assert.match(compare({ type: "refund.failed" }), /was received as/);
  assert.match(compare({ sequence: 2 }), /was received as/);
});

test("reports an event that was never accepted, never received or never committed", () => {
  assert.match(compare({ accepted: false }), /was never accepted/);
  assert.match(compare({}, "evt_2"), /evt_1 .* was never received\n.*evt_2 was received but not committed/);
});

test("accepts an event received before a data loss undid its commit", () => {
  assert.doesNotMatch(compare({ firstAtMs: 2 }, "evt_2"), /evt_2/);
});

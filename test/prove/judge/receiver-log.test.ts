import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReceivedEvent } from "../house/receiver.ts";
import { compareReceiverLog, type EventRow } from "./receiver-log.ts";

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
  return compareReceiverLog([event], { log, violations: [] }, (atMs) => atMs === 2).join("\n");
};

test("an event that arrived as it is stored is no violation", () => {
  assert.equal(compare({}), "");
});

test("an event that arrived with another amount, type or number is a violation", () => {
  assert.match(compare({ amounts: "amount 29, currency EUR" }), /evt_1 arrived as .*amount 29/);
  assert.match(compare({ type: "refund.failed" }), /arrived as/);
  assert.match(compare({ sequence: 2 }), /arrived as/);
});

test("an event that was never accepted, never arrived or doesn't exist is a violation", () => {
  assert.match(compare({ accepted: false }), /was never taken/);
  assert.match(compare({}, "evt_2"), /evt_1 .* never arrived\n.*evt_2 arrived and doesn't exist/);
});

test("an event that arrived before its commit was lost doesn't exist, and that is no violation", () => {
  assert.doesNotMatch(compare({ firstAtMs: 2 }, "evt_2"), /evt_2/);
});

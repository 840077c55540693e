import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { present } from "../../kernel/assert.ts";
import type { ClockReading, PspClocks } from "../psp-clocks.ts";
import {
  account,
  approve,
  type ConnectorRig,
  call,
  chargeWithKey,
  chargeWithReference,
  request,
  startConnectorRig,
} from "./test-support.ts";

let rig: ConnectorRig;
let clocks: PspClocks;
before(async () => {
  rig = await startConnectorRig({ pendingMs: 60_000 });
  clocks = present(rig.connector.clocks, "the sandbox's clocks");
});
after(() => rig.close());

const start = Date.parse("2031-03-01T12:00:00.000Z");
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const at = (ms: number) => new Date(start + ms).toISOString();
const reading = (id: string, ms = 0): ClockReading => ({ id, now: at(ms) });
const set = (id: string, ms: number) => clocks.set({ account, clock: reading(id, ms) }, call);
const nextDue = async (clock: string, untilMs: number) => {
  const due = await clocks.nextDue({ account, clock, until: at(untilMs) }, call);
  assert.ok(due.kind === "due");
  return due.at;
};
const kindOf = async (key: string) => {
  const found = await rig.connector.findCharge(chargeWithKey(key), call);
  assert.ok(found.kind === "found");
  return found.outcome.kind;
};

test("a pending charge is decided when its clock reaches the due time, and not before", async () => {
  await rig.connector.direct.authorize(
    request("later", "4200000000000109", { clock: reading("clk_a") }),
    call,
  );
  assert.equal(await nextDue("clk_a", minuteMs - 1), null);
  assert.equal(await nextDue("clk_a", minuteMs), at(minuteMs));
  assert.deepEqual(await set("clk_a", minuteMs - 1), { kind: "done" });
  assert.equal(await kindOf("later"), "pending");
  await set("clk_a", minuteMs);
  assert.equal(await kindOf("later"), "approved");
  assert.equal(await nextDue("clk_a", 365 * dayMs), null);
});

test("an authorization lapses by its clock, and a capture at that time is too late", async () => {
  const clock = reading("clk_b");
  const outcome = await rig.connector.direct.authorize(
    request("lapse", undefined, { clock, capture: "manual" }),
    call,
  );
  assert.ok(outcome.kind === "approved");
  assert.equal(outcome.captureBefore, at(7 * dayMs));
  await set("clk_b", 7 * dayMs);
  const found = await rig.connector.findCharge(chargeWithKey("lapse"), call);
  assert.ok(found.kind === "found" && found.charge.released);
  assert.deepEqual(await rig.logOf("lapse"), ["authorize 2599", "release 2599"]);
});

test("advancing by a year carries out everything in order, each at its own time", async () => {
  const clock = reading("clk_c");
  const pspReference = await approve(rig.connector, "year", "4000000000001976", { clock });
  await approve(rig.connector, "refunds", "4000000000007726", { clock });
  const found = await rig.connector.findCharge(chargeWithKey("refunds"), call);
  assert.ok(found.kind === "found" && found.outcome.pspReference);
  const charge = chargeWithReference(found.outcome.pspReference);
  await rig.connector.refund({ charge, currency: "EUR", amount: 1, idempotencyKey: "year-refund" }, call);
  await set("clk_c", 365 * dayMs);
  // The inquiry came after a minute, became a chargeback a week later, and was lost after another week.
  assert.deepEqual(await rig.logOf("year"), [
    "authorize 2599 captured",
    "dispute_withdrawn 2599",
    "dispute_fee 1500",
  ]);
  const [row] = await rig.psp.db.sql<{ status: string; opened: Date }>(
    "SELECT status, opened_at AS opened FROM sandbox_psp.disputes WHERE charge = $1",
    [pspReference],
  );
  assert.deepEqual(row, { status: "lost", opened: new Date(start + minuteMs) });
  const [told] = await rig.psp.db.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM sandbox_psp.notifications WHERE charge = $1",
    [pspReference],
  );
  assert.equal(told?.count, 3);
  const settled = await rig.connector.findMovement(
    { charge, idempotencyKey: "year-refund", kind: "refund", amount: null },
    call,
  );
  assert.ok(settled.kind === "found" && settled.outcome.kind === "succeeded");
});

test("neither real time nor another clock changes a charge that has a clock", async () => {
  const clock = { id: "clk_d", now: "2001-01-01T00:00:00.000Z" };
  await rig.connector.direct.authorize(request("past", "4200000000000109", { clock }), call);
  await set("clk_e", 365 * dayMs);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await kindOf("past"), "pending");
});

test("a clock never goes back, and setting it again changes nothing", async () => {
  await rig.connector.direct.authorize(
    request("again", "4200000000000117", { clock: reading("clk_f") }),
    call,
  );
  await Promise.all([set("clk_f", dayMs), set("clk_f", dayMs), set("clk_f", 0)]);
  assert.equal(await kindOf("again"), "declined");
  await set("clk_f", 0);
  const [row] = await rig.psp.db.sql<{ shows: Date }>(
    "SELECT shows FROM sandbox_psp.clocks WHERE id = 'clk_f'",
  );
  assert.equal(row?.shows.toISOString(), at(dayMs));
  const told = await rig.psp.db.sql(
    `SELECT FROM sandbox_psp.notifications n JOIN sandbox_psp.charges c ON c.id = n.charge
     WHERE c.idempotency_key = 'again'`,
  );
  assert.equal(told.length, 1);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Balance } from "../bank-statements/entry.ts";
import { reachOf, reachOfEntry } from "./reach.ts";

const balance = (date: string | null, kind: Balance["kind"] = "closing"): Balance => ({
  ...{ kind, code: "CLBD", creditDebit: "credit", currency: "EUR", amountMinor: 1_000, date },
});
const whole = { closing: balance("2026-10-30"), to: null, page: null, addsUp: true };

test("a statement reaches the later one of its closing balance's day and its period's last day", () => {
  for (const format of ["camt.053.001.08", "camt.053", "mt940"])
    assert.equal(reachOf(format, whole), "2026-10-30", format);
  assert.equal(reachOf("camt.053.001.02", { ...whole, to: "2026-10-31" }), "2026-10-31");
  assert.equal(reachOf("camt.053.001.02", { ...whole, to: "2026-10-29" }), "2026-10-30");
  assert.equal(reachOf("camt.053.001.02", { ...whole, closing: null, to: "2026-10-31" }), "2026-10-31");
  assert.equal(reachOf("mt940", { ...whole, closing: null }), undefined);
});

test("what may lack entries reaches no day: reports of the day, notifications, pages, statements that don't add up", () => {
  for (const format of ["camt.052.001.08", "camt.054.001.04", "mt942", "csv"])
    assert.equal(reachOf(format, { ...whole, to: "2026-10-31" }), undefined, format);
  assert.equal(reachOf("camt.053", { ...whole, addsUp: false }), undefined);
  const page = { ...whole, closing: balance("2026-10-31", "interim"), to: "2026-10-31", page: 1 };
  assert.equal(reachOf("camt.053", page), undefined);
});

test("a CSV file reaches the day before its newest entry", () => {
  assert.equal(reachOfEntry("csv", "2026-11-01"), "2026-10-31");
  assert.equal(reachOfEntry("csv", null), undefined);
  assert.equal(reachOfEntry("camt.054.001.08", "2026-11-01"), undefined);
});

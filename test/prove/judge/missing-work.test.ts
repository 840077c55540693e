import assert from "node:assert/strict";
import { test } from "node:test";
import { PlannedWork, type WorkKind, workKinds } from "../workload/planned-work.ts";
import { type DoneRow, findMissingWork } from "./missing-work.ts";

const planOf = (kinds: readonly WorkKind[], count: number): PlannedWork => {
  const planned = new PlannedWork();
  for (const kind of kinds) planned.add("paypal", kind, count);
  return planned;
};

const done = (kinds: readonly WorkKind[], connector = "paypal"): DoneRow[] =>
  kinds.map((kind) => ({ connector, kind, count: 1 }));

test("a rail with many planned customers and no charge is a violation that names the rail and their number", () => {
  assert.deepEqual(findMissingWork(["paypal"], planOf(["charge"], 7), done(["visit"])), [
    "customers paid 7 times at paypal, and Kassa has no charge there",
  ]);
});

test("every kind of work that was planned and never happened is a violation of its own", () => {
  const found = findMissingWork(["sandbox", "paypal"], planOf(workKinds, 20), []);
  assert.equal(found.length, workKinds.length);
  for (const pattern of [/no attempt/, /no charge/, /no capture/, /no void/, /no refund/, /no dispute/])
    assert.ok(
      found.some((one) => pattern.test(one)),
      String(pattern),
    );
});

test("a rail to whose page no customer comes, so that nobody pays there, is a violation even if there are attempts", () => {
  assert.deepEqual(findMissingWork(["paypal"], planOf(["visit"], 25), done(["visit"])), [
    "no customer came as far as to pay at paypal, and Kassa has no charge there",
  ]);
  assert.deepEqual(findMissingWork(["paypal"], planOf(["visit"], 24), done(["visit"])), []);
});

test("what happened at another rail doesn't count", () => {
  const found = findMissingWork(["paypal"], planOf(["refund"], 20), done(["refund"], "stripe"));
  assert.deepEqual(found, ["merchants refunded 20 payments at paypal, and no refund succeeded"]);
});

test("one of each kind is enough, and few planned ones may all fail", () => {
  assert.deepEqual(findMissingWork(["paypal"], planOf(workKinds, 500), done(workKinds)), []);
  assert.deepEqual(findMissingWork(["paypal"], planOf(workKinds, 5), []), []);
});

test("transfers are those of the connector for the merchant's own bank account", () => {
  const planned = new PlannedWork();
  planned.add("bank", "charge", 20);
  assert.equal(findMissingWork(["bank"], planned, []).length, 1);
  assert.deepEqual(findMissingWork(["bank"], planned, done(["charge"], "bank_transfer")), []);
});

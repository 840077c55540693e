import assert from "node:assert/strict";
import { test } from "node:test";
import { runEachInTurn } from "./run-each-in-turn.ts";

const fails = (message: string, code?: string) => () =>
  Promise.reject(Object.assign(new Error(message), { code }));

test("one that fails keeps none behind it waiting, and all errors are told", async () => {
  let reached = false;
  const last = async () => {
    reached = true;
    return false;
  };
  await assert.rejects(
    runEachInTurn([fails("one"), fails("two", "55P03"), last]),
    /^AggregateError: 2 failed: one/,
  );
  assert.equal(reached, true);
  await assert.rejects(runEachInTurn([fails("only"), last]), /^Error: only$/);
});

test("an error is told by the round after which no other has more", async () => {
  assert.equal(await runEachInTurn([fails("stuck"), async () => true, async () => false]), true);
});

test("one that conflicts is done once more, and an error only if it conflicts again", async () => {
  for (const code of ["40P01", "40001"]) {
    let times = 0;
    const conflictsOnce = async () => {
      times += 1;
      return times === 1 ? fails("conflict", code)() : false;
    };
    assert.equal(await runEachInTurn([conflictsOnce]), false);
    await assert.rejects(runEachInTurn([fails("conflict", code)]), /^Error: conflict$/);
  }
});

test("a database that is away is asked no further", async () => {
  const never = () => assert.fail("was asked");
  await assert.rejects(runEachInTurn([fails("refused", "ECONNREFUSED"), never]), /^Error: refused$/);
  await assert.rejects(runEachInTurn([fails("lost", "57P01"), never]), /^Error: lost$/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns } from "./turns.ts";

const never = new AbortController().signal;

test("limits an owner's concurrent turns, and gives further turns in order", async () => {
  const turns = new Turns(2);
  const begun: string[] = [];
  const take = (name: string, signal = never) =>
    turns.take("owner", signal).then((isTurn) => begun.push(isTurn ? name : `${name} gave up`));
  await Promise.all([take("first"), take("second")]);
  const third = take("third");
  const fourth = take("fourth");
  assert.equal(await turns.take("another owner", never), true);
  assert.deepEqual(begun, ["first", "second"]);
  turns.release("owner");
  await third;
  assert.deepEqual(begun, ["first", "second", "third"], "one release is one turn");
  turns.release("owner");
  await fourth;
  turns.release("owner");
  turns.release("owner");
  await take("fifth");
  assert.equal(begun.at(-1), "fifth");
});

test("an aborted wait takes no turn", async () => {
  const turns = new Turns(1);
  assert.equal(await turns.take("owner", never), true);
  const impatient = new AbortController();
  const waiting = turns.take("owner", impatient.signal);
  impatient.abort();
  assert.equal(await waiting, false);
  assert.equal(await turns.take("owner", impatient.signal), false, "nor does one that had given up before");
  const patient = turns.take("owner", never);
  turns.release("owner");
  assert.equal(await patient, true);
  turns.release("an owner without turns");
});

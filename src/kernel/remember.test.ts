import assert from "node:assert/strict";
import { test } from "node:test";
import { rememberByKey, rememberWith } from "./remember.ts";

test("what was made for a key is kept, and at most so many: the oldest is made again", () => {
  const made: string[] = [];
  const upper = rememberByKey(
    (text: string) => text,
    (text) => {
      made.push(text);
      return text.toUpperCase();
    },
    2,
  );
  assert.deepEqual(["a", "b", "a", "c", "b", "a"].map(upper), ["A", "B", "A", "C", "B", "A"]);
  assert.deepEqual(made, ["a", "b", "c", "a"]);
});

test("without a number, at most 500 are kept", () => {
  let made = 0;
  const same = rememberByKey(
    (key: number) => String(key),
    (key) => {
      made += 1;
      return key;
    },
  );
  for (let key = 1; key <= 500; key += 1) same(key);
  same(1);
  assert.equal(made, 500);
  same(501);
  same(1);
  assert.equal(made, 502);
});

test("an empty answer is kept like any other, and a failure isn't", () => {
  const made: string[] = [];
  const trim = (text: string): string => {
    made.push(text);
    if (text === "fails" && made.length === 1) throw new Error("once");
    return text.trim();
  };
  const byKey = rememberByKey((text: string) => text, trim);
  assert.throws(() => byKey("fails"), /once/);
  assert.deepEqual([byKey("fails"), byKey(" "), byKey(" ")], ["fails", "", ""]);
  assert.deepEqual(made, ["fails", "fails", " "]);
});

test("what was made for an object is kept with that object only", () => {
  let made = 0;
  const sum = rememberWith((numbers: readonly number[]) => {
    made += 1;
    return numbers.reduce((total, each) => total + each, 0);
  });
  const numbers = [1, 2];
  assert.deepEqual([sum(numbers), sum(numbers), sum([1, 2])], [3, 3, 3]);
  assert.equal(made, 2);
});

test("an empty answer about an object is kept, too, and a failure isn't", () => {
  let made = 0;
  const textOf = rememberWith((_: { readonly id: number }) => {
    made += 1;
    if (made === 1) throw new Error("once");
    return "";
  });
  const subject = { id: 1 };
  assert.throws(() => textOf(subject), /once/);
  assert.deepEqual([textOf(subject), textOf(subject)], ["", ""]);
  assert.equal(made, 2);
});

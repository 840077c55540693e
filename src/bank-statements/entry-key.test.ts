import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile, sampleCamt, sampleEntry } from "./test-support.ts";

const keysOf = async (content: string): Promise<string[]> =>
  (await readFile(content)).entries.map(({ entryKey }) => entryKey);

test("an entry with a bank reference has the same key in camt.052, camt.053 and camt.054, whatever their texts and versions", async () => {
  const intraday = sampleCamt(sampleEntry({ reference: "R1", status: "PDNG" }), { format: "camt.052" });
  const statement = sampleCamt(sampleEntry({ reference: "R1", text: "Invoice 1" }), { version: "08" });
  const notified = sampleCamt(sampleEntry({ reference: "R1", text: "Other" }), { format: "camt.054" });
  const keys = (await Promise.all([intraday, statement, notified].map(keysOf))).flat();
  assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
});

test("a payment and its charge with the same reference have different keys, as have entries of other days", async () => {
  const keys = await keysOf(
    sampleCamt(
      [
        sampleEntry({ reference: "R1" }),
        sampleEntry({ reference: "R1", amount: "0.10", direction: "DBIT" }),
        sampleEntry({ reference: "R1", direction: "DBIT" }),
        sampleEntry({ reference: "R1", date: "2026-02-01" }),
        sampleEntry({ reference: "NONREF", text: "a" }),
        sampleEntry({ reference: "NOTPROVIDED", text: "b" }),
      ].join(""),
    ),
  );
  assert.equal(new Set(keys.map((key) => key.replace(/\.1$/, ""))).size, 6);
  assert.deepEqual(
    keys.filter((key) => !key.endsWith(".1")),
    [],
  );
});

test("equal entries without a reference are numbered in their statement, and keep their keys in a longer one", async () => {
  const entry = sampleEntry({ text: "Ticket" });
  const short = await keysOf(sampleCamt(entry + entry));
  const long = await keysOf(sampleCamt(sampleEntry({ text: "x" }) + entry + entry + entry));
  assert.equal(new Set(short).size, 2);
  assert.deepEqual(long.slice(1, 3), short);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toDecimalString } from "../kernel/money.ts";
import { readCsvMapping } from "./csv/mapping.ts";
import { fixture, readFile, sampleCamt, sampleEntry } from "./test-support.ts";

const words = fc.string({ unit: fc.constantFrom(..."aZ09äß€ç漢 -/?+:.,"), minLength: 1, maxLength: 60 });
const entries = fc.array(
  fc.record({
    amountMinor: fc.integer({ min: 0, max: 999_999_999_999 }),
    direction: fc.constantFrom("CRDT", "DBIT"),
    text: words.filter((text) => text.trim() !== ""),
  }),
  { minLength: 1, maxLength: 20 },
);

test("what is written into a camt file is read from it, however its bytes are split", async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.integer({ min: 1, max: 97 }), async (given, size) => {
      const body = given.map(({ amountMinor, direction, text }) =>
        sampleEntry({ amount: toDecimalString(amountMinor, 2), direction, text }),
      );
      const file = await readFile(sampleCamt(body.join("")), { size });
      assert.deepEqual(file.faults, []);
      assert.deepEqual(
        file.entries.map((entry) => [entry.amountMinor, entry.creditDebit, entry.details[0]?.remittance]),
        given.map(({ amountMinor, direction, text }) => [
          amountMinor,
          direction === "CRDT" ? "credit" : "debit",
          text.replace(/\s+/g, " ").trim(),
        ]),
      );
      assert.equal(new Set(file.entries.map(({ entryKey }) => entryKey)).size, given.length);
    }),
    { numRuns: 60 },
  );
});

const mapping = readCsvMapping({
  account: "1",
  currency: "EUR",
  columns: { date: "d", amount: "a", text: "t" },
});
assert.ok(mapping.ok);
const options = { csv: mapping.value };
const files = [
  fixture("german-camt.053.001.02.xml"),
  fixture("swiss-camt.054.001.08.xml"),
  fixture("german.sta"),
  Buffer.from('\ufeffd,a,t\r\n2026-01-01,1.00,"Zoë\r\nx"\r\n2026-01-02,-2.00,€\r\n', "utf16le"),
  Buffer.from('d,a,t\r\n2026-01-01,1.00,"Zoë\r\nx"\r\n2026-01-02,-2.00,€\r\n'),
];

test("splitting the bytes of a file anywhere changes nothing", async () => {
  for (const file of files) {
    const whole = await readFile(file, options);
    assert.deepEqual(whole.faults, []);
    for (const size of [1, 2, 3, 7, 64, 1_000])
      assert.deepEqual((await readFile(file, { ...options, size })).events, whole.events, `${size} bytes`);
  }
});

test("a camt or MT940 file that is cut off is refused, unless it is cut between two MT940 messages", async () => {
  for (const file of files.slice(0, 3)) {
    const length = file.toString("latin1").trimEnd().length;
    for (let end = 1; end < length - 1; end += 13) {
      const part = file.subarray(0, end);
      if (part.toString("latin1").trimEnd().endsWith("-}")) continue;
      const { faults } = await readFile(part, options);
      assert.ok(faults.length > 0, `${end} bytes`);
    }
  }
});

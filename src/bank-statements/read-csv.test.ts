import assert from "node:assert/strict";
import { test } from "node:test";
import { type CsvMapping, readCsvMapping } from "./csv/mapping.ts";
import { readFile } from "./test-support.ts";

function mapping(value: object): CsvMapping {
  const result = readCsvMapping({ account: "DE89370400440532013000", currency: "EUR", ...value });
  assert.ok(result.ok, result.ok ? "" : result.failure);
  return result.value;
}

const german = {
  delimiter: ";",
  decimalSign: ",",
  dateFormat: "dd.MM.yyyy",
  skipLines: 1,
  columns: { date: "Buchung", amount: "Betrag", text: ["Zweck 1", "Zweck 2"], name: "Name" },
};
const file = `Konto 1
"Buchung";"Betrag";"Zweck 1";"Zweck 2";"Name"
31.01.2026;1.234,50;"Rechnung ""A"";
x";4711;Zoë
1.2.2026;-0,99;;;
`;

test("a CSV file is read by its mapping, in UTF-8, UTF-16 and windows-1252", async () => {
  const contents = [
    Buffer.from(file),
    Buffer.from(`\ufeff${file}`),
    Buffer.from(`\ufeff${file}`, "utf16le"),
    Buffer.from(file, "latin1"),
  ];
  for (const content of contents) {
    const { entries, faults, findings } = await readFile(content, { csv: mapping(german) });
    assert.deepEqual([faults, findings], [[], []]);
    const [first, second] = entries;
    assert.deepEqual(
      [first?.bookingDate, first?.amountMinor, first?.creditDebit],
      ["2026-01-31", 123_450, "credit"],
    );
    assert.equal(first?.details[0]?.remittance, 'Rechnung "A"; x 4711');
    assert.equal(first.details[0].debtor?.name, "Zoë");
    assert.deepEqual(
      [second?.bookingDate, second?.amountMinor, second?.creditDebit],
      ["2026-02-01", 99, "debit"],
    );
  }
});

test("credit and debit columns, and a column for the direction", async () => {
  const sides = mapping({ columns: { date: "d", credit: "in", debit: "out" } });
  const bySide = await readFile("d,in,out\n2026-01-01,5.00,\n2026-01-01,,6.00\n", { csv: sides });
  const marked = mapping({ columns: { date: "d", amount: "a", direction: "s" } });
  const byMark = await readFile("d,a,s\n2026-01-01,5.00,C\n2026-01-01,6.00,D\n", { csv: marked });
  for (const { entries, faults } of [bySide, byMark]) {
    assert.deepEqual(faults, []);
    assert.deepEqual(
      entries.map((entry) => [entry.creditDebit, entry.amountMinor]),
      [
        ["credit", 500],
        ["debit", 600],
      ],
    );
  }
});

test("wrong rows and files are refused with their line and column", async () => {
  const csv = mapping({ columns: { date: "d", amount: "a" } });
  const refused = [
    ["d,a\n2026-01-01,1,00\n", "value_invalid", 2, null],
    ["d,a\n2026-01-01,1.005\n", "value_invalid", 2, "a"],
    ["d,a\n01.01.2026,1.00\n", "value_invalid", 2, "d"],
    ["d,a\n2026-01-01,\n", "value_missing", 2, "a"],
    ["d,b\n2026-01-01,1.00\n", "csv_mapping_invalid", 1, null],
    ['d,a\n2026-01-01,"1.00\n', "incomplete", 2, null],
    ['d,a\n2026-01-01,"1.00"x\n', "value_invalid", 2, null],
  ] as const;
  for (const [content, code, line, column] of refused) {
    const { faults } = await readFile(content, { csv });
    assert.deepEqual(
      faults.map(({ code: found, place }) => [found, place?.line, place?.path ?? null]),
      [[code, line, column]],
      content,
    );
  }
  assert.deepEqual((await readFile("d,a\n2026-01-01,1.00", { csv })).findings, ["no_line_break_at_end"]);
});

test("a mapping with a fault says what to change", () => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [[], /must be a JSON object/],
    [{ delimeter: ";" }, /Did you mean "delimiter"/],
    [{ delimiter: ";;" }, /must be one character/],
    [{ account: "1", currency: "EUR", columns: { date: "d" } }, /either "amount", or both/],
    [{ account: "1", columns: { date: "d", amount: "a" } }, /currency is missing/],
    [{ currency: "EUR", columns: { date: "d", amount: "a" } }, /account is missing/],
    [{ columns: { datum: "d" } }, /no field of columns "datum"/],
  ];
  for (const [value, expected] of cases) {
    const result = readCsvMapping(value);
    assert.match(result.ok ? "accepted" : result.failure, expected);
  }
});

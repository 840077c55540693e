import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { runKassaHere } from "../../test/support/command.ts";
import { fixture, sampleCamt, sampleEntry } from "../bank-statements/test-support.ts";

/** `kassa statements check` on a machine without a database. */
const folder = mkdtempSync(path.join(tmpdir(), "kassa-statements-"));
after(() => rmSync(folder, { recursive: true }));

const check = (...args: string[]) =>
  runKassaHere(["statements", "check", ...args], {
    cwd: folder,
    env: { DATABASE_URL: "postgresql://127.0.0.1:1/none" },
  });

function keep(name: string, content: string | Buffer): string {
  writeFileSync(path.join(folder, name), content);
  return name;
}

test("a statement is shown with account, balances, sums and entries, and the exit code is 0", async () => {
  const file = keep("german.xml", fixture("german-camt.053.001.02.xml"));
  const { code, stdout, stderr } = await check(file);
  assert.deepEqual([code, stderr], [0, ""]);
  for (const said of [
    /^german\.xml: camt\.053\.001\.02, \d+ bytes, 1 statement, 4 entries\n/,
    /account {5}DE89370400440532013000 \(EUR\)/,
    /opening {5}100\.00 EUR, 2026-01-30 \(PRCD\)/,
    /adds up {5}yes/,
    /booked {6}2 credits, 85\.99 EUR/,
    /pending {5}1 credit, 5\.00 EUR/,
    /2026-01-31 {2}25\.99 EUR {3}booked {12}Rechnung 4711 +Zoë & Söhne/,
    /batch of 3 transactions, 0 listed/,
    /-35\.98 EUR {2}booked, reversal/,
    /✓ The file can be read\.\n$/,
  ])
    assert.match(stdout, said);
  const { files, ok } = JSON.parse((await check(file, "--json", "--entries", "1")).stdout);
  assert.deepEqual([ok, files[0].entryCount, files[0].entries.length], [true, 4, 1]);
  assert.match(files[0].entries[0].entryKey, /^[\w-]{22}\.1$/);
});

test("a faulty file is refused with the place of each fault, and the exit code is 1", async () => {
  const file = keep("faulty.xml", sampleCamt(sampleEntry({ amount: "1,00" })));
  const { code, stdout } = await check(file);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /✗ Line 4, column 7, Document\/BkToCstmrStmt\/Stmt\[1\]\/Ntry\[1\]\/Amt: "1,00" is no amount/,
  );
  assert.match(stdout, /✗ 1 fault\. A file with a fault is never imported in part\./);
  assert.equal(JSON.parse((await check(file, "--json")).stdout).ok, false);
});

test("a CSV file is read by --csv-map; a missing file or a wrong mapping ends with 2", async () => {
  const csv = keep("a.csv", "d;a\n31.01.26;1,00\n");
  const columns = { date: "d", amount: "a" };
  const map = {
    delimiter: ";",
    decimalSign: ",",
    dateFormat: "dd.MM.yy",
    account: "1",
    currency: "EUR",
    columns,
  };
  const good = keep("map.json", JSON.stringify(map));
  const { code, stdout } = await check(csv, "--csv-map", good);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /2026-01-31 {2}1\.00 EUR/);
  const cases = [
    [["none.xml"], /none\.xml can't be read: there is no such file/],
    [["."], /it is a folder/],
    [[csv, "--csv-map", keep("bad.json", "{")], /isn't JSON/],
    [[csv, "--csv-map", keep("wrong.json", '{"delimeter":";"}')], /Did you mean "delimiter"/],
    [[csv, "--entries", "x"], /--entries must be a whole number/],
  ] as const;
  for (const [args, sentence] of cases) {
    const ending = await check(...args);
    assert.equal(ending.code, 2, args.join(" "));
    assert.match(ending.stderr, sentence);
  }
});

test("control characters in a statement don't reach the terminal", async () => {
  const file = keep("hostile.xml", sampleCamt(sampleEntry({ text: "x\u009b2J\u202eforged" })));
  const { stdout } = await check(file);
  assert.match(stdout, /x\\u009b2J\\u202eforged/);
});

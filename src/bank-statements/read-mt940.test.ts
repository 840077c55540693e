import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, readFile } from "./test-support.ts";

test("MT940 with SWIFT blocks, numbered fields and fields between slashes is read", async () => {
  const { version, statements, entries, faults, findings } = await readFile(fixture("german.sta"));
  assert.deepEqual([faults, findings, version], [[], [], "mt940"]);
  assert.deepEqual(
    statements.map(({ account, sequence, page, addsUp }) => [
      account.iban ?? account.other,
      sequence,
      page,
      addsUp,
    ]),
    [
      ["37040044/0532013000", "00031", 1, true],
      ["NL91ABNA0417164300", "00001", 1, true],
    ],
  );
  const [payment, reversal, dutch] = entries;
  assert.equal(payment?.bankReference, "BANKREF1");
  const details = payment.details[0];
  assert.equal(details?.endToEndId, "ORDER-4711");
  assert.equal(details.remittance, "Rechnung 4711");
  assert.deepEqual(details.debtor, {
    name: "ZOE MUSTERMANN",
    account: { iban: "DE02120300000000202051", other: null },
  });
  assert.equal(payment.additionalInformation, "SEPA GUTSCHRIFT");
  assert.deepEqual(
    [reversal?.creditDebit, reversal?.reversal, reversal?.valueDate, reversal?.amountMinor],
    ["credit", true, "2026-02-28", 50],
  );
  assert.deepEqual([dutch?.valueDate, dutch?.bookingDate], ["2025-12-31", "2026-01-02"]);
  assert.equal(dutch?.details[0]?.creditor?.name, "J. de Vries");
  assert.equal(dutch?.details[0]?.remittance, "Factuur 9");
  assert.equal(dutch?.details[0]?.endToEndId, "E-9");
});

const statement = (lines: readonly string[]): string =>
  [
    ":20:R",
    ":25:DE89370400440532013000",
    ":28C:1/1",
    ":60F:C260101EUR0,",
    ...lines,
    ":62F:C260101EUR0,",
    "-",
    "",
  ].join("\r\n");

test("plain texts, windows-1252 and structured Dutch references are read", async () => {
  const content = statement([
    ":61:260101C1,00NTRFABC",
    ":86:Gr\u00fc\u00dfe von Ada",
    ":61:260101C1,00NTRFNONREF",
    ":86:/EREF/E1//CNTP/NL20INGB0001234567/INGBNL2A/J.Janssen///REMI/STRD/CUR/9001123412341234/",
  ]);
  const { entries, faults } = await readFile(Buffer.from(content, "latin1"));
  assert.deepEqual(faults, []);
  assert.equal(entries[0]?.details[0]?.remittance, "Grüße von Ada");
  assert.equal(entries[0]?.details[0]?.endToEndId, "ABC");
  assert.deepEqual(entries[1]?.details[0]?.creditorReferences, [
    { type: "CUR", reference: "9001123412341234" },
  ]);
  assert.equal(entries[1]?.details[0]?.debtor?.account?.iban, "NL20INGB0001234567");
});

test("faults of MT940 name the line and the tag", async () => {
  const { faults } = await readFile(
    statement([":61:260101X1,00NTRF", ":61:260101C1,005NTRF", ":61:261301C1,NTRF"]),
  );
  assert.deepEqual(
    faults.map(({ place }) => [place?.line, place?.path]),
    [
      [5, ":61:"],
      [6, ":61:"],
      [7, ":61:"],
    ],
  );
});

test("a MT940 statement without its end is refused", async () => {
  const [whole = ""] = statement([":61:260101C1,00NTRFABC"]).split(":62F:");
  assert.deepEqual(
    (await readFile(whole)).faults.map(({ code }) => code),
    ["incomplete"],
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, readFile, sampleCamt, sampleEntry } from "./test-support.ts";

test("a German camt.053.001.02 is read with its statement, texts, reversal, batch and pending entry", async () => {
  const { version, statements, entries, faults, findings } = await readFile(
    fixture("german-camt.053.001.02.xml"),
  );
  assert.deepEqual([faults, findings, version], [[], [], "camt.053.001.02"]);
  const [statement] = statements;
  assert.equal(statement?.addsUp, true);
  assert.equal(statement.opening?.amountMinor, 10_000);
  const [payment, batch, reversal, pending] = entries;
  assert.equal(payment?.amountMinor, 2599);
  assert.equal(payment.bankTransactionCode?.subFamily, "ESCT");
  assert.equal(payment.details[0]?.remittance, "Rechnung 4711");
  assert.equal(payment.details[0].endToEndId, null);
  assert.deepEqual(payment.details[0].debtor, {
    name: "Zoë & Söhne",
    account: { iban: "DE02120300000000202051", other: null },
  });
  assert.deepEqual(batch?.batch, { messageId: null, paymentInformationId: null, transactions: 3 });
  assert.deepEqual(batch?.details, []);
  assert.deepEqual([reversal?.reversal, reversal?.creditDebit], [true, "debit"]);
  assert.deepEqual(reversal?.details[0]?.returnReason, { code: "AC04", text: "closed" });
  assert.equal(reversal?.details[0]?.mandateId, "MANDATE-7");
  assert.deepEqual([pending?.status, pending?.bookingDate], ["pending", null]);
});

test("a Swiss camt.054.001.08 is read with QR references, charges, original amounts and all transactions", async () => {
  const { entries, faults, findings } = await readFile(fixture("swiss-camt.054.001.08.xml"));
  assert.deepEqual([faults, findings], [[], []]);
  const [first, second] = entries[0]?.details ?? [];
  assert.deepEqual(first?.creditorReferences, [{ type: "QRR", reference: "210000000003139471430009017" }]);
  assert.deepEqual([first?.debtor?.name, first?.ultimateDebtor], ["Pia Rutschmann", "Rutschmann AG"]);
  assert.deepEqual(second?.creditorReferences, [{ type: "RF", reference: "RF18539007547034" }]);
  assert.equal(second?.remittance, "Order 9");
  assert.deepEqual(second?.original, { amountMinor: 21_000, currency: "EUR", exchangeRate: "0.9524" });
  assert.deepEqual(second?.charges, [{ amountMinor: 150, currency: "CHF" }]);
  assert.equal(entries[0]?.bookingDate, "2026-02-02");
});

test("versions 02 to 13 of the three messages are read, with another prefix, without a namespace and in an envelope", async () => {
  const entry = sampleEntry();
  for (const format of ["camt.052", "camt.053", "camt.054"] as const) {
    for (const version of ["02", "04", "06", "08", "10", "13"]) {
      const file = await readFile(sampleCamt(entry, { format, version }));
      assert.deepEqual([file.faults, file.version], [[], `${format}.001.${version}`]);
      assert.equal(file.entries.length, 1);
    }
  }
  const plain = sampleCamt(entry);
  const prefixed = plain.replaceAll(/<(\/?)(?=[A-Z])/g, "<$1c:").replace("xmlns=", "xmlns:c=");
  const bare = plain.replace(/ xmlns="[^"]*"/, "");
  const wrapped = plain.replace("<Document", "<BizMsgEnvlp><AppHdr/><Document").concat("</BizMsgEnvlp>");
  for (const content of [prefixed, bare, wrapped]) {
    const { faults, entries } = await readFile(content);
    assert.deepEqual([faults, entries.length], [[], 1], content);
  }
  const foreign = plain.replace("<Ntry>", '<Ntry xmlns="urn:other">');
  assert.equal((await readFile(foreign)).entries.length, 0);
});

test("encodings: UTF-16 with a mark, windows-1252 when declared; a declaration that is wrong is refused", async () => {
  const text = sampleCamt(sampleEntry({ text: "Grüße" }));
  const as = (encoding: string): string => text.replace('"UTF-8"', `"${encoding}"`);
  const accepted = [
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`\ufeff${as("UTF-16")}`, "utf16le"),
    Buffer.from(`\ufeff${as("UTF-16")}`, "utf16le").swap16(),
    Buffer.from(as("ISO-8859-1"), "latin1"),
  ];
  for (const content of accepted) {
    const { faults, entries } = await readFile(content);
    assert.deepEqual([faults, entries[0]?.details[0]?.remittance], [[], "Grüße"]);
  }
  const refused = [
    Buffer.from(text, "latin1"),
    Buffer.from(as("UTF-16")),
    Buffer.from(as("UTF-16"), "utf16le"),
    Buffer.from(`\ufeff${as("UTF-16")}`),
    Buffer.from(`\ufeff${as("ISO-8859-1")}`),
    Buffer.from(as("UTF-7")),
    Buffer.from(as("IBM037")),
  ];
  for (const content of refused)
    assert.deepEqual(
      (await readFile(content)).faults.map(({ code }) => code),
      ["unsupported_encoding"],
      content.toString("latin1").slice(0, 60),
    );
});

test("faults name line, column and path; later entries are still checked, and the file is refused", async () => {
  const content = sampleCamt(
    [
      sampleEntry({ amount: "12,50" }),
      sampleEntry({ amount: "1.234" }),
      sampleEntry({ amount: "1.2300" }),
      sampleEntry({ date: "2026-02-30" }),
      sampleEntry({ status: "DONE" }),
      sampleEntry().replace(/<CdtDbtInd>.*?<\/CdtDbtInd>/, ""),
      sampleEntry().replace("EUR", "EUX"),
      sampleEntry({ amount: "99999999999999999" }),
    ].join("\n"),
  );
  const { faults, entries, events } = await readFile(content);
  assert.equal(entries.length, 1);
  const path = "Document/BkToCstmrStmt/Stmt[1]/Ntry";
  assert.deepEqual(
    faults.map(({ place }) => [place?.line, place?.path]),
    [
      [4, `${path}[1]/Amt`],
      [5, `${path}[2]/Amt`],
      [7, `${path}[4]/BookgDt/Dt`],
      [8, `${path}[5]/Sts`],
      [9, `${path}[6]`],
      [10, `${path}[7]/Amt`],
      [11, `${path}[8]/Amt`],
    ],
  );
  assert.equal(faults[0]?.place?.column, "<Ntry><".length);
  assert.match(faults[0].message, /"12,50" is no amount/);
  const last = events.at(-1);
  assert.equal(last?.type === "end" && last.faults, 7);
});

test("a balance that the entries don't reach is a finding", async () => {
  const balance = (code: string, amount: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const content = sampleCamt(balance("OPBD", "1") + balance("CLBD", "3") + sampleEntry());
  const { faults, findings, statements } = await readFile(content);
  assert.deepEqual([faults, findings, statements[0]?.addsUp], [[], ["balance_differs"], false]);
});

test("a period that ends at midnight ends with the day before", async () => {
  const lastDayOf = async (from: string, to: string): Promise<string | null | undefined> => {
    const period = `<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>`;
    return (await readFile(sampleCamt(`${period}${sampleEntry()}`))).statements[0]?.to;
  };
  assert.equal(await lastDayOf("2026-10-31T00:00:00", "2026-11-01T00:00:00+01:00"), "2026-10-31");
  assert.equal(await lastDayOf("2026-10-31T00:00:00", "2026-10-31T23:59:59.999"), "2026-10-31");
  assert.equal(await lastDayOf("2026-10-31T00:00:00", "2026-10-31T00:00:00"), "2026-10-31", "one day");
});

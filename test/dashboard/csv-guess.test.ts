import assert from "node:assert/strict";
import { test } from "node:test";
import { guessCsv } from "../../dashboard/src/finance/bank/csv-guess.ts";

test("a German bank's file: lines before the header, semicolons, decimal commas", () => {
  const guess = guessCsv(
    'Kontoauszug;Girokonto\n\nBuchungstag;Valuta;Auftraggeber;Verwendungszweck;IBAN;Betrag\n24.11.2026;25.11.2026;"Groß; Karl";Danke;DE02;1.234,50\n',
  );
  assert.deepEqual(guess?.mapping, {
    delimiter: ";",
    decimalSign: ",",
    dateFormat: "dd.MM.yyyy",
    skipLines: 2,
    columns: {
      date: "Buchungstag",
      valueDate: "Valuta",
      amount: "Betrag",
      name: "Auftraggeber",
      text: ["Verwendungszweck"],
      counterpartyAccount: "IBAN",
    },
  });
});

test("an English bank's file: commas, decimal points, quoted names", () => {
  const guess = guessCsv('"Date","Description","Amount"\r\n"2026-11-24","Invoice, thanks","12.5"\r\n');
  assert.deepEqual(guess?.header, ["Date", "Description", "Amount"]);
  assert.deepEqual(guess?.mapping, {
    delimiter: ",",
    decimalSign: ".",
    dateFormat: "yyyy-MM-dd",
    skipLines: 0,
    columns: { date: "Date", amount: "Amount", text: ["Description"] },
  });
});

test("a text without columns isn't guessed", () => {
  assert.equal(guessCsv("hello\nthere\n"), undefined);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { type CreditTransfers, pain001 } from "./pain-001.ts";

// Files of this form were validated against ISO's pain.001.001.09.xsd (2026-11-25). The schema isn't ours to keep here.
const file: CreditTransfers = {
  messageId: "message-1",
  createdAt: new Date("2026-11-25T12:00:00.123Z"),
  executionDate: "2026-11-30",
  debtor: { name: "Ada & GmbH", iban: "DE89370400440532013000", bic: null },
  currency: "EUR",
  exponent: 2,
  transfers: [
    {
      endToEndId: "KASSAABCDEFGHIJKLMNOPABCDEFGH",
      amountMinor: 599,
      creditorName: "Žofie <Groß> 王",
      creditorIban: "DE75512108001245126199",
      text: "Refund",
    },
    {
      endToEndId: "KASSABBCDEFGHIJKLMNOPABCDEFGH",
      amountMinor: 100,
      creditorName: "王",
      creditorIban: "DE75512108001245126199",
      text: "Refund",
    },
  ],
};

/** The elements with texts, in their order. */
const textsOf = (xml: string): string[] =>
  [...xml.matchAll(/<(\w+)(?: [^>]*)?>([^<>\n]+)</g)].map(([, name, text]) => `${name} ${text}`);

test("the elements are those of the schema, in its order, with sums and the characters that banks accept", () => {
  assert.deepEqual(textsOf(pain001(file)), [
    "MsgId message-1",
    "CreDtTm 2026-11-25T12:00:00Z",
    "NbOfTxs 2",
    "CtrlSum 6.99",
    "Nm Ada + GmbH",
    "PmtInfId message-1",
    "PmtMtd TRF",
    "NbOfTxs 2",
    "CtrlSum 6.99",
    "Cd SEPA",
    "Dt 2026-11-30",
    "Nm Ada + GmbH",
    "IBAN DE89370400440532013000",
    "Id NOTPROVIDED",
    "ChrgBr SLEV",
    "EndToEndId KASSAABCDEFGHIJKLMNOPABCDEFGH",
    "InstdAmt 5.99",
    "Nm Zofie Gross",
    "IBAN DE75512108001245126199",
    "Ustrd Refund",
    "EndToEndId KASSABBCDEFGHIJKLMNOPABCDEFGH",
    "InstdAmt 1.00",
    "Nm NOTPROVIDED",
    "IBAN DE75512108001245126199",
    "Ustrd Refund",
  ]);
});

test("other currencies than euros have no SEPA service level; a known bank is named by its BIC", () => {
  const debtor = { ...file.debtor, bic: "POFICHBEXXX" };
  const xml = pain001({ ...file, debtor, currency: "CHF" });
  assert.ok(!xml.includes("SEPA"));
  assert.ok(xml.includes("<BICFI>POFICHBEXXX</BICFI>"));
  assert.ok(xml.includes('Ccy="CHF"'));
});

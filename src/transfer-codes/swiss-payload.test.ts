import assert from "node:assert/strict";
import { test } from "node:test";
import { type SwissAddress, type SwissBill, type SwissField, swissPayload } from "./swiss-payload.ts";

const seldwyla = { postalCode: "8000", town: "Seldwyla", country: "CH" } as const;
const creditor: SwissAddress = {
  name: "Max Muster & Söhne",
  street: "Musterstrasse",
  buildingNumber: "123",
  ...seldwyla,
};
const debtor: SwissAddress = {
  name: "Simon Muster",
  street: "Musterstrasse",
  buildingNumber: "1",
  ...seldwyla,
};

/** The first example of the Swiss Implementation Guidelines for the QR-bill, without its optional elements after EPD. */
const qrIbanBill: SwissBill = {
  iban: "CH4431999123000889012",
  creditor,
  amountMinor: 194_975,
  currency: "CHF",
  debtor,
  reference: "210000000003139471430009017",
  message: "Bestellung vom 15.10.2020",
};
/** Its example with a creditor reference, whose check digits are 72 there: a mistake of the guidelines. */
const rfBill: SwissBill = {
  iban: "CH5800791123000889012",
  creditor: { ...creditor, name: "Muster Krankenkasse", buildingNumber: "12" },
  amountMinor: 21_100,
  currency: "CHF",
  debtor: { ...debtor, name: "Sarah Beispiel" },
  reference: "RF240191230100405JSH0438",
  message: "",
};
/** Its example of a donation. */
const donation: SwissBill = {
  iban: "CH5204835012345671000",
  creditor: {
    name: "Muster Stiftung",
    street: "P.O. Box",
    buildingNumber: "",
    postalCode: "3001",
    town: "Bern",
    country: "CH",
  },
  amountMinor: null,
  currency: "CHF",
  debtor: null,
  reference: "",
  message: "",
};

test("Swiss QR-bill: the guidelines' examples, line by line", () => {
  const examples: readonly [SwissBill, string][] = [
    [
      qrIbanBill,
      "SPC\n0200\n1\nCH4431999123000889012\nS\nMax Muster & Söhne\nMusterstrasse\n123\n8000\nSeldwyla\nCH\n\n\n\n\n\n\n\n1949.75\nCHF\nS\nSimon Muster\nMusterstrasse\n1\n8000\nSeldwyla\nCH\nQRR\n210000000003139471430009017\nBestellung vom 15.10.2020\nEPD",
    ],
    [
      rfBill,
      "SPC\n0200\n1\nCH5800791123000889012\nS\nMuster Krankenkasse\nMusterstrasse\n12\n8000\nSeldwyla\nCH\n\n\n\n\n\n\n\n211.00\nCHF\nS\nSarah Beispiel\nMusterstrasse\n1\n8000\nSeldwyla\nCH\nSCOR\nRF240191230100405JSH0438\n\nEPD",
    ],
    [
      donation,
      "SPC\n0200\n1\nCH5204835012345671000\nS\nMuster Stiftung\nP.O. Box\n\n3001\nBern\nCH\n\n\n\n\n\n\n\n\nCHF\n\n\n\n\n\n\n\nNON\n\n\nEPD",
    ],
  ];
  for (const [bill, expected] of examples)
    assert.deepEqual(swissPayload(bill), { ok: true, value: expected });
});

test("Swiss QR-bill: a fault names its field and what to change", () => {
  const address = (change: Partial<SwissAddress>) => ({ creditor: { ...creditor, ...change } });
  const faults: readonly [SwissField, Partial<SwissBill>, RegExp][] = [
    ["iban", { iban: "DE89370400440532013000" }, /Switzerland or Liechtenstein/],
    ["iban", { iban: "CH4531999123000889012" }, /isn't a valid IBAN/],
    ["currency", { currency: "USD" }, /CHF or EUR/],
    ["amountMinor", { amountMinor: 0 }, /from 1 to 99999999999/],
    ["creditor.name", address({ name: "x".repeat(71) }), /at most 70/],
    ["creditor.name", address({ name: "Ярослав" }), /Latin letters/],
    ["creditor.street", address({ street: "x".repeat(71) }), /at most 70/],
    ["creditor.buildingNumber", address({ buildingNumber: "1".repeat(17) }), /at most 16/],
    ["creditor.postalCode", address({ postalCode: "" }), /is missing/],
    ["creditor.town", address({ town: "x".repeat(36) }), /at most 35/],
    ["creditor.country", address({ country: "Schweiz" }), /two capital letters/],
    ["debtor.town", { debtor: { ...debtor, town: " " } }, /is missing/],
    ["reference", { reference: "RF18539007547034" }, /a QR-IBAN needs a QR reference/],
    ["reference", { reference: "" }, /a QR-IBAN needs a QR reference/],
    ["reference", { iban: rfBill.iban }, /needs an RF reference or none/],
    ["message", { message: "x".repeat(141) }, /at most 140/],
  ];
  for (const [field, change, detail] of faults) {
    const payload = swissPayload({ ...qrIbanBill, ...change });
    assert.ok(!payload.ok, `${field} ${JSON.stringify(change)}`);
    assert.equal(payload.failure.field, field);
    assert.match(payload.failure.detail, detail);
  }
});

test("Swiss QR-bill: refuses texts that exceed 997 bytes together", () => {
  const long: SwissAddress = {
    name: "ö".repeat(70),
    street: "ö".repeat(70),
    buildingNumber: "ö".repeat(16),
    postalCode: "ö".repeat(16),
    town: "ö".repeat(35),
    country: "CH",
  };
  const payload = swissPayload({ ...qrIbanBill, creditor: long, debtor: long, message: "ö".repeat(140) });
  assert.ok(!payload.ok);
  assert.match(payload.failure.detail, /at most 997 are allowed/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result } from "../kernel/result.ts";
import { epcPayload, epcSymbol } from "./epc-payload.ts";
import { pixPayload } from "./pix-payload.ts";
import { type QrSymbol, qrSvg } from "./qr-svg.ts";
import { swissPayload, swissSymbol } from "./swiss-payload.ts";
import { drawSvg, noZbar, readQrCode } from "./test-support.ts";
import { upiLink } from "./upi-link.ts";

const label = "QR code";

function payloadOf(payload: Result<string, unknown>): string {
  assert.ok(payload.ok, JSON.stringify(payload));
  return payload.value;
}

const holder = "Müller & Søn — Ελλάδα";
const transfer = {
  accountHolder: holder,
  iban: "BE72000000001616",
  bic: null,
  amountMinor: 2_599,
  currency: "EUR",
} as const;
const address = {
  name: "Max Muster & Söhne",
  street: "",
  buildingNumber: "",
  postalCode: "8000",
  town: "Zürich",
  country: "CH",
} as const;
const bill = {
  iban: "CH4431999123000889012",
  creditor: address,
  amountMinor: 194_975,
  currency: "CHF",
  debtor: null,
  reference: "210000000003139471430009017",
  message: "",
} as const;
const fulano = { key: "12345678909", accountHolder: "Fulano de Tal", city: "BRASILIA" } as const;

const codes: Readonly<Record<string, { text: string; symbol: QrSymbol }>> = {
  "EPC with an RF reference": {
    text: payloadOf(epcPayload({ ...transfer, reference: "RF18539007547034" })),
    symbol: epcSymbol,
  },
  "EPC with the most bytes": {
    text: payloadOf(epcPayload({ ...transfer, reference: `${"é".repeat(121)}x` })),
    symbol: epcSymbol,
  },
  "Swiss QR-bill with its cross": { text: payloadOf(swissPayload(bill)), symbol: swissSymbol },
  "Swiss QR-bill with long texts": {
    text: payloadOf(
      swissPayload({
        ...bill,
        creditor: { ...address, name: "N".repeat(70), street: "S".repeat(70), town: "T".repeat(35) },
        debtor: { ...address, name: "N".repeat(70), street: "S".repeat(70), town: "T".repeat(35) },
        message: "ü".repeat(140),
      }),
    ),
    symbol: swissSymbol,
  },
  Pix: {
    text: payloadOf(pixPayload({ ...fulano, amountMinor: 2_599, currency: "BRL", txid: "cs1" })),
    symbol: {},
  },
  UPI: {
    text: payloadOf(
      upiLink({
        upiId: "nadeem@npci",
        accountHolder: "नदीम",
        amountMinor: 1,
        currency: "INR",
        reference: "r1",
        note: "",
      }),
    ),
    symbol: {},
  },
};

for (const [name, { text, symbol }] of Object.entries(codes))
  test(`${name}: zbar reads the drawn code back`, (t) => {
    const read = readQrCode(drawSvg(qrSvg(text, label, symbol).toString()));
    if (read === undefined) return t.diagnostic(noZbar);
    assert.equal(read, text);
  });

test("a code has a white border of four modules, a text alternative, and no inline style", () => {
  const svg = qrSvg("kassa", 'A "code"').toString();
  assert.match(svg, /^<svg class="qr" viewBox="0 0 29 29" role="img" aria-label="A &#34;code&#34;"/);
  assert.match(svg, /<rect width="29" height="29" fill="#fff"\/>/);
  assert.doesNotMatch(svg, /style=/);
  const columns = [...svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)];
  assert.equal(Math.min(...columns.map(([, x]) => Number(x))), 4);
  assert.equal(Math.max(...columns.map(([, x, , width]) => Number(x) + Number(width))), 25);
  assert.equal(Math.min(...columns.map(([, , y]) => Number(y))), 4);
  assert.equal(Math.max(...columns.map(([, , y]) => Number(y))), 24);
});

test("only the Swiss code has the cross, which is 7 of 46 mm wide", () => {
  const text = codes["Swiss QR-bill with its cross"]?.text ?? "";
  assert.doesNotMatch(qrSvg(text, label).toString(), /<rect x=/);
  const svg = qrSvg(text, label, swissSymbol).toString();
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) - 8;
  const rim = Number(/<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)"/.exec(svg)?.[1]);
  assert.ok(Math.abs(rim / modules - 7 / 46) < 0.001, `${rim} of ${modules}`);
});

test("throws if a text doesn't fit into the largest version that its specification allows", () => {
  assert.throws(() => qrSvg("x".repeat(332), label, epcSymbol), RangeError);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { type PixCharge, type PixField, pixPayload } from "./pix-payload.ts";

/** The static example of the Banco Central's "Manual do BR Code". */
const fulano: PixCharge = {
  key: "123e4567-e12b-12d1-a456-426655440000",
  accountHolder: "Fulano de Tal",
  city: "BRASILIA",
  amountMinor: null,
  currency: "BRL",
  txid: null,
};

test("Pix: the manual's own example with its checksum", () => {
  assert.deepEqual(pixPayload(fulano), {
    ok: true,
    value:
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D",
  });
});

test("Pix: amount and txid are fields of their own, and accents are dropped", () => {
  const payload = pixPayload({
    ...fulano,
    accountHolder: "Padaria São João",
    city: "São Paulo",
    amountMinor: 1_000,
    txid: "cs123",
  });
  assert.ok(payload.ok);
  assert.match(payload.value, /5303986540510\.005802BR5916Padaria Sao Joao6009Sao Paulo62090505cs1236304/);
});

test("Pix: takes each kind of key", () => {
  for (const key of [
    "12345678909",
    "12345678000195",
    "12ABC34501DE35",
    "+5561912345678",
    "fulano_da_silva.recebedor@example.com",
  ])
    assert.ok(pixPayload({ ...fulano, key }).ok, key);
});

test("Pix: a fault names its field and what to change", () => {
  const faults: readonly [PixField, Partial<PixCharge>, RegExp][] = [
    ["key", { key: "123.456.789-09" }, /without punctuation/],
    ["key", { key: `${"a".repeat(70)}@example.com` }, /at most 77 characters/],
    ["accountHolder", { accountHolder: "x".repeat(26) }, /at most 25/],
    ["accountHolder", { accountHolder: "株式会社" }, /Latin letters/],
    ["city", { city: "Presidente Prudente" }, /19 characters; shorten it to at most 15/],
    ["city", { city: "" }, /is missing/],
    ["currency", { currency: "EUR" }, /BRL/],
    ["amountMinor", { amountMinor: 0.5 }, /integer/],
    ["txid", { txid: "cs_123" }, /letters and digits/],
    ["txid", { txid: "a".repeat(26) }, /1 to 25/],
    ["txid", { txid: "" }, /1 to 25/],
  ];
  for (const [field, change, detail] of faults) {
    const payload = pixPayload({ ...fulano, ...change });
    assert.ok(!payload.ok, `${field} ${JSON.stringify(change)}`);
    assert.equal(payload.failure.field, field);
    assert.match(payload.failure.detail, detail);
  }
});

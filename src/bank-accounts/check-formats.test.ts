import assert from "node:assert/strict";
import { test } from "node:test";
import { checkIban, checkQrIban } from "./check-iban.ts";
import { checkPixKey } from "./check-pix-key.ts";

const failureOf = (checked: ReturnType<typeof checkIban>): string => (checked.ok ? "none" : checked.failure);

test("an IBAN is stored without spaces and in capitals", () => {
  assert.deepEqual(checkIban("de89 3704 0044 0532 0130 00"), { ok: true, value: "DE89370400440532013000" });
});

test("the fault of an IBAN says what is wrong", () => {
  for (const [iban, said] of [
    ["DE89370400440532013001", /check digits "89" don't fit/],
    ["DE8937040044053201300", /has 21 characters; an IBAN of DE has 22/],
    ["ZZ89370400440532013000", /No country.*"ZZ"/],
    ["DE8937040044053201300A", /aren't where an IBAN of DE has them/],
    ["DE89-3704-0044-0532-0130-00", /letters, digits and spaces only/],
    ["CH4431999123000889012", /QR-IBAN.*qrIban/],
  ] as const)
    assert.match(failureOf(checkIban(iban)), said, iban);
});

test("a QR-IBAN has a bank number from 30000 to 31999", () => {
  assert.deepEqual(checkQrIban("CH44 3199 9123 0008 8901 2"), { ok: true, value: "CH4431999123000889012" });
  assert.match(failureOf(checkQrIban("CH9300762011623852957")), /\(IID\) is 00762.*Send it as iban/);
  assert.match(failureOf(checkQrIban("DE89370400440532013000")), /begins with CH or LI/);
  assert.match(failureOf(checkQrIban("CH4531999123000889012")), /check digits "45"/);
});

test("Pix keys of each form are accepted, as the directory has them", () => {
  for (const [key, stored] of [
    ["52998224725", "52998224725"],
    ["11444777000161", "11444777000161"],
    ["12abc34501de35", "12ABC34501DE35"],
    ["+5511912345678", "+5511912345678"],
    ["Pix@Loja.example", "pix@loja.example"],
    ["123E4567-e89b-12d3-a456-426655440000", "123e4567-e89b-12d3-a456-426655440000"],
  ] as const)
    assert.deepEqual(checkPixKey(key), { ok: true, value: stored });
});

test("a CPF or CNPJ with wrong check digits and other texts are refused", () => {
  for (const [key, said] of [
    ["52998224724", /isn't a CPF.*\+55/],
    ["11111111111", /isn't a CPF/],
    ["11444777000162", /isn't a CNPJ/],
    ["529.982.247-25", /without punctuation/],
    ["11912345678x", /isn't a Pix key/],
  ] as const)
    assert.match(failureOf(checkPixKey(key)), said, key);
});

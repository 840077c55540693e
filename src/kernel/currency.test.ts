import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DEFAULT_MAXIMUM_AMOUNT,
  DEFAULT_MINIMUM_AMOUNT,
  findCurrency,
  listCurrencies,
  withAmountLimits,
} from "./currency.ts";
import { CODES_WITHOUT_MINOR_UNIT } from "./currency-data.ts";

test("the list has the 165 codes of ISO 4217 list one that have a minor unit, each once", () => {
  const codes = listCurrencies().map((currency) => currency.code);
  assert.equal(codes.length, 165);
  assert.equal(new Set(codes).size, 165);
  assert.deepEqual(codes, [...codes].sort());
  for (const code of codes) assert.match(code, /^[A-Z]{3}$/);
});

test("uses the exponent of ISO 4217 where CLDR differs", () => {
  const exponents: Record<string, number> = {
    EUR: 2,
    USD: 2,
    JPY: 0,
    KRW: 0,
    ISK: 0,
    CLP: 0,
    UGX: 0,
    UYI: 0,
    XPF: 0,
    BHD: 3,
    IQD: 3,
    KWD: 3,
    TND: 3,
    CLF: 4,
    UYW: 4,
  };
  for (const [code, exponent] of Object.entries(exponents)) {
    assert.equal(findCurrency(code)?.exponent, exponent, code);
  }
  const wrongInCldr = "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER".split(" ");
  for (const code of wrongInCldr) assert.equal(findCurrency(code)?.exponent, 2, code);
});

test("knows codes of recent amendments, and not the withdrawn ones", () => {
  for (const code of ["XCG", "ZWG", "SLE", "VED", "VES", "XAD"]) assert.ok(findCurrency(code), code);
  for (const code of ["ANG", "BGN", "HRK", "SLL", "ZWL", "CUC", "MRO", "STD", "BYR", "DEM"]) {
    assert.equal(findCurrency(code), undefined, code);
  }
});

test("knows funds codes, and no codes without a minor unit", () => {
  for (const code of "BOV CHE CHW CLF COU MXV USN UYI UYW".split(" ")) assert.ok(findCurrency(code), code);
  for (const code of CODES_WITHOUT_MINOR_UNIT.split(" ")) assert.equal(findCurrency(code), undefined, code);
});

test("knows every currency that the runtime lists as current tender", () => {
  // The runtime also lists withdrawn codes; these are the ones among its list that people can spend today.
  for (const code of [
    "AED",
    "CAD",
    "CHF",
    "CNY",
    "DKK",
    "GBP",
    "INR",
    "MXN",
    "NOK",
    "PLN",
    "SEK",
    "TRY",
    "ZAR",
  ]) {
    assert.ok(Intl.supportedValuesOf("currency").includes(code));
    assert.ok(findCurrency(code), code);
  }
  for (const { code } of listCurrencies()) {
    assert.ok(new Intl.NumberFormat("en", { style: "currency", currency: code }), code);
  }
});

test("finds a code in any case of its ASCII letters, and nothing else", () => {
  assert.equal(findCurrency("eur"), findCurrency("EUR"));
  assert.equal(findCurrency("eUr"), findCurrency("EUR"));
  for (const code of [
    "",
    "EU",
    "EURO",
    " EUR",
    "EUR\n",
    "uſd",
    "ıdr",
    "E€R",
    "978",
    "toString",
    "__proto__",
  ]) {
    assert.equal(findCurrency(code), undefined, JSON.stringify(code));
  }
});

test("the default limits are one minor unit and twelve digits, and can be set", () => {
  const euro = findCurrency("EUR");
  assert.ok(euro);
  assert.equal(euro.minimumAmount, DEFAULT_MINIMUM_AMOUNT);
  assert.equal(euro.maximumAmount, DEFAULT_MAXIMUM_AMOUNT);
  const limited = withAmountLimits(euro, { minimumAmount: 50, maximumAmount: 500_000 });
  assert.deepEqual(limited, { code: "EUR", exponent: 2, minimumAmount: 50, maximumAmount: 500_000 });
  assert.equal(findCurrency("EUR")?.minimumAmount, 1, "the shared entry stays as it was");
});

test("throws for limits that are unsafe or that no amount meets", () => {
  const euro = findCurrency("EUR");
  assert.ok(euro);
  for (const limits of [
    { minimumAmount: 0 },
    { minimumAmount: 1.5 },
    { maximumAmount: 2 ** 53 },
    { minimumAmount: 10, maximumAmount: 9 },
    { maximumAmount: Number.NaN },
  ]) {
    assert.throws(() => withAmountLimits(euro, limits), RangeError);
  }
  const one = { minimumAmount: 1, maximumAmount: 1 };
  assert.deepEqual(withAmountLimits(euro, one), { ...euro, ...one }, "the smallest range there is");
});

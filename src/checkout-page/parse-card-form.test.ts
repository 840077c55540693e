import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FieldErrors } from "./form-faults.ts";
import { cardValuesToRedisplay, parseCardForm } from "./parse-card-form.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const testNumbers = new Set(["4242424242424242", "5555555555554444", "378282246310005"]);
const isTestCard = (digits: string) => testNumbers.has(digits);
const good = { number: "4242 4242 4242 4242", expiry: "01 / 27", cvc: "123" };
const parse = (body: Record<string, unknown>) => parseCardForm({ ...good, ...body }, nowMs, isTestCard);

test("reads a card as the page's script formats it", () => {
  assert.deepEqual(parse({}), {
    ok: true,
    value: { type: "card", number: "4242424242424242", expiryMonth: 1, expiryYear: 2027, cvc: "123" },
  });
});

const arabicIndic = "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢";
const persian = "۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲";
const fullwidth = "４２４２４２４２４２４２４２４２";
const marked = "\u200e4242\u00a04242\u20114242\u202f4242\u200f";
for (const number of [
  "4242424242424242",
  " 4242-4242-4242-4242 ",
  "4242.4242.4242.4242",
  arabicIndic,
  persian,
  fullwidth,
  marked,
]) {
  test(`reads the number ${JSON.stringify(number)}`, () => {
    const parsed = parse({ number });
    assert.equal(parsed.ok && parsed.value.number, "4242424242424242");
  });
}

for (const expiry of [
  "1/27",
  "01/27",
  "01 / 27",
  "01/2027",
  "1/2027",
  "0127",
  "127",
  "012027",
  "01-27",
  "01.27",
  "01 27",
  "2027-01",
  "٠١/٢٧",
  "۱/۲۷",
  " 01 / 27 ",
  "01/27",
]) {
  test(`reads the expiry ${JSON.stringify(expiry)} as January 2027`, () => {
    const parsed = parse({ expiry });
    assert.deepEqual(parsed.ok && [parsed.value.expiryMonth, parsed.value.expiryYear], [1, 2027]);
  });
}

const faults: [body: Record<string, unknown>, expected: FieldErrors][] = [
  [{ number: "" }, { number: "number_missing" }],
  [{ number: undefined }, { number: "number_missing" }],
  [{ number: ["4242424242424242", "4242424242424242"] }, { number: "number_missing" }],
  [{ number: { $gt: "" } }, { number: "number_missing" }],
  [{ number: "4242 4242 4242 4241" }, { number: "number_invalid" }],
  [{ number: "4242" }, { number: "number_invalid" }],
  [{ number: "my card" }, { number: "number_invalid" }],
  // Test numbers of other companies, which look like real card numbers.
  [{ number: "4111 1111 1111 1111" }, { number: "number_not_test" }],
  [{ number: "6011 1111 1111 1117" }, { number: "number_not_test" }],
  [{ expiry: "" }, { expiry: "expiry_missing" }],
  [{ expiry: "13/27" }, { expiry: "expiry_invalid" }],
  [{ expiry: "00/27" }, { expiry: "expiry_invalid" }],
  [{ expiry: "27" }, { expiry: "expiry_invalid" }],
  [{ expiry: "01/027" }, { expiry: "expiry_invalid" }],
  [{ expiry: "01/27/28" }, { expiry: "expiry_invalid" }],
  [{ expiry: "01/82" }, { expiry: "expiry_invalid" }],
  [{ expiry: "10/26" }, { expiry: "expiry_past" }],
  [{ expiry: "01/20" }, { expiry: "expiry_past" }],
  [{ cvc: "" }, { cvc: "cvc_missing" }],
  [{ cvc: "12" }, { cvc: "cvc_not_3_digits" }],
  [{ cvc: "1234" }, { cvc: "cvc_not_3_digits" }],
  [{ cvc: "abc" }, { cvc: "cvc_not_3_digits" }],
  [{ number: "378282246310005", cvc: "123" }, { cvc: "cvc_not_4_digits" }],
  [
    { number: "", expiry: "", cvc: "" },
    { number: "number_missing", expiry: "expiry_missing", cvc: "cvc_missing" },
  ],
];
for (const [body, failure] of faults) {
  test(`${JSON.stringify(body)} has the faults ${JSON.stringify(failure)}`, () => {
    assert.deepEqual(parse(body), { ok: false, failure });
  });
}

test("the security code of American Express has four digits", () => {
  assert.equal(parse({ number: "3782 822463 10005", cvc: "1234" }).ok, true);
});

test("a card is valid until its month has ended in every time zone", () => {
  const november = { ...good, expiry: "11/26" };
  const at = (time: string) => parseCardForm(november, Date.parse(time), isTestCard).ok;
  assert.equal(at("2026-11-30T23:59:59Z"), true);
  assert.equal(at("2026-12-01T11:59:59Z"), true, "still November at UTC-12");
  assert.equal(at("2026-12-01T12:00:00Z"), false);
});

test("property: handles any body, and accepts only published test numbers", () => {
  const field = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[0-9 /.-]{0,30}$/),
    fc.anything(),
  );
  const body = fc.record({ number: field, expiry: field, cvc: field }, { requiredKeys: [] });
  fc.assert(
    fc.property(body, (posted) => {
      const parsed = parseCardForm(posted, nowMs, isTestCard);
      if (parsed.ok) assert.ok(isTestCard(parsed.value.number));
      else assert.ok(Object.values(parsed.failure).some((fault) => fault !== undefined));
    }),
  );
});

test("property: reads a number with any grouping of its digits", () => {
  const gaps = fc.array(fc.constantFrom("", " ", "-", "  ", "\u00a0", "."), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(gaps, (separators) => {
      const number = separators.map((gap, index) => gap + "4242424242424242".charAt(index)).join("");
      assert.equal(parse({ number }).ok, true);
    }),
  );
});

test("property: parses the expiry that the page fills in, for each month of the next 50 years", () => {
  const month = fc.integer({ min: 1, max: 12 });
  const year = fc.integer({ min: 2027, max: 2076 });
  fc.assert(
    fc.property(month, year, (m, y) => {
      const given = cardValuesToRedisplay({ expiry: `${m}/${y}` }, nowMs).expiry;
      const parsed = parse({ expiry: given });
      assert.deepEqual(parsed.ok && [parsed.value.expiryMonth, parsed.value.expiryYear], [m, y]);
    }),
  );
});

test("fills in only an expiry date again, never what could be a card number or security code", () => {
  assert.deepEqual(cardValuesToRedisplay({ ...good, expiry: "1/27" }, nowMs), { expiry: "01 / 27" });
  for (const expiry of ["12 / 19", "13/30", "0/2030"]) {
    assert.deepEqual(cardValuesToRedisplay({ ...good, expiry }, nowMs), { expiry });
  }
  for (const expiry of ["4242424242424242", "4242 / 4242", "999", "1219", "12/3", "", undefined]) {
    assert.deepEqual(cardValuesToRedisplay({ ...good, expiry }, nowMs), {});
  }
});

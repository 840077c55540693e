import assert from "node:assert/strict";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { isValidIBAN } from "ibantools";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import { containsCardNumber, passesLuhn, redactCardNumbers } from "./card-number.ts";

/** Test numbers that PSPs and networks publish, one or more for each brand and length. */
const TEST_CARDS = `
  4242424242424242 4000056655665556 4000000000000002 4000000000009995 4000000000000069 4000000000000127
  4000000000003220 4111111111111111 4012888888881881 4222222222222 4917610000000000003 4035501000000008
  5555555555554444 5105105105105100 5200828282828210 2223003122003222 2720990000000007 5454545454545454
  378282246310005 371449635398431 370000000000002 341111111111111
  6011111111111117 6011000990139424 6011981111111113 6445644564456445
  3056930009020004 30569309025904 38520000023237 36227206271667 36006666333344
  3530111333300000 3566002020360505 3569990010095841
  6200000000000005 6205500000000000004 6243030000000001
  6771798021000008 6759649826438453 586824160825533338 50339619890917 6304000000000000
  5019717010103742 6062828888666688 2201382000000013 9792030394440796 6703444444444449
`
  .trim()
  .split(/\s+/);

test("finds every published test card, plain and in groups, alone and in a sentence", () => {
  for (const card of TEST_CARDS) {
    assert.ok(passesLuhn(card), `${card} passes Luhn`);
    for (const separator of ["", " ", "-", "\u00a0", "\u202f"]) {
      const grouped = card.replace(/(.{4})(?=.)/g, `$1${separator}`);
      assert.ok(containsCardNumber(grouped), grouped);
      assert.ok(containsCardNumber(`please charge ${grouped}, thanks`), grouped);
      assert.equal(redactCardNumbers(`card:${grouped}.`), "card:[card number].");
    }
  }
});

test("finds a card number next to other digits: count, expiry, security code", () => {
  for (const text of [
    "2 4242 4242 4242 4242",
    "4242424242424242 12 34 123",
    "4242424242424242-123",
    "4242424242424242/1234",
    '{"number":"3782 822463 10005","n":12}',
    "card4242424242424242x",
    "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2",
  ]) {
    assert.ok(containsCardNumber(text), text);
    assert.ok(!/4242|8224/.test(redactCardNumbers(text).replaceAll(" ", "")), redactCardNumbers(text));
  }
});

test("finds a card number with any separators between its groups", () => {
  for (const separator of [
    "  ",
    "\t",
    "\n",
    "\r\n",
    ".",
    "_",
    "/",
    "*",
    "|",
    " - ",
    ", ",
    "·",
    "—",
    "\u2009",
    "\u3000",
  ]) {
    for (const groups of [
      ["4242", "4242", "4242", "4242"],
      ["3782", "822463", "10005"],
      [..."4242424242424242"],
    ]) {
      const text = `card ${groups.join(separator)}, thanks`;
      assert.ok(containsCardNumber(text), text);
      assert.equal(redactCardNumbers(text), "card [card number], thanks");
    }
  }
  assert.ok(containsCardNumber("4242.4242/4242_4242"));
  assert.ok(containsCardNumber("42424242|42424242"));
});

test("finds a card number in digits of other scripts, percent-encoded, or with invisible characters", () => {
  for (const text of [
    "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
    "４２４２　４２４２　４２４２　４２４２",
    "४२४२-४२४२-४२४२-४२४२",
    "𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐",
    "④②④②④②④②④②④②④②④②",
    "⁴²⁴²⁴²⁴²⁴²⁴²⁴²⁴²",
    "4\ufe0f\u20e32\ufe0f\u20e3".repeat(8),
    "4242\u00ad4242\u00ad4242\u00ad4242",
    "4242\u200b4242\u200b4242\u200b4242",
    "4242–4242–4242–4242",
    "https://shop.example/?c=4242%204242%204242%204242",
    "https://shop.example/?c=4242+4242+4242+4242",
    "%34%32%34%32424242424242",
    "%2534%253242424242424242",
    "%252534242424242424242",
    "%D9%A4%D9%A2".repeat(8),
    "4242%e2%80%934242%e2%80%934242%e2%80%934242",
    "4242424242424242%34",
  ])
    assert.ok(containsCardNumber(text), text);
});

test("ignores dates, times, prices, addresses and lists", () => {
  for (const text of [
    "30.05.2026 14:30:22",
    "30.05.2026, 14:30 - 16:30, 42 persons",
    "40,41,42,43,44,45,46,47,48",
    "4.50, 12.00, 13.99, 22.50, 42.42, 42.42, 42.42",
    "203.0.113.14, 198.51.100.42, 192.0.2.44",
    "52.520008, 13.404954",
    "12:30:45.123456",
    "50 x 42 x 42, 50 x 42 x 42, 42 %",
    "100%4242%4242",
  ]) {
    assert.equal(containsCardNumber(text), false, text);
    assert.equal(redactCardNumbers(text), text);
  }
});

test("redacts card numbers in other scripts or percent-encoding and keeps the rest", () => {
  for (const [text, redacted] of [
    ["paid by ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢, thanks", "paid by [card number], thanks"],
    ["④②④② 4242 ４２４２ 4242 für Zoë", "[card number] für Zoë"],
    ['{"url":"/x?a=%34%32424242424242%34%32&b=1%2C2"}', '{"url":"/x?a=[card number]&b=1%2C2"}'],
    ["n=4242%2D4242%2D4242%2D4242 100%", "n=[card number] 100%"],
    ["twice: %2534242424242424242.", "twice: [card number]."],
    ["4242\u{200b}4242\u{200b}4242\u{200b}4242 and 5555555555554444", "[card number] and [card number]"],
  ] as const) {
    assert.equal(redactCardNumbers(text), redacted);
    assert.equal(containsCardNumber(redacted), false);
  }
  for (const text of ["٤٢٤٢ and 100%", "%e2%82%ac 25.00 for Zoë on 2026-11-22T10:00:00.000Z"])
    assert.equal(redactCardNumbers(text), text);
});

test("property: redacting any mix of scripts and percent-encoding leaves no card number", () => {
  for (const text of [
    // "%%34" is an escape, too, once it is read again.
    "%%3404242424242424242",
    // Read as a whole, this is a number too long for a card.
    "4242424242424242%344242424242424242%2532%2532",
  ])
    assert.equal(containsCardNumber(redactCardNumbers(text)), false, text);
  const parts = fc.constantFrom(..."0424- %", "٤٢", "%34", "%2532", "%e2%80%93", "4242424242424242", "④②");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (each) => {
      assert.equal(containsCardNumber(redactCardNumbers(each.join(""))), false, each.join(""));
    }),
    { numRuns: 5_000 },
  );
});

test("redacts all card numbers in a text and keeps the rest", () => {
  assert.equal(
    redactCardNumbers("from 4242424242424242 to 5555 5555 5555 4444 for order 77"),
    "from [card number] to [card number] for order 77",
  );
  assert.equal(redactCardNumbers("nothing to see"), "nothing to see");
});

test("ignores hexadecimal identifiers, but finds card numbers between other letters", () => {
  const ids = [
    "36264252-5487-48e2-9e0d-d3d6c225d7ca",
    "order_66886258-6175-4802-9c93-f9ac23b9e5b6",
    "A0AE8A54-4253-4978-9E40-87830038504E",
    "4242424242424242abcdef01",
    createHash("sha256").update("kassa").digest("hex"),
  ];
  for (let round = 0; round < 1_000; round += 1) ids.push(randomUUID(), randomBytes(12).toString("hex"));
  for (const id of ids) {
    // By chance one ObjectId in 80,000 has no letter at all; that one is a number.
    if (/^[0-9]+$/.test(id)) continue;
    assert.equal(containsCardNumber(id), false, id);
    assert.equal(redactCardNumbers(id), id);
  }
  for (const text of ["fee4242424242424242", `${ids[0]} 4242 4242 4242 4242`, "cafe-4242-4242-4242-4242"]) {
    assert.ok(containsCardNumber(text), text);
    assert.doesNotMatch(redactCardNumbers(text), /4242.?4242/);
  }
});

/** The digits of an account in countries whose IBANs are long enough to have a card number in them: the country and how many. */
const numericIbans = {
  AT: 16,
  CH: 17,
  DE: 18,
  DK: 14,
  ES: 20,
  GR: 23,
  HU: 24,
  LT: 16,
  PL: 24,
  PT: 21,
  SE: 20,
};

/** An IBAN with its check digits (ISO 13616). */
function toIban(country: string, account: string): string {
  const letters = Array.from(country, (letter) => letter.charCodeAt(0) - 55).join("");
  const check = 98n - (BigInt(`${account}${letters}00`) % 97n);
  return `${country}${String(check).padStart(2, "0")}${account}`;
}

const anyIban = fc
  .constantFrom(...Object.entries(numericIbans))
  .chain(([country, digits]) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: digits, maxLength: digits })
      .map((account) => toIban(country, account.join(""))),
  )
  // Some countries have check digits of their own.
  .filter((iban) => isValidIBAN(iban));

test("no valid IBAN is a card number, with or without spaces, alone or in a sentence", () => {
  fc.assert(
    fc.property(anyIban, fc.constantFrom(" ", "\u00a0", "-", ""), (iban, separator) => {
      const printed = iban.replace(/.{4}(?=.)/g, `$&${separator}`);
      for (const text of [
        printed,
        printed.toLowerCase(),
        `Refund to ${printed}, thanks`,
        `IBAN: ${printed} BIC`,
      ])
        assert.ok(!containsCardNumber(text), text);
    }),
    { numRuns: 2_000 },
  );
  // The groups are those of Visa's test card.
  const account = "4242424242424242";
  const printed = toIban("AT", account).replace(/.{4}(?=.)/g, "$& ");
  assert.ok(containsCardNumber("4242 4242 4242 4242") && !containsCardNumber(printed), printed);
});

test("a card number beside an IBAN, or behind letters and digits that make none, is found", () => {
  const iban = "DE89 3704 0044 0532 0130 00";
  for (const card of TEST_CARDS) {
    const grouped = card.replace(/(.{4})(?=.)/g, "$1 ");
    assert.ok(containsCardNumber(`${iban}, ${grouped}`), grouped);
    assert.ok(containsCardNumber(`${grouped} ${iban}`), grouped);
    assert.equal(redactCardNumbers(`${iban}: ${grouped}.`), `${iban}: [card number].`);
  }
  const right = toIban("AT", "4242424242424242").slice(2, 4);
  const wrong = right === "12" ? "13" : "12";
  assert.ok(containsCardNumber(`AT${wrong} 4242 4242 4242 4242`));
});

test("ignores times, dates, IBANs, phone numbers, amounts and long identifiers", () => {
  const harmless = [
    "1732188600000",
    "1732188600000000",
    "1732188600000000000",
    "20261121093000",
    "2026-11-21 09:30:00.000",
  ];
  harmless.push(
    "2026-11-21 09 30 00",
    "DE89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
    "+4915112345678",
  );
  harmless.push(
    "+49 4242 4242 4242",
    "9007199254740991",
    "424242424242424242424242",
    "550e8400-e29b-41d4-a716-446655440000",
  );
  harmless.push(
    "4242 4242 4242",
    "4242    4242    4242    4242",
    "order 100234 of 2026",
    "0000000000000000",
    "",
  );
  for (const text of harmless) {
    assert.equal(containsCardNumber(text), false, text);
    assert.equal(redactCardNumbers(text), text);
  }
});

test("ignores an international phone number that would match", () => {
  assert.ok(passesLuhn("4222222222222"));
  assert.equal(containsCardNumber("call +4222222222222"), false);
  assert.equal(containsCardNumber("+4242424242424242"), true, "too long for a phone number");
});

test("ignores a number that fails Luhn or has no issuer's prefix", () => {
  assert.equal(containsCardNumber("4242424242424241"), false);
  assert.ok(passesLuhn("7000000000000005"));
  assert.equal(containsCardNumber("7000000000000005"), false);
});

test("Luhn accepts only texts of digits", () => {
  for (const text of ["", "4242 4242 4242 4242", "abc", "４２４２", "-18"])
    assert.equal(passesLuhn(text), false, text);
  assert.ok(passesLuhn("0"));
  assert.ok(passesLuhn("18"));
  assert.ok(!passesLuhn("81"));
});

test("property: finds a card number in any text, and redacting leaves none", () => {
  // Enough letters of hexadecimal digits would make an identifier of the number, which is left alone.
  const around = fc.string().map((text) => text.replace(/[0-9+]/g, "").replace(/[a-f]{3,}/gi, ""));
  fc.assert(
    fc.property(around, fc.constantFrom(...TEST_CARDS), around, (before, card, after) => {
      const text = `${before}${card}${after}`;
      assert.ok(containsCardNumber(text));
      assert.equal(redactCardNumbers(text), `${before}[card number]${after}`);
    }),
  );
});

test("property: redacting any mix of digits and separators leaves no card number", () => {
  const text = fc
    .array(fc.constantFrom(..."0123456789 -", "4242", "4242424242424242"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (each) => {
      const redacted = redactCardNumbers(each);
      assert.equal(containsCardNumber(redacted), false);
      assert.equal(redacted !== each, containsCardNumber(each));
    }),
    { numRuns: 1000 },
  );
});

test("searches hostile texts in linear time", () => {
  for (const text of [
    "1".repeat(64_000),
    "1 ".repeat(32_000),
    "4242 ".repeat(12_000),
    "123456789012x".repeat(5_000),
    "4...".repeat(16_000),
    "4242.".repeat(12_000),
    "%34%32".repeat(10_000),
    "%34x".repeat(16_000),
    "%25".repeat(20_000),
    "٤".repeat(60_000),
    "٤é".repeat(30_000),
    "④".repeat(60_000),
  ]) {
    const spentMs = cpuMsOf(() => {
      containsCardNumber(text);
      redactCardNumbers(text);
    });
    assert.ok(spentMs < 2_000, `${spentMs} ms for ${text.slice(0, 20)}`);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import english from "../../locales/en.json" with { type: "json" };
import { faultsOfTexts } from "../../scripts/faults-of-texts.ts";
import { paymentMethodTypes } from "../connectors/contract.ts";
import { declineReasons } from "../connectors/reasons.ts";
import { html } from "../kernel/html.ts";
import { customerFacingReason } from "./customer-facing-reason.ts";
import { messages as files, type Locale, locales } from "./locale.ts";
import { textsOf } from "./texts.ts";

const messagesOf: (locale: Locale) => Partial<Record<string, string>> = files.read;

const keys = Object.keys(english);

for (const locale of locales) {
  test(`${locale} has texts of en only, in its order, with its placeholders and the plural forms of ${locale}`, () => {
    const messages = messagesOf(locale);
    assert.deepEqual(faultsOfTexts(locale, messages, english), []);
    assert.deepEqual(
      Object.keys(messages),
      keys.filter((key) => messages[key] !== undefined),
      "same order",
    );
  });

  test(`${locale} says for every decline that nothing was charged`, () => {
    const messages = messagesOf(locale);
    for (const method of paymentMethodTypes)
      for (const reason of declineReasons) {
        const text = messages[`decline.${customerFacingReason({ reason, method })}`];
        if (text === undefined) continue;
        assert.ok(text.includes(messages["fault.nothing_charged"] ?? "?"), reason);
      }
  });

  test(`${locale} has no straight apostrophe, which is an escape character of ICU messages`, () => {
    for (const [key, message] of Object.entries(files.read(locale))) assert.ok(!message.includes("'"), key);
  });
}

test("texts don't call the merchant a shop, because not every merchant has one", () => {
  const shop =
    /\b(shop|store|boutique|tienda|negozio|loja|mağaza|siopa?|duka|doʻkon)\b|दुकान|দোকান|पसल|فروشگاه|دکان|חנות|магазин|дүкен|дэлгүүр/iu;
  for (const locale of locales)
    for (const [key, message] of Object.entries(files.read(locale)))
      assert.doesNotMatch(message, shop, `${locale} ${key}`);
});

for (const locale of locales.filter((other) => new Intl.Locale(other).language !== "en")) {
  test(`${locale} has no English left over`, () => {
    const messages = messagesOf(locale);
    const same = Object.entries(english).filter(
      ([key, message]) => messages[key] === message && /[a-z]{4}/.test(words(message)),
    );
    assert.deepEqual(
      same.map(([key]) => key).filter((key) => !(sameInOtherLanguages[key] ?? []).includes(locale)),
      [],
    );
  });
}

/** Texts that are the same in English and in these languages. */
const sameInOtherLanguages: Readonly<Record<string, readonly Locale[]>> = {
  "sandbox.name": ["de", "fil"],
  "amounts.subtotal": ["es", "es-419", "pt-BR", "pt", "ca", "gl", "ro", "mt", "da", "id", "fil"],
  "title.error": ["es", "es-419", "ca", "fil"],
  "method.wallet": ["de", "nl", "da"],
  "method.bank_debit": ["fil"],
  "method.bank_transfer": ["fil"],
  "details.district": ["fr", "fr-CA"],
  "details.eircode": locales,
  "details.optional": ["de"],
  "details.postal_code": ["nl"],
  "details.province": ["fr", "fr-CA"],
  "details.region": ["da", "de", "nb", "pl"],
  "details.zip_code": ["fil"],
  "order.total": ["fr", "es", "pt-BR", "pt", "es-419", "fr-CA", "ca", "gl", "ro", "mt", "id"],
};

/** The message without its placeholders. */
const words = (message: string) => message.replace(/\{[^{}]*\}/g, "");

test("keeps markup in Html values, and escapes strings", () => {
  const texts = textsOf("en");
  const amount = html`<bdi>€1</bdi>`;
  assert.equal(texts.rich("pay.amount", { amount }).toString(), "Pay <bdi>€1</bdi>");
  assert.equal(texts.rich("pay.amount", { amount: "<€1>" }).toString(), "Pay &#60;€1&#62;");
});

test("times include their time zone", () => {
  assert.match(textsOf("de").dateTime("2026-11-22T12:05:00Z"), /^22\. November 2026.*12:05 UTC$/);
});

test("the time zone stands behind the time, also where the time comes before the date", () => {
  assert.equal(textsOf("vi").dateTime("2026-11-22T12:05:00Z"), "lúc 12:05 UTC 22 tháng 11, 2026");
});

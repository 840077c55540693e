import assert from "node:assert/strict";
import { test } from "node:test";
import { renderPage } from "../render.ts";
import { sampleViews } from "../sample-views.ts";
import type { ReceiptPage } from "../view-model.ts";

const sample: ReceiptPage = (() => {
  const view = sampleViews("en").receipt;
  assert.ok(view?.state === "receipt");
  return view;
})();
const { receipt } = sample;

/** The text of a receipt's page, without markup. */
function textOf(changes: Partial<ReceiptPage>, locale = "en"): string {
  const article =
    /<article.*<\/article>/s.exec(renderPage({ ...sample, ...changes, locale }).html)?.[0] ?? "";
  return article
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#38;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

test("a receipt shows its number, date, merchant, card, items and total", () => {
  const text = textOf({});
  for (const expected of [
    "€74.50 Order 10482",
    "Terracotta pot 2 × €14.50 €29.00",
    "Total €74.50",
    "Receipt number 7XK3-9QPM-2WTA-6HZR",
    "Payment date November 21, 2026 at 12:05 PM UTC",
    "Paid to Fern & Bloom",
    "Paid with Visa ending in 4242",
  ])
    assert.ok(text.includes(expected), `${expected} in ${text}`);
  assert.doesNotMatch(text, /Refunded| Paid €/);
});

test("shows a partial payment and refunds beside the ordered amount", () => {
  const text = textOf({ receipt: { ...receipt, amount: 6800 }, refundedMinor: 1450 });
  assert.match(text, /Total €74\.50 Paid €68\.00 Refunded €14\.50 Paid, less refunds €53\.50/);
});

test("only a sandbox receipt says that nobody paid, in the reader's language", () => {
  assert.match(textOf({}), /Sandbox: no real money was paid\./);
  assert.match(textOf({}, "de"), /Sandbox: Es wurde kein echtes Geld gezahlt\./);
  assert.doesNotMatch(textOf({ receipt: { ...receipt, mode: "live", notice: null } }), /Sandbox/);
});

test("shows the signed merchant name and the current contact", () => {
  const html = renderPage({
    ...sample,
    merchant: { name: "New name", supportEmail: "new@shop.example" },
  }).html;
  assert.match(html, /<dd><bdi>Fern &#38; Bloom<\/bdi><\/dd>/);
  assert.match(html, /new@shop\.example/, "shows the current contact");
});

test("names every payment method, and calls a card of an unknown brand Card", () => {
  const paidWith = (method: typeof receipt.method) => textOf({ receipt: { ...receipt, method } });
  const nothing = { card: null, bankAccount: null };
  assert.match(paidWith({ type: "wallet", ...nothing }), /Paid with Wallet /);
  assert.match(paidWith({ type: "card", ...nothing }), /Paid with Card /);
  const debit = { type: "bank_debit", card: null, bankAccount: { last4: "3000" } } as const;
  assert.match(paidWith(debit), /Paid with Direct debit •••• 3000 /);
  const amex = { type: "card", card: { brand: "amex", last4: "0005" }, bankAccount: null } as const;
  assert.match(paidWith(amex), /American Express ending in 0005/);
  assert.match(paidWith({ ...amex, card: { brand: "unknown", last4: "0005" } }), /Card ending in 0005/);
});

test("the receipt has a choice of language, and a download that works without a script", () => {
  const { html } = renderPage(sample);
  assert.match(html, /<form class="languages" method="get" action="\/pay\/cs_sandbox_1\/receipt">/);
  assert.match(html, /href="\/pay\/cs_sandbox_1\/receipt\.json" download>/);
  assert.match(html, /<button [^>]*data-print hidden>/, "the print button needs a script");
});

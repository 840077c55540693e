import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentMethodTypes } from "../connectors/contract.ts";
import { type DeclineReason, declineReasons } from "../connectors/reasons.ts";
import { direction } from "../kernel/locales.ts";
import { stylesheet } from "./assets.ts";
import { markedBrands, marks } from "./card-marks.ts";
import { customerFacingReason } from "./customer-facing-reason.ts";
import { locales } from "./locale.ts";
import { renderPage } from "./render.ts";
import { sampleViews } from "./sample-views.ts";
import { assertNoInlineCode, assertNoMissingValues } from "./test-support.ts";
import type { OpenPage } from "./view-model.ts";

const open: OpenPage = (() => {
  const view = sampleViews("en").open;
  assert.ok(view?.state === "open");
  return view;
})();
const htmlOf = (changes: Partial<OpenPage>) => renderPage({ ...open, ...changes }).html;

/** The page with unescaped equals signs in its links. */
const readable = (html: string) => html.replaceAll("&#61;", "=");

for (const locale of locales) {
  for (const [name, view] of Object.entries(sampleViews(locale))) {
    test(`${name} in ${locale} has all its texts, valid references and no inline code`, () => {
      const { html } = renderPage(view);
      assertNoMissingValues(html);
      assert.equal(html.match(/<h1>/g)?.length, 1, "one main heading");
      assert.ok(html.includes(`<html lang="${locale}" dir="${direction(locale)}">`));
      assertNoInlineCode(html);
      assertIdsAndReferences(html);
    });
  }
}

/** Asserts that ids are unique, and that each label, description and link within the page refers to one. */
function assertIdsAndReferences(html: string): void {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  const references = [...html.matchAll(/\s(?:for|aria-describedby|href)="#?([^"]+)"/g)]
    .filter(([attribute]) => !attribute.includes("href") || attribute.includes('"#'))
    .flatMap(([, value]) => value?.split(" "));
  for (const reference of references) assert.ok(ids.includes(reference), `#${reference}`);
}

test("escapes all texts of a merchant", () => {
  const nasty = `</title><script>alert(1)</script><img src=x onerror=alert(1)>"' --> {amount} !`;
  const escaped = "&#60;script&#62;alert(1)&#60;/script&#62;";
  for (const [name, view] of Object.entries(
    sampleViews("en", { merchant: nasty, item: nasty, description: nasty }),
  )) {
    const { html } = renderPage(view);
    assertNoInlineCode(html);
    assert.doesNotMatch(html, /<img(?! src="data:)/);
    if (view.state !== "not_found" && name !== "error_unavailable") assert.ok(html.includes(escaped), name);
  }
});

test("support addresses can't run scripts", () => {
  const merchant = {
    name: "Shop",
    supportUrl: "javascript:alert(1)",
    supportEmail: `a"b@c.example?cc=x`,
    supportPhone: `1"2`,
  };
  const html = htmlOf({ merchant });
  assertNoInlineCode(html);
  assert.ok(html.includes('href="mailto:a%22b%40c.example%3Fcc%3Dx"'));
  assert.ok(html.includes('href="tel:12"'));
});

test("the card form has numeric keyboards and autofill", () => {
  const html = htmlOf({});
  assert.match(html, /<form method="post" action="\/pay\/cs_sandbox_1"/);
  assert.match(html, /name="token" value="token-1"/);
  for (const token of ["cc-number", "cc-exp", "cc-csc"]) assert.ok(html.includes(`autocomplete="${token}"`));
  assert.equal(html.match(/inputmode="numeric" dir="ltr"/g)?.length, 3);
  assert.match(html, /Pay <bdi>€74\.50<\/bdi>/);
  assert.match(html, /href="https:\/\/shop\.example\/cart"/);
});

test("shows a fault in the summary and at its field, and marks the field as invalid", () => {
  const { html, status } = renderPage({
    ...open,
    fieldErrors: { cvc: "cvc_missing" },
    values: { expiry: "01 / 27" },
  });
  assert.equal(status, 422);
  assert.match(html, /<title>Error: /);
  assert.match(html, /<a href="#cvc">Enter the security code\.<\/a>/);
  assert.match(html, /id="cvc" [^>]*aria-invalid="true" aria-describedby="cvc-hint cvc-error" autofocus/);
  assert.equal(html.match(/autofocus/g)?.length, 1, "the only faulty field has the focus");
  assert.doesNotMatch(html, /id="number" [^>]*aria-invalid/);
  assert.match(html, /id="expiry" [^>]*value="01 \/ 27"/);
});

test("never fills in the card number or the security code", () => {
  assert.doesNotMatch(htmlOf({ values: { expiry: "01 / 27" } }), /id="(number|cvc)"[^>]*\svalue=/);
});

test("refusing a number that is no test card opens the list of test cards", () => {
  assert.match(htmlOf({ fieldErrors: { number: "number_not_test" } }), /<details id="test-cards" open>/);
  assert.match(htmlOf({}), /<details id="test-cards">/);
});

test("every decline has a text that fits the payment method", () => {
  for (const method of paymentMethodTypes) {
    const declines = declineReasons.map((reason) => ({ reason, method, provider: null }));
    const pages = declines.map((declined) => htmlOf({ declined }));
    assert.equal(new Set(pages).size, new Set(declines.map(customerFacingReason)).size);
    for (const page of pages) assert.match(page, /You haven’t been charged\./);
    if (method !== "card") for (const page of pages) assert.doesNotMatch(noticeOf(page), /card/);
  }
});

const noticeOf = (html: string) =>
  /<div class="notice".*?<\/div>\s*<\/div>/s.exec(html)?.[0] ?? assert.fail();

test("shows a generic decline for lost and stolen cards and suspected fraud", () => {
  const pageFor = (reason: DeclineReason) => htmlOf({ declined: { reason, method: "card", provider: null } });
  const plain = pageFor("generic_decline");
  for (const reason of ["lost_card", "stolen_card", "fraudulent", "do_not_honor"] as const)
    assert.equal(pageFor(reason), plain);
  assert.notEqual(pageFor("incorrect_number"), plain);
});

test("each method has its own form, one of them open; a single method is shown without a choice", () => {
  const all = htmlOf({});
  for (const method of paymentMethodTypes)
    assert.match(all, new RegExp(`<input type="hidden" name="method" value="${method}">`));
  assert.equal(all.match(/<input class="choice" type="radio" name="choice"/g)?.length, 4);
  assert.deepEqual(checkedIn(all), ["method-card"]);
  assert.deepEqual(checkedIn(htmlOf({ method: "wallet" })), ["method-wallet"]);
  assert.deepEqual(checkedIn(htmlOf({ method: null })), ["method-card"], "one is always open");
  for (const method of paymentMethodTypes) {
    const one = htmlOf({ methods: [method], method });
    assert.doesNotMatch(one, /type="radio"/);
    assert.equal(one.match(/<form method="post"[^>]* data-pay/g)?.length, 1);
  }
});

/** The ids of the methods whose forms are open. */
const checkedIn = (html: string) =>
  [...html.matchAll(/type="radio"[^>]* id="([^"]+)"[^>]* checked>/g)].map(([, id]) => id);

test("accepted brands are shown by name before anything is typed, on the PSP's page only if they are known", () => {
  const namesIn = (html: string) => {
    const list = /<ul class="accepted" aria-label="Accepted cards">.*?<\/ul>/s.exec(html)?.[0] ?? "";
    return [...list.matchAll(/role="img" aria-label="([^"]+)"/g)].map(([, name]) => name);
  };
  assert.deepEqual(namesIn(htmlOf({})), [
    ...["Visa", "Mastercard", "American Express", "Discover", "Diners Club", "JCB", "UnionPay"],
  ]);
  const hosted = { methods: ["card"], providers: new Map([["card", "Mollie"] as const]) } as const;
  assert.deepEqual(namesIn(htmlOf({ ...hosted, cardBrands: ["visa", "mastercard"] })), [
    "Visa",
    "Mastercard",
  ]);
  assert.deepEqual(namesIn(htmlOf({ ...hosted, cardBrands: [] })), []);
});

test("every mark that the page shows has a drawing and a rule that shows it", () => {
  const shown = Object.values(sampleViews("en")).flatMap((view) =>
    [...renderPage(view).html.matchAll(/ data-mark="([^"]+)"/g)].map(([, brand]) => brand),
  );
  const drawn = marks.bodies.identity.toString().match(/<g transform/g);
  assert.equal(drawn?.length, markedBrands.length);
  for (const brand of new Set([...shown, ...markedBrands]))
    assert.ok(stylesheet.bodies.identity.toString().includes(`[data-mark="${brand}"]`), brand);
});

test("after a decline on this page the number has the focus and is described by the reason", () => {
  const declined = { reason: "insufficient_funds", method: "card", provider: null } as const;
  const html = htmlOf({ declined, values: { expiry: "01 / 27" } });
  assert.match(html, /id="number" [^>]*aria-describedby="declined"[^>]* autofocus>/);
  assert.match(html, /<div class="notice" id="declined"/);
  assert.equal(html.match(/ autofocus/g)?.length, 1);
  assert.match(html, /id="expiry" [^>]*value="01 \/ 27"/);
  const elsewhere = htmlOf({ declined: { ...declined, provider: "Stripe" } });
  assert.match(elsewhere, /<div class="notice" id="declined"[^>]* autofocus>/);
});

test("a method that customers know by a name of its own at the PSP has that name, alone and in the list", () => {
  const paypal = {
    providers: new Map([["wallet", "Mollie"]] as const),
    brands: new Map([["wallet", "PayPal"]] as const),
  };
  assert.match(
    htmlOf({ ...paypal, methods: ["wallet"], method: "wallet" }),
    /<h2 id="method">.*PayPal.*<\/h2>/,
  );
  const list = htmlOf({ ...paypal, methods: ["card", "wallet"] });
  assert.match(list, /<label for="method-wallet">[^/]*PayPal/);
  assert.match(htmlOf({ methods: ["card", "wallet"] }), /<label for="method-wallet">Wallet/);
});

test("the deadline names its time zone, and the form for more time is visible in the last hour only", () => {
  const html = readable(htmlOf({}));
  assert.match(html, /You can pay until <time[^>]*><bdi>November 22, 2026 at 12:00\sPM UTC<\/bdi>/);
  const form = (page: string) =>
    /<form [^>]*action="\/pay\/cs_sandbox_1\/extend"[^>]*>/.exec(page)?.[0] ?? "none";
  assert.match(form(html), / hidden>$/);
  assert.match(html, /name="shownEnd" value="2026-11-22T12:00:00Z"/);
  const ending = sampleViews("en").open_ending;
  assert.ok(ending !== undefined);
  assert.doesNotMatch(form(renderPage(ending).html), /hidden|none/);
  assert.equal(form(htmlOf({ moreTime: null })), "none");
  assert.match(html, /<p role="status"[^>]*><\/p>/, "the script announces in a place that is empty at first");
});

test("lists test numbers of the offered methods only", () => {
  const numbersIn = (html: string) => [/4242 4242/.test(html), /DE89 3704/.test(html)];
  assert.deepEqual(numbersIn(htmlOf({})), [true, true]);
  assert.deepEqual(numbersIn(htmlOf({ methods: ["card"] })), [true, false]);
  assert.deepEqual(numbersIn(htmlOf({ methods: ["bank_debit"], method: "bank_debit" })), [false, true]);
  assert.doesNotMatch(htmlOf({ methods: ["wallet"], method: "wallet" }), /test-cards/);
});

test("the transfer page links to the simulated bank in the sandbox only", () => {
  const view = sampleViews("en").transfer;
  assert.ok(view?.state === "transfer");
  assert.match(renderPage(view).html, /psp\.example\/transfers/);
  assert.doesNotMatch(renderPage({ ...view, mode: "live" }).html, /psp\.example/);
  assert.match(renderPage(view).html, /DE66 0000 0000 0000 0000 42/);
});

test("live pages have no sandbox band and no test cards", () => {
  assert.doesNotMatch(htmlOf({ mode: "live" }), /sandbox-note|test-number/);
  assert.match(htmlOf({}), /sandbox-note/);
});

test("the processing page refreshes itself only without a script, in the current language", () => {
  const view = sampleViews("de").processing;
  assert.ok(view !== undefined);
  const { html } = renderPage(view);
  const refresh =
    '<noscript><meta http-equiv="refresh" content="4; url=/pay/cs_sandbox_1?locale=de"></noscript>';
  assert.ok(readable(html).includes(refresh));
  assert.ok(html.includes('data-status-url="/pay/cs_sandbox_1/status"'));
});

test("during a bank challenge the customer can continue, or give up by a form with a token", () => {
  const view = sampleViews("en").challenge;
  assert.ok(view !== undefined);
  const html = readable(renderPage(view).html);
  assert.match(html, /href="https:\/\/bank\.example\/confirm"/);
  assert.match(
    html,
    /<form class="second-choice" method="post" action="\/pay\/cs_sandbox_1\/call-off\?locale=en">/,
  );
  assert.match(html, /name="token" value="token-1"/);
  assert.match(html, /data-status-url="\/pay\/cs_sandbox_1\/status" data-state="challenge"/);
});

test("amounts have the decimals of their currency", () => {
  const inCurrency = (currency: string) => htmlOf({ order: { ...open.order, currency, lineItems: [] } });
  assert.match(inCurrency("JPY"), /<p class="amount"><bdi>¥7,450<\/bdi>/);
  assert.match(inCurrency("KWD"), /<p class="amount"><bdi>KWD\s7\.450<\/bdi>/);
});

test("each state has its HTTP status", () => {
  const statuses = Object.entries(sampleViews("en")).map(([name, view]) => [name, renderPage(view).status]);
  assert.deepEqual(Object.fromEntries(statuses), {
    open: 200,
    open_branded: 200,
    open_branded_square: 200,
    open_without_items: 200,
    open_adjusted: 200,
    open_adjusted_many_items: 200,
    open_with_errors: 422,
    open_declined: 200,
    open_declined_often: 200,
    open_ending: 200,
    open_with_note: 200,
    open_details: 200,
    open_details_with_errors: 422,
    open_details_one_method: 200,
    open_details_country: 200,
    open_details_address: 200,
    open_details_addresses: 200,
    open_details_address_jp: 200,
    open_details_address_with_errors: 422,
    open_amounts: 200,
    open_amounts_chosen: 200,
    open_amounts_with_errors: 422,
    open_amounts_total_changed: 200,
    open_amounts_details: 200,
    open_tips_only: 200,
    open_one_method: 200,
    open_wallet_only: 200,
    open_transfer_only: 200,
    open_debit_only: 200,
    open_debit_with_errors: 422,
    open_without_method: 422,
    link: 200,
    link_until: 200,
    link_inactive: 410,
    link_expired: 410,
    link_sold_out: 410,
    link_taken: 409,
    paid_by_link: 200,
    open_wallet_cancelled: 200,
    open_hosted: 200,
    open_hosted_one_method: 200,
    open_hosted_not_charged: 200,
    processing: 200,
    processing_keep_open: 200,
    challenge: 200,
    challenge_wallet: 200,
    challenge_hosted: 200,
    transfer: 200,
    transfer_in_part: 200,
    paid: 200,
    receipt: 200,
    receipt_refunded: 200,
    receipt_adjusted: 200,
    receipt_with_tip: 200,
    receipt_live_amount_only: 200,
    no_receipt: 409,
    paid_branded: 200,
    paid_with_note: 200,
    paid_refunded: 200,
    paid_second_returned: 200,
    paid_second_kept: 200,
    paid_surplus_returned: 200,
    paid_surplus_kept: 200,
    processing_async: 200,
    payment_failed: 200,
    payment_failed_account_closed: 200,
    payment_failed_ended_transfer: 200,
    payment_failed_in_part: 200,
    released: 200,
    late_returned: 200,
    late_kept: 200,
    expired: 410,
    expired_without_way_back: 410,
    cancelled: 200,
    attempts_used_up: 429,
    unavailable: 200,
    not_found: 404,
    error_unavailable: 503,
    error_too_many_tries: 429,
    error_form_refused: 403,
  });
});

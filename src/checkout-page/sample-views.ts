import { paymentMethodTypes } from "../kernel/payment-method.ts";
import { sampleAmounts } from "./amounts/sample-amounts.ts";
import { sampleDetails } from "./details/sample-details.ts";
import type { Locale } from "./locale.ts";
import type { Merchant } from "./merchant.ts";
import type { Order } from "./order.ts";
import { sampleReceipts } from "./receipt/sample-receipts.ts";
import { brandedAs, sampleLogos } from "./sample-brands.ts";
import type { ErrorPage, OpenPage, PageView, Providers } from "./view-model.ts";

/** A sample view of each state and of each of its variants, for tests and previews. */
export function sampleViews(locale: Locale, words: SampleWords = plainWords): Record<string, PageView> {
  const session = { mode: "sandbox", locale, pageUrl: "/pay/cs_sandbox_1", ...orderOf(words) } as const;
  const open: OpenPage = { ...session, ...openParts };
  const hosted: OpenPage = {
    ...open,
    methods: ["card"],
    providers: at("Stripe"),
    cardBrands: ["visa", "mastercard", "amex"],
    testCards: [],
    testAccounts: [],
  };
  const error: Omit<ErrorPage, "reason"> = {
    state: "error",
    locale,
    mode: "sandbox",
    pageUrl: "/pay/cs_sandbox_1",
    merchant: session.merchant,
  };
  const cancelUrl = "https://shop.example/cart";
  const successUrl = "https://shop.example/thanks?session=cs_sandbox_1";
  const statusUrl = "/pay/cs_sandbox_1/status";
  const receiptUrl = "/pay/cs_sandbox_1/receipt?locale=en";
  return {
    open,
    open_branded: { ...open, ...brandedAs(open, "#ffd400", sampleLogos.wordmark) },
    open_branded_square: { ...open, ...brandedAs(open, "#7c3aed", sampleLogos.square) },
    open_without_items: { ...open, order: { ...open.order, lineItems: [], description: null } },
    open_adjusted: { ...open, order: { ...open.order, ...sampleAdjustments } },
    open_adjusted_many_items: {
      ...open,
      order: {
        ...open.order,
        ...sampleAdjustments,
        lineItems: [
          ...open.order.lineItems,
          { name: "Free sample", quantity: 2, unitAmount: 0 },
          ...open.order.lineItems,
        ],
        amountMinor: sampleAdjustments.amountMinor + open.order.amountMinor,
      },
    },
    open_with_errors: {
      ...open,
      fieldErrors: { number: "number_not_test", expiry: "expiry_past", cvc: "cvc_not_3_digits" },
      values: { expiry: "01 / 20" },
    },
    open_ending: {
      ...open,
      now: "2026-11-22T11:20:00Z",
      moreTime: { url: "/pay/cs_sandbox_1/extend", isDue: true },
    },
    open_declined: { ...open, declined: { reason: "insufficient_funds", method: "card", provider: null } },
    open_declined_often: {
      ...open,
      declined: { reason: "insufficient_funds", method: "card", provider: null },
      slower: true,
    },
    open_with_note: {
      ...open,
      note: { text: "You order from Fern & Bloom Ltd. Delivery takes three days.", locale: "en" },
    },
    ...sampleDetails(open),
    ...sampleAmounts(open),
    open_one_method: { ...open, methods: ["card"] },
    open_wallet_only: { ...open, methods: ["wallet"], method: "wallet" },
    open_transfer_only: { ...open, methods: ["bank_transfer"], method: "bank_transfer" },
    open_debit_only: { ...open, methods: ["bank_debit"], method: "bank_debit" },
    open_debit_with_errors: {
      ...open,
      method: "bank_debit",
      fieldErrors: { holder: "holder_missing", iban: "iban_not_test" },
      values: { iban: "DE89370400440532013001" },
    },
    open_without_method: { ...open, method: null, fieldErrors: { method: "method_missing" } },
    open_wallet_cancelled: {
      ...open,
      method: "wallet",
      declined: { reason: "abandoned", method: "wallet", provider: null },
    },
    open_hosted: {
      ...hosted,
      methods: ["card", "wallet", "bank_debit"],
      providers: at("Mollie"),
      brands: new Map([["wallet", "PayPal"]]),
    },
    open_hosted_one_method: hosted,
    open_hosted_not_charged: {
      ...hosted,
      declined: { reason: "abandoned", method: "card", provider: "Stripe" },
    },
    processing: { ...session, state: "processing", statusUrl, canBeClosed: true },
    processing_keep_open: { ...session, state: "processing", statusUrl, canBeClosed: false },
    challenge: { ...session, state: "challenge", statusUrl, confirmedBy: "bank", ...challengeParts },
    challenge_wallet: { ...session, state: "challenge", statusUrl, confirmedBy: "wallet", ...challengeParts },
    challenge_hosted: {
      ...session,
      state: "challenge",
      statusUrl,
      confirmedBy: "bank",
      ...challengeParts,
      provider: "Stripe",
    },
    transfer: { ...session, ...transferParts, statusUrl, successUrl, receivedMinor: 0 },
    transfer_in_part: {
      ...session,
      ...transferParts,
      statusUrl,
      successUrl,
      receivedMinor: 5000,
    },
    paid: { ...session, state: "paid", successUrl, receiptUrl, paidMinor: 7450, refundedMinor: 0 },
    ...sampleReceipts(session, words),
    no_receipt: { ...session, state: "no_receipt", paymentUrl: "/pay/cs_sandbox_1?locale=en" },
    paid_branded: {
      ...session,
      ...brandedAs(open, "#0d9488", sampleLogos.wordmark),
      state: "paid",
      successUrl,
      paidMinor: 7450,
      refundedMinor: 0,
    },
    paid_with_note: {
      ...session,
      state: "paid",
      successUrl,
      receiptUrl,
      paidMinor: 7450,
      refundedMinor: 0,
      note: { text: "נשלח אליך את המשלוח תוך שלושה ימים.", locale: "he" },
    },
    paid_refunded: { ...session, state: "paid", successUrl, paidMinor: 7450, refundedMinor: 1450 },
    paid_second_returned: {
      ...session,
      state: "paid",
      successUrl,
      paidMinor: 7450,
      refundedMinor: 0,
      second: { amountMinor: 7450, returned: true },
    },
    paid_second_kept: {
      ...session,
      state: "paid",
      successUrl,
      paidMinor: 7450,
      refundedMinor: 0,
      second: { amountMinor: 7450, returned: false },
    },
    paid_surplus_returned: {
      ...session,
      state: "paid",
      successUrl,
      paidMinor: 7450,
      refundedMinor: 0,
      surplus: { amountMinor: 550, returned: true },
    },
    paid_surplus_kept: {
      ...session,
      state: "paid",
      successUrl,
      paidMinor: 7450,
      refundedMinor: 0,
      surplus: { amountMinor: 550, returned: false },
    },
    processing_async: { ...session, state: "processing_async", successUrl },
    payment_failed: { ...session, state: "payment_failed", cancelUrl },
    payment_failed_account_closed: {
      ...session,
      state: "payment_failed",
      cancelUrl,
      declined: { reason: "account_closed", method: "bank_debit", provider: null },
    },
    payment_failed_ended_transfer: {
      ...session,
      state: "payment_failed",
      cancelUrl,
      declined: { reason: "abandoned", method: "bank_transfer", provider: null },
    },
    payment_failed_in_part: { ...session, state: "payment_failed", cancelUrl, partMinor: 5000 },
    released: { ...session, state: "released", cancelUrl },
    late_returned: { ...session, state: "late", cancelUrl, late: { amountMinor: 7450, returned: true } },
    late_kept: { ...session, state: "late", cancelUrl, late: { amountMinor: 7450, returned: false } },
    expired: { ...session, state: "expired", cancelUrl },
    expired_without_way_back: { ...session, state: "expired", cancelUrl: null },
    cancelled: { ...session, state: "cancelled" },
    attempts_used_up: { ...session, state: "attempts_used_up", cancelUrl },
    unavailable: { ...session, mode: "live", state: "unavailable", cancelUrl },
    link: { ...session, ...linkParts },
    link_until: { ...session, ...linkParts, expiresAt: "2026-12-24T18:00:00Z" },
    link_inactive: { ...session, ...linkClosed, reason: "inactive" },
    link_expired: { ...session, ...linkClosed, reason: "expired" },
    link_sold_out: { ...session, ...linkClosed, reason: "sold_out" },
    link_taken: { ...session, ...linkClosed, reason: "taken" },
    paid_by_link: {
      ...session,
      state: "paid",
      successUrl: null,
      receiptUrl,
      paidMinor: 7450,
      refundedMinor: 0,
    },
    not_found: { state: "not_found", locale },
    error_unavailable: { ...error, reason: "temporarily_unavailable", merchant: null },
    error_too_many_tries: { ...error, reason: "too_many_tries", retryAfterSeconds: 600 },
    error_form_refused: { ...error, reason: "form_refused" },
  };
}

/** The free texts of a merchant. */
export type SampleWords = {
  readonly merchant: string;
  readonly item: string;
  readonly description: string;
};

const plainWords: SampleWords = {
  merchant: "Fern & Bloom",
  item: "Monstera deliciosa",
  description: "Order 10482",
};

function at(provider: string | null): Providers {
  return new Map(paymentMethodTypes.map((method) => [method, provider]));
}

const openParts = {
  state: "open",
  methods: ["card", "wallet", "bank_debit", "bank_transfer"],
  providers: at(null),
  brands: new Map(),
  cardBrands: ["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay"],
  attempts: 0,
  method: "card",
  expiresAt: "2026-11-22T12:00:00Z",
  now: "2026-11-21T12:00:00Z",
  moreTime: { url: "/pay/cs_sandbox_1/extend", isDue: false },
  submitUrl: "/pay/cs_sandbox_1",
  formToken: "token-1",
  cancelUrl: "https://shop.example/cart",
  details: [],
  testCards: [
    { number: "4242424242424242", title: "Visa, approved", group: "Approved" },
    { number: "378282246310005", title: "American Express, approved", group: "Approved" },
    { number: "4000000000009995", title: "Declined: insufficient funds", group: "Declined" },
  ],
  testAccounts: [{ iban: "DE89370400440532013000", title: "Pending, approved later" }],
  wrongTestNumbers: ["4242424242424241"],
} as const;

const instructions = {
  iban: "DE66000000000000000042",
  bic: "TESTDE00XXX",
  accountHolder: "Kassa Sandbox",
  reference: "RF2012345678",
  sortCode: null,
  accountNumber: null,
  pixKey: null,
  upiId: null,
  address: null,
  payBefore: "2026-12-05T12:00:00Z",
  simulatorUrl: "https://psp.example/transfers/1",
} as const;

const transferParts = {
  state: "transfer",
  instructions,
  callOffUrl: "/pay/cs_sandbox_1/call-off?locale=en",
  formToken: "token-1",
} as const;

const linkPage = "/l/pl_sandbox_1";
const linkParts = {
  state: "link",
  pageUrl: linkPage,
  startUrl: `${linkPage}?locale=en`,
  visit: "visit-1",
  formToken: "token-1",
  expiresAt: null,
  now: "2026-11-21T12:00:00Z",
} as const;
const linkClosed = { state: "link_closed", pageUrl: linkPage } as const;

const challengeParts = {
  provider: null,
  continueUrl: "https://bank.example/confirm",
  callOffUrl: "/pay/cs_sandbox_1/call-off?locale=en",
  formToken: "token-1",
} as const;

/** One adjustment of each type, and the resulting amount of the sample order. */
export const sampleAdjustments = {
  adjustments: [
    { type: "discount", name: "Autumn sale, 10% off everything but gift cards", amount: -745 },
    { type: "shipping", name: "Standard shipping", amount: 490 },
    { type: "tax", name: "VAT 19%", amount: 1367 },
    { type: "tip", name: "Tip", amount: 0 },
    { type: "surcharge", name: "Small parcel", amount: 99 },
  ],
  amountMinor: 8661,
} as const;

function orderOf(words: SampleWords): { merchant: Merchant; order: Order } {
  return {
    merchant: {
      name: words.merchant,
      supportEmail: "hello@shop.example",
      supportPhone: "+49 30 1234567",
      supportUrl: "https://shop.example/help",
      termsUrl: "https://shop.example/terms",
      privacyUrl: "https://shop.example/privacy",
      imprintUrl: "https://shop.example/imprint",
    },
    order: {
      amountMinor: 7450,
      currency: "EUR",
      adjustments: [],
      description: words.description,
      lineItems: [
        { name: words.item, quantity: 1, unitAmount: 3900 },
        { name: "Terracotta pot", quantity: 2, unitAmount: 1450 },
        { name: "Plant food", quantity: 1, unitAmount: 650 },
      ],
    },
  };
}

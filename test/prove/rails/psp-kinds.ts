import { hmacKey, merchantAccount } from "../../psp/adyen/test-support.ts";
import { defaultKeys as mollieKeys } from "../../psp/mollie/fake-mollie.ts";
import { defaultApp } from "../../psp/paypal/fake-paypal.ts";
import { defaultKeys as stripeKeys } from "../../psp/stripe/fake-stripe.ts";
import type { PspRailName } from "./names.ts";

/**
 * What a customer does on a PSP's page. `pay_disputed`: pays, and the customer's bank takes the money back. `pay_after_decline`: is
 * declined once, and pays on the same page.
 */
export type PageAct = "pay" | "pay_disputed" | "pay_after_decline" | "decline" | "leave";

/** A movement of money in a fake's own log. Amounts are minor units. */
export type FakeEntry = {
  readonly effect: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly object: string;
  readonly session?: string;
  readonly intent?: string;
  readonly payment?: string;
};

export type RailMethod = "card" | "wallet";

/** How the prover uses one PSP's fake. */
export type PspKind = {
  /** The variable with which Kassa finds the PSP. */
  readonly variable: string;
  /** Arguments of the fake's process, after its file. */
  readonly options: readonly string[];
  /** The methods of its page that customers choose on Kassa's page, first the one by which they come to this PSP. */
  readonly methods: readonly [RailMethod, ...RailMethod[]];
  /** The account's share of new charges among those that offer the method; see POST /connector-accounts. */
  readonly weight: number;
  /** The body with which the merchant makes the account; see POST /connector-accounts. */
  readonly account: Readonly<Record<string, object>>;
  /** Whether Kassa registers its notifications at the PSP. */
  readonly registers: boolean;
  /** Whether addresses in what the PSP sends must begin with the one that Kassa calls, so that no network lies between. */
  readonly verifiesAddress?: boolean;
  /**
   * How far the fake's clock is advanced at the end of a run, so that what it does later is done. Shorter than the life of what would
   * end there and goes on at Kassa, whose clock isn't advanced: an authorization, and at PayPal an order.
   */
  readonly endsAfterSeconds: number;
  /** Credentials that are added afterwards. */
  readonly laterCredentials?: Readonly<Record<string, string>>;
  /** The forms that the customer submits, one after the other; `challenge` answers a further page. */
  readonly forms: Readonly<Record<PageAct, readonly Readonly<Record<string, string>>[]>>;
  /** The attempt's id, or its `hosted_reference`, to which an entry of the log belongs. */
  chargeOf(entry: FakeEntry): string;
  /** By what `POST /_fake/contradict` and `/_fake/dispute` name an entry's charge; undefined if the entry isn't of a payment. */
  contradicted(entry: FakeEntry): string | undefined;
  /** The body of `POST /_fake/dispute`; absent where the customer's card decides. */
  dispute?(entry: FakeEntry): object;
};

/** With the form of a real one. */
const adyenKey = `AQE${"x".repeat(60)}`;

const daySeconds = 86_400;

const form = (name: string) => (value: string) => ({ [name]: value });
const card = form("cardNumber");
const outcome = form("outcome");
const choice = form("choice");

export const pspKinds: Readonly<Record<PspRailName, PspKind>> = {
  stripe: {
    variable: "KASSA_STRIPE_URL",
    endsAfterSeconds: 1.5 * daySeconds,
    options: ["--books-at-once"],
    methods: ["card"],
    weight: 1,
    account: { credentials: { apiKey: stripeKeys.test } },
    registers: true,
    forms: {
      pay: [card("4242424242424242")],
      pay_disputed: [card("4000000000000259")],
      pay_after_decline: [card("4000000000009995"), card("4000002760003184")],
      decline: [card("4000000000000002")],
      leave: [],
    },
    chargeOf: ({ session = "" }) => session,
    contradicted: ({ effect, intent }) => (effect === "authorized" ? intent : undefined),
  },
  mollie: {
    variable: "KASSA_MOLLIE_URL",
    endsAfterSeconds: 2.5 * daySeconds,
    options: [],
    methods: ["card", "wallet"],
    weight: 1,
    account: { credentials: { apiKey: mollieKeys.test } },
    registers: false,
    laterCredentials: { organizationToken: mollieKeys.organization },
    forms: {
      pay: [outcome("paid")],
      pay_disputed: [outcome("paid")],
      pay_after_decline: [outcome("open"), outcome("paid")],
      decline: [outcome("failed")],
      leave: [outcome("canceled")],
    },
    chargeOf: ({ payment = "" }) => payment,
    contradicted: ({ effect, payment }) => (effect === "authorized" ? payment : undefined),
    dispute: ({ payment }) => ({ charge: payment }),
  },
  paypal: {
    variable: "KASSA_PAYPAL_URL",
    endsAfterSeconds: 60,
    verifiesAddress: true,
    options: ["--books-at-once"],
    methods: ["wallet"],
    // Most customers with a wallet. The others show that wallets of several PSPs stand in for one another.
    weight: 8,
    account: { credentials: defaultApp },
    registers: true,
    forms: {
      pay: [choice("approve")],
      pay_disputed: [choice("approve")],
      pay_after_decline: [choice("approve_instrument_declined"), choice("approve")],
      decline: [choice("approve_declined")],
      leave: [choice("cancel")],
    },
    chargeOf: ({ reference }) => reference ?? "",
    contradicted: ({ effect, object }) => (effect === "captured" ? object : undefined),
    dispute: ({ object }) => ({ capture: object }),
  },
  adyen: {
    variable: "KASSA_ADYEN_URL",
    endsAfterSeconds: 60,
    options: ["--hmac-key", hmacKey, "--api-key", adyenKey],
    methods: ["card", "wallet"],
    weight: 1,
    account: { credentials: { apiKey: adyenKey }, settings: { merchantAccount } },
    registers: false,
    // The fake lets the same key read reports.
    laterCredentials: { hmacKey, reportApiKey: adyenKey },
    forms: {
      pay: [outcome("authorised")],
      pay_disputed: [outcome("authorised")],
      pay_after_decline: [outcome("refused"), outcome("authorised")],
      decline: [outcome("refused")],
      leave: [outcome("cancelled")],
    },
    chargeOf: ({ reference }) => reference ?? "",
    contradicted: ({ effect, payment }) => (effect === "authorized" ? payment : undefined),
    dispute: ({ payment }) => ({ charge: payment }),
  },
};

/** Adyen's notifications are set up in its Customer Area: by a test, at the fake. */
export const adyenEndpoint = (url: string) => ({ url, hmacKey });

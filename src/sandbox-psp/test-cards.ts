import type { CardBrand } from "../kernel/card-brand.ts";

/** What the simulated issuer does with a card. */
export const testOutcomes = [
  "approve",
  "generic_decline",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "processing_error",
  "challenge",
  "approve_then_time_out",
  "approve_later",
  "decline_later",
] as const;
export type TestOutcome = (typeof testOutcomes)[number];

export type TestCard = {
  /** Digits only. */
  readonly number: string;
  readonly brand: Exclude<CardBrand, "unknown">;
  readonly cvcLength: 3 | 4;
  readonly outcome: TestOutcome;
  /** What the card does, in a few words of English. */
  readonly title: string;
  /** Whether the payment page offers the card; the others are for automatic tests and stand in the docs only. */
  readonly listed: boolean;
};

/**
 * Every card number that the sandbox takes; it refuses all others, so that no real one is ever stored by mistake.
 * Where the field has a well-known test number for an outcome, that is used. Those from 4200… are our own: valid by
 * their check digit, and not among Stripe's published numbers, which people know by heart with another meaning.
 */
export const testCards: readonly TestCard[] = [
  visa("4242424242424242", "approve", "Visa, approved", true),
  visa("4000056655665556", "approve", "Visa debit, approved", false),
  {
    number: "5555555555554444",
    brand: "mastercard",
    cvcLength: 3,
    outcome: "approve",
    title: "Mastercard, approved",
    listed: true,
  },
  {
    number: "378282246310005",
    brand: "amex",
    cvcLength: 4,
    outcome: "approve",
    title: "American Express, approved",
    listed: true,
  },
  visa("4000000000003220", "challenge", "3-D Secure: asks to authenticate", true),
  visa("4000000000000002", "generic_decline", "Declined", true),
  visa("4000000000009995", "insufficient_funds", "Declined: insufficient funds", true),
  visa("4000000000000069", "expired_card", "Declined: expired card", true),
  visa("4000000000000127", "incorrect_cvc", "Declined: wrong security code", true),
  visa("4000000000000119", "processing_error", "Declined: processing error", true),
  visa("4200000000000109", "approve_later", "Pending, approved later", true),
  visa("4200000000000117", "decline_later", "Pending, declined later", true),
  visa("4200000000000307", "approve_then_time_out", "Approved, but the answer never arrives", false),
];

/** The test card with this number, written with or without spaces. */
export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number.replaceAll(" ", ""));
}

const byNumber: ReadonlyMap<string, TestCard> = new Map(testCards.map((card) => [card.number, card]));

function visa(number: string, outcome: TestOutcome, title: string, listed: boolean): TestCard {
  return { number, brand: "visa", cvcLength: 3, outcome, title, listed };
}

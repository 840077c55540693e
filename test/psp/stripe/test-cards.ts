import type { CardError } from "./card-error.ts";

/** Stripe's published test cards, as far as the fake knows them. Any other number is refused as incorrect. */
export type TestCard = {
  readonly number: string;
  readonly brand: "visa" | "mastercard" | "amex";
  readonly decline: CardError | null;
  /** Whether the issuer asks the customer to authenticate by 3-D Secure. */
  readonly challenge: boolean;
  readonly dispute: { readonly reason: string; readonly inquiry: boolean } | null;
  readonly refund: "succeeds" | "pending_then_succeeds" | "fails_later";
};

const declineMessages: Readonly<Record<string, string>> = {
  card_declined: "Your card was declined.",
  insufficient_funds: "Your card has insufficient funds.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
  incorrect_number: "Your card number is incorrect.",
  processing_error: "An error occurred while processing your card. Try again in a little bit.",
};

export function cardError(code: string, declineCode: string | null): CardError {
  const message = declineMessages[declineCode ?? code] ?? declineMessages[code] ?? "Your card was declined.";
  return { code, declineCode, message };
}

export const authenticationFailure: CardError = {
  code: "payment_intent_authentication_failure",
  declineCode: null,
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

const cards: readonly TestCard[] = [
  card("4242424242424242"),
  card("4000056655665556"),
  card("5555555555554444", { brand: "mastercard" }),
  card("378282246310005", { brand: "amex" }),
  declined("4000000000000002", "card_declined", "generic_decline"),
  declined("4000000000009995", "card_declined", "insufficient_funds"),
  declined("4000000000009987", "card_declined", "lost_card"),
  declined("4000000000009979", "card_declined", "stolen_card"),
  declined("4000000000006975", "card_declined", "card_velocity_exceeded"),
  declined("4100000000000019", "card_declined", "fraudulent"),
  declined("4000000000000069", "expired_card", "expired_card"),
  declined("4000000000000127", "incorrect_cvc", "incorrect_cvc"),
  declined("4000000000000119", "processing_error", "processing_error"),
  card("4000002760003184", { challenge: true }),
  card("4000000000003220", { challenge: true }),
  { ...declined("4000008400001629", "card_declined", "generic_decline"), challenge: true },
  { ...declined("4000008260003178", "card_declined", "insufficient_funds"), challenge: true },
  card("4000000000000259", { dispute: { reason: "fraudulent", inquiry: false } }),
  card("4000000000002685", { dispute: { reason: "product_not_received", inquiry: false } }),
  card("4000000000001976", { dispute: { reason: "fraudulent", inquiry: true } }),
  card("4000000000007726", { refund: "pending_then_succeeds" }),
  card("4000000000005126", { refund: "fails_later" }),
];

export function findTestCard(number: string): TestCard | undefined {
  const digits = number.replaceAll(" ", "");
  return cards.find((card) => card.number === digits);
}

function card(number: string, options: Partial<TestCard> = {}): TestCard {
  return {
    number,
    brand: "visa",
    decline: null,
    challenge: false,
    dispute: null,
    refund: "succeeds",
    ...options,
  };
}

function declined(number: string, code: string, declineCode: string): TestCard {
  return card(number, { decline: cardError(code, declineCode) });
}

import type { CardBrand } from "../kernel/card-brand.ts";
import type { TestOutcome } from "./test-outcomes.ts";

/** The sections of the table in docs/reference/sandbox.md. */
export const testCardGroups = [
  "Approved",
  "Declined",
  "Checks",
  "3-D Secure",
  "Decided later",
  "Disputes",
  "Captures",
  "Refunds",
  "Faults",
] as const;
export type TestCardGroup = (typeof testCardGroups)[number];

export type TestCard = {
  /** Digits only. */
  readonly number: string;
  readonly brand: Exclude<CardBrand, "unknown">;
  readonly cvcLength: 3 | 4;
  readonly outcome: TestOutcome;
  /** What the card does, in a few words of English. */
  readonly title: string;
  readonly group: TestCardGroup;
  /** Whether the payment page offers the card. The others are only in the docs, for automated tests. */
  readonly listed: boolean;
};

type Row = readonly [number: string, outcome: TestOutcome, title: string, listed?: "listed"];

/**
 * Every card number that the sandbox accepts. It refuses all others, so that no real number is stored by mistake. An
 * outcome with a well-known test number uses that number. Numbers from 4200… are our own: they have a valid check digit
 * and aren't among Stripe's published numbers, which developers know with other outcomes.
 */
export const testCards: readonly TestCard[] = [
  ...cards("Approved", "visa", [
    ["4242424242424242", "approve", "Visa, approved", "listed"],
    ["4000056655665556", "approve", "Visa debit, approved"],
  ]),
  ...cards("Approved", "mastercard", [
    ["5555555555554444", "approve", "Mastercard, approved", "listed"],
    ["2223003122003222", "approve", "Mastercard of the 2 series, approved"],
    ["5200828282828210", "approve", "Mastercard debit, approved"],
    ["5105105105105100", "approve", "Mastercard prepaid, approved"],
  ]),
  ...cards("Approved", "amex", [
    ["378282246310005", "approve", "American Express, approved", "listed"],
    ["371449635398431", "approve", "American Express, approved"],
  ]),
  ...cards("Approved", "discover", [
    ["6011111111111117", "approve", "Discover, approved"],
    ["6011000990139424", "approve", "Discover, approved"],
    ["6011981111111113", "approve", "Discover debit, approved"],
  ]),
  ...cards("Approved", "diners", [
    ["3056930009020004", "approve", "Diners Club, approved"],
    ["36227206271667", "approve", "Diners Club with 14 digits, approved"],
  ]),
  ...cards("Approved", "jcb", [["3566002020360505", "approve", "JCB, approved"]]),
  ...cards("Approved", "unionpay", [
    ["6200000000000005", "approve", "UnionPay, approved"],
    ["6200000000000047", "approve", "UnionPay debit, approved"],
    ["6205500000000000004", "approve", "UnionPay with 19 digits, approved"],
  ]),
  ...cards("Declined", "visa", [
    ["4000000000000002", "generic_decline", "Declined", "listed"],
    ["4000000000009995", "insufficient_funds", "Declined: insufficient funds", "listed"],
    ["4000000000000069", "expired_card", "Declined: expired card", "listed"],
    ["4000000000000127", "incorrect_cvc", "Declined: wrong security code", "listed"],
    ["4000000000000119", "processing_error", "Declined: processing error", "listed"],
    ["4000000000009987", "lost_card", "Declined: lost card"],
    ["4000000000009979", "stolen_card", "Declined: stolen card"],
    ["4100000000000019", "fraudulent", "Declined: the bank suspects fraud"],
    ["4000000000006975", "card_velocity_exceeded", "Declined: too many payments"],
    ["4242424242424241", "incorrect_number", "Declined: wrong number (with an invalid check digit)"],
    ["4200000000000208", "incorrect_number", "Declined: wrong number"],
    ["4200000000000216", "do_not_honor", "Declined: the bank gives no reason"],
    ["4200000000000406", "card_not_supported", "Declined: card not supported"],
    ["4200000000000414", "currency_not_supported", "Declined: currency not supported"],
    ["4200000000000422", "withdrawal_limit_exceeded", "Declined: over the card's limit"],
  ]),
  ...cards("Checks", "visa", [
    ["4000000000000101", "cvc_check_fails", "Approved, though the security code is wrong"],
    ["4000000000000036", "postcode_check_fails", "Approved, though the postcode is wrong"],
    ["4200000000008003", "postcode_mismatch", "Declined if a postcode is entered, otherwise approved"],
    ["4000000000000010", "postcode_check_fails", "Approved, though address and postcode are wrong"],
  ]),
  ...cards("3-D Secure", "visa", [
    ["4000000000003220", "challenge", "3-D Secure: asks the customer to authenticate", "listed"],
    ["4000002760003184", "challenge", "3-D Secure: always asks the customer to authenticate"],
    ["4000002500003155", "challenge", "3-D Secure: asks the customer to authenticate"],
    ["4000008400001629", "challenge_then_generic_decline", "3-D Secure, then declined"],
    [
      "4000008260003178",
      "challenge_then_insufficient_funds",
      "3-D Secure, then declined: insufficient funds",
    ],
    ["4200000000000505", "challenge_fails", "3-D Secure: the check fails whatever the customer does"],
    ["4000000000003055", "frictionless", "Frictionless 3-D Secure, approved"],
    [
      "4000000000003097",
      "authentication_attempted",
      "3-D Secure attempted, but not available at the bank; approved",
    ],
    ["4000008400001280", "authentication_failed", "Frictionless 3-D Secure fails, declined"],
    ["4200000000000513", "authentication_required", "Declined: the bank requires 3-D Secure"],
  ]),
  ...cards("Decided later", "visa", [
    ["4200000000000109", "approve_later", "Pending, approved later", "listed"],
    ["4200000000000117", "decline_later", "Pending, declined later", "listed"],
  ]),
  ...cards("Disputes", "visa", [
    ["4000000000000259", "dispute_fraudulent", "Approved, then disputed as fraudulent", "listed"],
    ["4000000000002685", "dispute_not_received", "Approved, then disputed: product not received"],
    ["4000000000001976", "inquiry", "Approved, then an inquiry", "listed"],
  ]),
  ...cards("Captures", "visa", [
    ["4200000000000653", "capture_fails_later", "Captures succeed, then fail"],
    [
      "4200000000000661",
      "capture_fails_then_succeeds",
      "Captures succeed, then fail, then succeed after all",
    ],
  ]),
  ...cards("Refunds", "visa", [
    ["4000000000007726", "refund_later", "Refunds are pending, then succeed", "listed"],
    ["4000000000005126", "refund_comes_back", "Refunds succeed, then come back as failed", "listed"],
    ["4200000000000604", "refund_fails_later", "Refunds are pending, then fail"],
    [
      "4200000000000646",
      "refund_fails_then_succeeds",
      "Refunds are pending, then fail, then succeed after all",
    ],
    ["4200000000000612", "refund_refused", "Refunds are refused: insufficient balance"],
  ]),
  ...cards("Faults", "visa", [
    ["4200000000000307", "approve_then_time_out", "Approved, but the response never arrives"],
    ["4200000000000315", "time_out_before_charge", "Not charged, and no response arrives"],
    ["4200000000000323", "approve_then_500", "Approved, but the response is 500"],
    ["4200000000000331", "too_many_requests", "Not charged; the response is 429"],
    [
      "4200000000000620",
      "movements_time_out",
      "Captures, voids and refunds are carried out, but the response never arrives",
    ],
    [
      "4200000000000638",
      "movements_answer_500",
      "Captures, voids and refunds are carried out, but the response is 500",
    ],
  ]),
];

/** The test card with this number, written with or without spaces. */
export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number.replaceAll(" ", ""));
}

const byNumber: ReadonlyMap<string, TestCard> = new Map(testCards.map((card) => [card.number, card]));

function cards(group: TestCardGroup, brand: TestCard["brand"], rows: readonly Row[]): TestCard[] {
  return rows.map(([number, outcome, title, listed]) => ({
    number,
    brand,
    cvcLength: brand === "amex" ? 4 : 3,
    outcome,
    title,
    group,
    listed: listed === "listed",
  }));
}

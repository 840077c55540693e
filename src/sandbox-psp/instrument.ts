import { failed, type Result, success } from "../kernel/result.ts";
import type { Charge } from "./charge.ts";
import type { ApiErrorCode, DeclineReason } from "./errors.ts";
import { findTestCard, type TestCard } from "./test-cards.ts";
import { findTestIban } from "./test-ibans.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** The card details that the customer types beside the number. */
export type CardDetails = {
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
  /** Missing if the page doesn't ask for it. */
  readonly postalCode?: string;
};

/** The payment method as the API accepts it. Full card numbers and IBANs go no further than `findInstrument`. */
export type MethodDetails =
  | (CardDetails & { readonly type: "card"; readonly number: string })
  | { readonly type: "wallet" }
  | { readonly type: "bank_debit"; readonly iban: string; readonly accountHolder: string }
  | { readonly type: "bank_transfer" }
  | { readonly type: "hosted_page"; readonly method: HostedMethod };

/** The methods that the hosted page takes. */
export const hostedMethods = ["card", "wallet", "bank_debit"] as const;
export type HostedMethod = (typeof hostedMethods)[number];

/** The part of a payment method that the PSP stores, and a check of the rest. */
export type Instrument = Pick<Charge, "method" | "hosted" | "brand" | "last4" | "outcome"> & {
  /** Why the typed details are declined at a time; undefined if they are valid. */
  readonly entryDecline: (now: Date) => DeclineReason | undefined;
};

/** The instrument of a payment method. Only the published test cards and IBANs are accepted. */
export function findInstrument(entry: MethodDetails): Result<Instrument, ApiErrorCode> {
  switch (entry.type) {
    case "card":
      return readCard(entry);
    case "bank_debit":
      return readDebit(entry.iban);
    case "wallet":
    case "bank_transfer":
      return success({ ...nothingEntered, method: entry.type, hosted: false, outcome: entry.type });
    case "hosted_page":
      return success({ ...nothingEntered, method: entry.method, hosted: true, outcome: entry.type });
  }
}

const nothingEntered = { brand: null, last4: null, entryDecline: () => undefined };

function readCard(entry: Extract<MethodDetails, { type: "card" }>): Result<Instrument, ApiErrorCode> {
  const card = findTestCard(entry.number);
  if (!card) return failed("unknown_test_card");
  const { brand, outcome, number } = card;
  const entryDecline = (now: Date) => findEntryDecline(card, entry, now);
  return success({ method: "card", hosted: false, brand, last4: number.slice(-4), outcome, entryDecline });
}

function readDebit(iban: string): Result<Instrument, ApiErrorCode> {
  const account = findTestIban(iban);
  if (!account) return failed("unknown_test_iban");
  const last4 = account.iban.slice(-4);
  return success({
    ...nothingEntered,
    method: "bank_debit",
    hosted: false,
    last4,
    outcome: account.outcome,
  });
}

/** Even a card that is approved needs a future expiry date and a security code of its brand's length. */
function findEntryDecline(card: TestCard, entry: CardDetails, now: Date): DeclineReason | undefined {
  const firstInvalidMs = Date.UTC(entry.expiryYear, entry.expiryMonth, 1);
  // A grace of one day: in western time zones the month ends later than in UTC.
  if (firstInvalidMs + 86_400_000 <= now.getTime()) return "expired_card";
  if (entry.cvc.length !== card.cvcLength) return "incorrect_cvc";
  return entry.postalCode === undefined ? undefined : behaviourOf(card.outcome).postalCodeDecline;
}

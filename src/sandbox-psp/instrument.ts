import { failed, type Result, success } from "../kernel/result.ts";
import type { Charge } from "./charge.ts";
import type { ApiErrorCode, DeclineReason } from "./errors.ts";
import { findTestCard, type TestCard } from "./test-cards.ts";
import { findTestIban } from "./test-ibans.ts";

/** What the customer typed beside a card's number. */
export type CardEntry = { readonly expiryMonth: number; readonly expiryYear: number; readonly cvc: string };

/** How the customer pays, as the API takes it. Numbers go no further than `findInstrument`. */
export type MethodEntry =
  | (CardEntry & { readonly type: "card"; readonly number: string })
  | { readonly type: "wallet" }
  | { readonly type: "bank_debit"; readonly iban: string; readonly accountHolder: string }
  | { readonly type: "bank_transfer" };

/** What the PSP keeps of it, with what is wrong about the entry. */
export type Instrument = Pick<Charge, "method" | "brand" | "last4" | "outcome"> & {
  readonly entryFault: (now: Date) => DeclineReason | undefined;
};

/** Reads how the customer pays. Numbers other than the published test numbers are refused. */
export function findInstrument(entry: MethodEntry): Result<Instrument, ApiErrorCode> {
  switch (entry.type) {
    case "card":
      return readCard(entry);
    case "bank_debit":
      return readDebit(entry.iban);
    case "wallet":
    case "bank_transfer":
      return success({
        method: entry.type,
        brand: null,
        last4: null,
        outcome: entry.type,
        entryFault: () => undefined,
      });
  }
}

function readCard(entry: Extract<MethodEntry, { type: "card" }>): Result<Instrument, ApiErrorCode> {
  const card = findTestCard(entry.number);
  if (!card) return failed("unknown_test_card");
  const { brand, outcome, number } = card;
  const entryFault = (now: Date) => findEntryFault(card, entry, now);
  return success({ method: "card", brand, last4: number.slice(-4), outcome, entryFault });
}

function readDebit(iban: string): Result<Instrument, ApiErrorCode> {
  const account = findTestIban(iban);
  if (!account) return failed("unknown_test_iban");
  const last4 = account.iban.slice(-4);
  return success({
    method: "bank_debit",
    brand: null,
    last4,
    outcome: account.outcome,
    entryFault: () => undefined,
  });
}

/** A card that is approved still needs an expiry to come and a security code of its brand's length. */
function findEntryFault(card: TestCard, entry: CardEntry, now: Date): DeclineReason | undefined {
  const firstInvalidMs = Date.UTC(entry.expiryYear, entry.expiryMonth, 1);
  // A day's grace, for the month ends later in the west than in UTC.
  if (firstInvalidMs + 86_400_000 <= now.getTime()) return "expired_card";
  if (entry.cvc.length !== card.cvcLength) return "incorrect_cvc";
  return undefined;
}

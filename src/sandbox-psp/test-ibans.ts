import type { TestOutcome } from "./test-outcomes.ts";

export type TestIban = {
  /** Without spaces. */
  readonly iban: string;
  readonly outcome: TestOutcome;
  /** What a debit from the account does, in a few words of English. */
  readonly title: string;
};

/**
 * Every account that the sandbox debits; it refuses all others. The four at 3704 0044 are well known from Stripe's
 * sandbox; the bank code of the others belongs to no bank.
 */
export const testIbans: readonly TestIban[] = [
  { iban: "DE89370400440532013000", outcome: "debit_succeeds", title: "Pending, approved later" },
  {
    iban: "DE62370400440532013001",
    outcome: "debit_not_authorized",
    title: "Pending, declined later: the debit is not authorized",
  },
  {
    iban: "DE78000000000000000117",
    outcome: "debit_account_closed",
    title: "Pending, declined later: the account is closed",
  },
  {
    iban: "DE65370400440002222227",
    outcome: "debit_insufficient_funds",
    title: "Pending, declined later: insufficient funds",
  },
  {
    iban: "DE56000000000000000125",
    outcome: "debit_comes_back",
    title: "Pending, approved later, then comes back: the account is closed",
  },
  {
    iban: "DE35370400440532013002",
    outcome: "debit_disputed",
    title: "Pending, approved later, then disputed",
  },
];

/** The test account with this IBAN, written with or without spaces, in capitals or not. */
export function findTestIban(iban: string): TestIban | undefined {
  return byIban.get(iban.replaceAll(" ", "").toUpperCase());
}

const byIban: ReadonlyMap<string, TestIban> = new Map(testIbans.map((entry) => [entry.iban, entry]));

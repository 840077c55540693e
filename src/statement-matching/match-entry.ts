import type { Candidate, Incoming } from "./candidate.ts";
import { holdsReference, nameWords, normalReference } from "./normal-text.ts";

/** By which rule an entry was matched, from the surest on. */
export type MatchRule = "reference" | "reference_in_text" | "amount_and_payer";

export type MatchDecision =
  | { readonly outcome: "matched"; readonly rule: MatchRule; readonly candidateId: string }
  | {
      readonly outcome: "exception";
      /** `ambiguous`: several expected transfers fit equally well. */
      readonly reason: "no_match" | "ambiguous";
      /** At most five, the likeliest first. */
      readonly suggestions: readonly Suggestion[];
    };

export type Suggestion = {
  readonly candidateId: string;
  readonly reasons: readonly ("reference" | "amount" | "payer_account" | "payer_name")[];
};

const suggestionsAtMost = 5;

/**
 * Decides which expected transfer an incoming payment is for. A reference decides whatever the amount, which `decide-amount.ts` judges
 * afterwards. Without a reference, amount, currency and payer have to agree, and only one candidate may fit. Whatever isn't certain is an
 * exception for a person to decide: money is never assigned by a guess.
 *
 * @param candidates the open expected transfers of the account
 */
export function matchEntry(incoming: Incoming, candidates: readonly Candidate[]): MatchDecision {
  const rules: readonly (readonly [MatchRule, (candidate: Candidate) => boolean])[] = [
    ["reference", (candidate) => hasReference(incoming, candidate)],
    ["reference_in_text", (candidate) => hasReferenceInText(incoming, candidate)],
    ["amount_and_payer", (candidate) => hasAmount(incoming, candidate) && hasPayer(incoming, candidate)],
  ];
  for (const [rule, fits] of rules) {
    const found = candidates.filter(fits);
    const [only] = found;
    if (only && found.length === 1) return { outcome: "matched", rule, candidateId: only.id };
    if (found.length > 1)
      return { outcome: "exception", reason: "ambiguous", suggestions: rank(incoming, found) };
  }
  return { outcome: "exception", reason: "no_match", suggestions: rank(incoming, candidates) };
}

function hasReference({ references }: Incoming, candidate: Candidate): boolean {
  const given = new Set(references.map(normalReference));
  return candidate.references.some((reference) => given.has(normalReference(reference)));
}

function hasReferenceInText({ references, texts }: Incoming, candidate: Candidate): boolean {
  return candidate.references.some((reference) =>
    [...references, ...texts].some((text) => holdsReference(text, reference)),
  );
}

const hasAmount = (incoming: Incoming, candidate: Candidate): boolean =>
  incoming.amountMinor === candidate.amountMinor && incoming.currency === candidate.currency;

const hasPayer = (incoming: Incoming, candidate: Candidate): boolean =>
  hasPayerAccount(incoming, candidate) || hasPayerName(incoming, candidate);

const hasPayerAccount = (incoming: Incoming, candidate: Candidate): boolean =>
  incoming.payerAccount !== null && incoming.payerAccount === candidate.payerAccount;

/** The same words in any order: "Lovelace, Ada" is "Ada Lovelace". */
function hasPayerName(incoming: Incoming, candidate: Candidate): boolean {
  const [paid, expected] = [incoming.payerName, candidate.payerName].map((name) => nameWords(name ?? ""));
  return paid !== undefined && paid.length > 1 && paid.join(" ") === expected?.join(" ");
}

const weights = { reference: 8, amount: 4, payer_account: 3, payer_name: 2 } as const;

/** The candidates that have something in common with the payment, the likeliest first. */
function rank(incoming: Incoming, candidates: readonly Candidate[]): Suggestion[] {
  return candidates
    .map((candidate) => ({ candidateId: candidate.id, reasons: reasonsFor(incoming, candidate) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((one, other) => weightOf(other) - weightOf(one) || (one.candidateId < other.candidateId ? -1 : 1))
    .slice(0, suggestionsAtMost);
}

const weightOf = ({ reasons }: Suggestion): number =>
  reasons.reduce((sum, reason) => sum + weights[reason], 0);

function reasonsFor(incoming: Incoming, candidate: Candidate): Suggestion["reasons"] {
  return [
    ...(hasReference(incoming, candidate) || hasReferenceInText(incoming, candidate)
      ? (["reference"] as const)
      : []),
    ...(hasAmount(incoming, candidate) ? (["amount"] as const) : []),
    ...(hasPayerAccount(incoming, candidate) ? (["payer_account"] as const) : []),
    ...(hasPayerName(incoming, candidate) ? (["payer_name"] as const) : []),
  ];
}

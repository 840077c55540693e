import { findCurrency, listCurrencies } from "../../kernel/currency.ts";
import { type IdPrefix, parseId } from "../../kernel/id.ts";
import type { Mode } from "../../kernel/mode.ts";
import { toMinorUnits } from "../../kernel/money.ts";

/** One thing that a search text may mean. Ids are of the caller's tenant and mode; amounts are minor units. */
export type SearchTerm =
  | { readonly kind: "payment" | "session" | "attempt" | "movement" | "dispute"; readonly id: string }
  | { readonly kind: "pspReference" | "customerEmail" | "clientReferenceId"; readonly text: string }
  | { readonly kind: "last4"; readonly last4: string }
  /** The beginning of an e-mail address, of the last word before its @, or of its domain (without the @); in lower case. */
  | { readonly kind: "emailBeginning" | "emailLastWord" | "emailDomain"; readonly text: string }
  | AmountTerm;

type AmountTerm = {
  readonly kind: "amount";
  readonly amount: number;
  /** Only in these currencies; null for any. */
  readonly currencies: readonly string[] | null;
};

const kinds: Partial<Record<IdPrefix, "payment" | "session" | "attempt" | "movement" | "dispute">> = {
  pay: "payment",
  cs: "session",
  att: "attempt",
  cap: "movement",
  vd: "movement",
  co: "movement",
  re: "movement",
  dp: "dispute",
};

/**
 * Everything that a search text may mean, judged by its form. An id is nothing else. Any other text may be a merchant's or a
 * PSP's reference, and also an e-mail address or a part of one, the last four characters of a card or account number, or an amount.
 */
export function readSearch(
  search: string,
  scope: { readonly tenantId: number; readonly mode: Mode },
): SearchTerm[] {
  const text = search.trim();
  const id = readId(text, scope);
  if (id) return [id];
  const terms: SearchTerm[] = [
    { kind: "clientReferenceId", text },
    { kind: "pspReference", text },
  ];
  terms.push(...readEmailPart(text.toLowerCase()));
  if (/^[0-9A-Z]{4}$/i.test(text)) terms.push({ kind: "last4", last4: text.toUpperCase() });
  return [...terms, ...readAmount(text)];
}

function readId(text: string, scope: { tenantId: number; mode: Mode }): SearchTerm | undefined {
  for (const [prefix, kind] of Object.entries(kinds)) {
    const id = parseId(text, prefix as IdPrefix);
    if (id?.tenantId === scope.tenantId && id.mode === scope.mode) return { kind, id: text };
  }
  return undefined;
}

/**
 * At least three characters, because fewer would find a large part of all payments. Without an @ it begins with a letter: digits are
 * rather an amount.
 */
const emailBeginningPattern = /^(?:[a-z]|(?=.*@))[a-z0-9.!#$%&'*+/=?^_`{|}~-]{2,}(?:@[a-z0-9.-]*)?$/;
const domainBeginningPattern = /^@[a-z0-9-]{3,}(?:\.[a-z0-9-]*)*$/;
const wordPattern = /^[a-z0-9.-]+$/;

/** An address is the beginning of itself, so it needs no search of its own. */
function readEmailPart(text: string): SearchTerm[] {
  if (domainBeginningPattern.test(text)) return [{ kind: "emailDomain", text: text.slice(1) }];
  // Addresses that were stored by another rule, such as quoted ones.
  if (!emailBeginningPattern.test(text)) return text.includes("@") ? [{ kind: "customerEmail", text }] : [];
  const terms: SearchTerm[] = [{ kind: "emailBeginning", text }];
  if (/^[^._-]+$/.test(text.split("@")[0] ?? "")) terms.push({ kind: "emailLastWord", text });
  if (wordPattern.test(text)) terms.push({ kind: "emailDomain", text });
  return terms;
}

const amountPattern =
  /^(?:(?<before>[A-Za-z]{3}) ?)?(?<whole>[0-9]{1,16})(?:[.,](?<fraction>[0-9]{1,4}))?(?: ?(?<after>[A-Za-z]{3}))?$/;

/**
 * "25.99" is an amount in major units of every currency with two decimals or more, "25.99 EUR" only of EUR. A whole number can be
 * major or minor units: "2599" finds both 25.99 EUR and 2,599.00 EUR.
 */
function readAmount(text: string): AmountTerm[] {
  const parts = amountPattern.exec(text)?.groups;
  if (!parts || (parts.before && parts.after)) return [];
  const named = parts.before ?? parts.after;
  const currency = named === undefined ? undefined : findCurrency(named);
  if (named !== undefined && !currency) return [];
  const currencies = currency ? [currency] : listCurrencies();
  const { whole = "", fraction = "" } = parts;
  const asMajor = ([0, 2, 3, 4] as const).flatMap((exponent) => {
    const codes = currencies.filter((each) => each.exponent === exponent).map(({ code }) => code);
    const amount = toMinorUnits(whole, fraction, exponent);
    return codes.length === 0 || amount === undefined ? [] : amountTerm(amount, codes);
  });
  if (fraction !== "") return asMajor;
  const asMinor = amountTerm(Number(whole), currency ? [currency.code] : null);
  // In currencies without decimals both are the same amount.
  return [...asMinor, ...asMajor.filter(({ amount }) => amount !== Number(whole))];
}

function amountTerm(amount: number, currencies: readonly string[] | null): AmountTerm[] {
  return Number.isSafeInteger(amount) && amount > 0 ? [{ kind: "amount", amount, currencies }] : [];
}

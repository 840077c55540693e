import { formatMoney, parseMoney, typedMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";

type Typed = { readonly smallest: string; readonly largest: string };
type Read = {
  /** In minor units, null for none; undefined while something is missing or wrong. */
  readonly limit: { readonly minimum: number | null; readonly maximum: number | null } | undefined;
  readonly faults: { readonly smallest?: string; readonly largest?: string };
};

/** The largest amount that a session can have, in minor units. */
const largestPossible = 999_999_999_999;

/** Reads the limits that somebody typed, and says at each field what is wrong with it. */
export function readLimit({ smallest, largest }: Typed, currency: string): Read {
  if (!/^[A-Z]{3}$/.test(currency)) return { limit: undefined, faults: {} };
  const minimum = readAmount(smallest, currency);
  const maximum = readAmount(largest, currency);
  const wrong = t("amount.invalid", { example: typedMoney(2_500, currency) });
  const faults = {
    ...(minimum === undefined && { smallest: wrong }),
    ...(maximum === undefined && { largest: wrong }),
    ...(maximum && maximum > largestPossible ? { largest: tooLarge(currency) } : {}),
    ...(minimum && minimum > (maximum || largestPossible) ? { smallest: t("rules.smallest-above") } : {}),
  };
  const isComplete = Object.keys(faults).length === 0 && (minimum !== null || maximum !== null);
  const limit = isComplete ? { minimum: minimum ?? null, maximum: maximum ?? null } : undefined;
  return { limit, faults };
}

/** Null if nothing is typed; undefined if it isn't an amount. */
function readAmount(typed: string, currency: string): number | null | undefined {
  if (typed.trim() === "") return null;
  return parseMoney(typed, currency) || undefined;
}

const tooLarge = (currency: string): string =>
  t("rules.largest-above", { amount: formatMoney(largestPossible, currency) });

import type { AmountLimit, AmountLimits } from "../kernel/amount-limits.ts";
import { DEFAULT_MAXIMUM_AMOUNT, findCurrency } from "../kernel/currency.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import type { ChangeSettingsBody } from "./schemas.ts";

type Change = NonNullable<ChangeSettingsBody["amountLimits"]>;

/** Applies a change to the limits: an entry replaces its currency's limits, null removes them. */
export function mergeLimits(current: AmountLimits, change: Change | null): AmountLimits {
  if (change === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [name, entry] of Object.entries(change)) {
    const code = name.toUpperCase();
    if (entry === null) merged.delete(code);
    else merged.set(code, limitOf(entry));
  }
  return Object.fromEntries(merged);
}

const limitOf = ({ minimum, maximum }: NonNullable<Change[string]>): AmountLimit => ({
  minimum: minimum ?? null,
  maximum: maximum ?? null,
});

/** The faults of a change of limits. */
export function limitFaults(change: Change): Problem[] {
  const seen = new Set<string>();
  return Object.entries(change).flatMap(([name, entry]) => {
    const place = `/amountLimits/${name}`;
    const currency = findCurrency(name);
    if (seen.has(name.toUpperCase()) && currency)
      return [problem("currency_invalid", "The currency is named twice. Name it once.", place)];
    seen.add(name.toUpperCase());
    if (!currency)
      return [
        problem(
          "currency_invalid",
          `"${name.slice(0, 20)}" is not an active ISO 4217 currency.`,
          "/amountLimits",
        ),
      ];
    const { minimum, maximum } = limitOf(entry ?? {});
    const most = maximum ?? currency.maximumAmount;
    if (most > DEFAULT_MAXIMUM_AMOUNT)
      return [
        problem("amount_invalid", `It has to be at most ${DEFAULT_MAXIMUM_AMOUNT}.`, `${place}/maximum`),
      ];
    if ((minimum ?? currency.minimumAmount) <= most) return [];
    return [problem("amount_invalid", `The minimum has to be at most ${most}.`, `${place}/minimum`)];
  });
}

import { UsageFailure } from "./failure.ts";

type Limits = Record<string, { minimum: number | null; maximum: number | null } | null>;

const pattern =
  /^(?<currency>[A-Za-z]{3})=(?:(?<minimum>[1-9][0-9]{0,14})?\.\.(?<maximum>[1-9][0-9]{0,14})?)?$/;

/** Turns values of `--amount-limit`, such as EUR=50..1000000, into the API's format. `EUR=` removes a currency's limits. */
export function parseAmountLimits(values: readonly string[]): Limits {
  return Object.fromEntries(
    values.map((value) => {
      const parts = pattern.exec(value)?.groups;
      if (!parts?.currency)
        throw new UsageFailure(
          `--amount-limit: "${value}" has to look like EUR=50..1000000, in minor units of the currency.`,
        );
      const { currency, minimum, maximum } = parts;
      const limit = { minimum: numberOf(minimum), maximum: numberOf(maximum) };
      return [currency.toUpperCase(), value.endsWith("=") ? null : limit];
    }),
  );
}

const numberOf = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits);

import type { Offer } from "../connectors/offer.ts";
import type { AmountLimit } from "../kernel/amount-limits.ts";
import { DEFAULT_MAXIMUM_AMOUNT, findCurrency } from "../kernel/currency.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import type { OfferBody } from "./schemas.ts";

/** The faults of a label and an offer that a schema can't express. */
export function offerFaults({ label, currencies, amountLimits }: OfferBody & { label?: string }): Problem[] {
  return [
    ...labelFaults(label ?? ""),
    ...(currencies ?? []).flatMap((code, index) => currencyFaults(code, `/currencies/${index}`)),
    ...Object.entries(amountLimits ?? {}).flatMap(([code, limit]) => limitFaults(code, limit)),
  ];
}

function labelFaults(label: string): Problem[] {
  const forbidden = findForbiddenText(label);
  if (!forbidden) return [];
  return [
    problem("text_invalid", `It must not contain ${forbidden.codePoint}: ${forbidden.reason}.`, "/label"),
  ];
}

function currencyFaults(code: string, param: string): Problem[] {
  if (findCurrency(code)) return [];
  return [problem("currency_invalid", `"${code.slice(0, 20)}" is not an active ISO 4217 currency.`, param)];
}

function limitFaults(code: string, { minimum, maximum }: Partial<AmountLimit>): Problem[] {
  const wrong = currencyFaults(code, "/amountLimits");
  if (wrong.length > 0) return wrong;
  const most = maximum ?? DEFAULT_MAXIMUM_AMOUNT;
  if (most > DEFAULT_MAXIMUM_AMOUNT) {
    const detail = `It has to be at most ${DEFAULT_MAXIMUM_AMOUNT}.`;
    return [problem("amount_invalid", detail, `/amountLimits/${code}/maximum`)];
  }
  if ((minimum ?? 0) <= most) return [];
  return [
    problem("amount_invalid", `The minimum has to be at most ${most}.`, `/amountLimits/${code}/minimum`),
  ];
}

/** The offer with the changes of a body. A field that isn't sent stays, null removes a restriction. */
export function mergeOffer(current: Offer, body: OfferBody): Offer {
  const upper = (codes: readonly string[] | null) => codes?.map((code) => code.toUpperCase()) ?? null;
  return {
    methods: body.methods === undefined ? current.methods : body.methods,
    currencies: body.currencies === undefined ? current.currencies : upper(body.currencies),
    countries: body.countries === undefined ? current.countries : upper(body.countries),
    amountLimits: body.amountLimits === undefined ? current.amountLimits : limitsOf(body.amountLimits),
  };
}

function limitsOf(limits: OfferBody["amountLimits"]): Offer["amountLimits"] {
  if (!limits) return null;
  return Object.fromEntries(
    Object.entries(limits).map(([code, { minimum, maximum }]) => [
      code.toUpperCase(),
      { minimum: minimum ?? null, maximum: maximum ?? null },
    ]),
  );
}

import type { Attempt, Payment } from "@kassa/sdk";
import { cardBrandName } from "../../../src/kernel/card-brand.ts";
import { has, t } from "../texts/texts.ts";

/** How a payment was made, as "Visa •••• 4242". */
export function methodOf({ method, attempts }: Payment): string {
  const attempt = attempts.at(-1);
  if (attempt) return attemptMethod(attempt);
  return method ? methodText(method) : "–";
}

/** How somebody tried to pay. */
export function attemptMethod({ card, bankAccount, method }: Attempt): string {
  if (card) return `${cardBrandName(card.brand) ?? methodText(method)} •••• ${card.last4}`;
  return bankAccount ? `${methodText(method)} •••• ${bankAccount.last4}` : methodText(method);
}

export function methodText(method: string): string {
  const name = `method.${method}`;
  return has(name) ? t(name) : method.replaceAll("_", " ");
}

import type { Payment } from "@kassa/sdk";

/** How a payment was made, as "visa •••• 4242". */
export function methodOf({ method, attempts }: Payment): string {
  const card = attempts.at(-1)?.card;
  if (card?.last4) return `${card.brand ?? "card"} •••• ${card.last4}`;
  return method?.replaceAll("_", " ") ?? "–";
}

import type { CheckoutSession } from "@kassa/sdk";
import type { Fact } from "../components/facts.tsx";
import { formatMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";

/** The items, with the quantities that the customer has chosen. */
export const itemFacts = ({ lineItems, currency }: CheckoutSession): Fact[] =>
  (lineItems ?? []).map(({ name, quantity, unitAmount }) => [
    `${quantity} × ${name}`,
    formatMoney(quantity * unitAmount, currency),
  ]);

/** The discount and the tip that the customer has chosen; nothing for an amount that couldn't be changed. */
export function amountFacts({ amountDetails, currency }: CheckoutSession): Fact[] {
  if (amountDetails === null) return [];
  const { subtotal, discount, promotionCode, tip } = amountDetails;
  const facts: (Fact | false)[] = [
    [t("amounts.subtotal"), formatMoney(subtotal, currency)],
    promotionCode !== null && [
      t("amounts.discount", { code: promotionCode }),
      formatMoney(-discount, currency),
    ],
    tip > 0 && [t("amounts.tip"), formatMoney(tip, currency)],
  ];
  return facts.filter((fact) => fact !== false);
}

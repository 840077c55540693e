import type { Payment } from "@kassa/sdk";
import { ActionDialog } from "../components/action-dialog.tsx";
import { formatMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";
import { review } from "./orders.ts";
import { useOrder } from "./use-order.ts";

export type Decision = "accept" | "return";

type Props = { readonly payment: Payment; readonly decision: Decision; readonly onClose: () => void };

/** Decides on a charge of another amount than was asked for. */
export function ReviewDialog({ payment, decision, onClose }: Props) {
  const order = useOrder(payment, decision, review(payment, decision));
  const { currency, amount, amountReceived } = payment;
  const amounts = {
    amount: formatMoney(amountReceived ?? amount, currency),
    wanted: formatMoney(amount, currency),
  };
  return (
    <ActionDialog
      title={t(`review.${decision}-title`)}
      amount={amounts.amount}
      effect={t(`review.${decision}-effect`, amounts)}
      action={t(`review.${decision}-submit`, amounts)}
      order={order}
      outcome={order.data && { text: t(`review.${decision}-done`, amounts) }}
      onClose={onClose}
    />
  );
}

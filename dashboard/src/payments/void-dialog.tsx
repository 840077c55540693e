import type { Payment } from "@kassa/sdk";
import { ActionDialog } from "../components/action-dialog.tsx";
import { formatMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";
import { release } from "./orders.ts";
import { useOrder } from "./use-order.ts";

/** Releases what was authorized and not captured. */
export function VoidDialog({
  payment,
  onClose,
}: {
  readonly payment: Payment;
  readonly onClose: () => void;
}) {
  const order = useOrder(payment, "", release(payment));
  const { currency, amountCaptured } = payment;
  const amounts = {
    amount: formatMoney(payment.amountCapturable, currency),
    captured: formatMoney(amountCaptured, currency),
  };
  const isPending = order.data !== undefined && order.data.amountCapturable > 0;
  return (
    <ActionDialog
      title={t("void.title")}
      amount={amounts.amount}
      effect={t(amountCaptured > 0 ? "void.effect-rest" : "void.effect", amounts)}
      action={t("void.submit", amounts)}
      order={order}
      outcome={order.data && { text: t(isPending ? "void.pending" : "void.done", amounts), isPending }}
      onClose={onClose}
    />
  );
}

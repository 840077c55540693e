import type { Dispute, Payment } from "@kassa/sdk";
import { ActionDialog } from "../components/action-dialog.tsx";
import { formatMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";
import { acceptDispute } from "./orders.ts";
import { useOrder } from "./use-order.ts";

type Props = { readonly dispute: Dispute; readonly payment: Payment; readonly onClose: () => void };

/** Lets the customer keep the money. */
export function AcceptDisputeDialog({ dispute, payment, onClose }: Props) {
  const order = useOrder(payment, "", acceptDispute(dispute));
  const amounts = { amount: formatMoney(dispute.amount, dispute.currency) };
  const isPending = order.data?.pendingAction === "accept";
  return (
    <ActionDialog
      title={t("accept-dispute.title")}
      amount={amounts.amount}
      effect={t("accept-dispute.effect", amounts)}
      action={t("accept-dispute.submit", amounts)}
      order={order}
      outcome={
        order.data && { text: t(isPending ? "disputes.pending" : "accept-dispute.done", amounts), isPending }
      }
      onClose={onClose}
    />
  );
}

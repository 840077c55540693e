import type { Payment } from "@kassa/sdk";
import { Select } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { ActionDialog } from "../components/action-dialog.tsx";
import { AmountInput, useTypedAmount } from "../components/amount-input.tsx";
import { formatMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";
import { refund } from "./orders.ts";
import { useOrder } from "./use-order.ts";

const reasons = ["requested_by_customer", "duplicate", "fraudulent", "other"] as const;

type Props = { readonly payment: Payment; readonly atMost: number; readonly onClose: () => void };

/** Refunds all or a part of a payment. */
export function RefundDialog({ payment, atMost, onClose }: Props) {
  const { mode } = useHere();
  const { currency } = payment;
  const value = useTypedAmount(atMost, currency, "amount.too-much");
  const [reason, setReason] = useState<string | null>(null);
  const amount = value.amount ?? 0;
  const order = useOrder(
    payment,
    `${amount}-${reason ?? ""}`,
    refund({ payment: payment.id, amount, ...(reason ? { reason } : {}) }),
  );
  return (
    <ActionDialog
      title={t("refund.title")}
      amount={value.shown}
      effect={t(mode === "live" ? "refund.effect-live" : "refund.effect", { amount: value.shown })}
      action={t("refund.submit", { amount: value.shown })}
      canSubmit={value.fault === null}
      order={order}
      outcome={
        order.data && {
          text: t(order.data.status === "succeeded" ? "refund.done" : "refund.pending", {
            amount: formatMoney(order.data.amount, currency),
          }),
          isPending: order.data.status !== "succeeded",
        }
      }
      onClose={onClose}
    >
      <AmountInput value={value} atMost={atMost} currency={currency} />
      <Select
        label={t("refund.reason")}
        placeholder={t("refund.reason.none")}
        clearable
        value={reason}
        data={reasons.map((each) => ({ value: each, label: t(`refund.reason.${each}`) }))}
        onChange={setReason}
      />
    </ActionDialog>
  );
}

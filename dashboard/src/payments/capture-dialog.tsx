import type { Payment } from "@kassa/sdk";
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { ActionDialog, type Outcome } from "../components/action-dialog.tsx";
import { AmountInput, useTypedAmount } from "../components/amount-input.tsx";
import { formatMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";
import { capture } from "./orders.ts";
import { accountsQuery } from "./queries.ts";
import { useOrder } from "./use-order.ts";

type Props = { readonly payment: Payment; readonly onClose: () => void };

/** Captures all or a part of what was authorized. */
export function CaptureDialog({ payment, onClose }: Props) {
  const { currency, amountCapturable: atMost } = payment;
  const value = useTypedAmount(atMost, currency, "amount.too-much-to-capture");
  const [isLast, setLast] = useState(false);
  const capturesOnce = useCapturesOnce(payment);
  const amount = value.amount ?? 0;
  const rest = atMost - amount;
  const final = rest > 0 && (isLast || capturesOnce);
  const order = useOrder(payment, `${amount}-${final}`, capture(payment, amount, final));
  const amounts = { amount: value.shown, rest: formatMoney(Math.max(0, rest), currency) };
  return (
    <ActionDialog
      title={t("capture.title")}
      amount={value.shown}
      effect={t(effectOf(rest, final), amounts)}
      action={t("capture.submit", amounts)}
      canSubmit={value.fault === null}
      order={order}
      outcome={order.data && outcomeOf(payment, order.data)}
      onClose={onClose}
    >
      <AmountInput value={value} atMost={atMost} currency={currency} />
      {rest > 0 && value.fault === null && (
        <Checkbox
          label={t("capture.final", amounts)}
          {...(capturesOnce && { description: t("capture.once") })}
          checked={final}
          disabled={capturesOnce}
          onChange={(event) => setLast(event.currentTarget.checked)}
        />
      )}
    </ActionDialog>
  );
}

function effectOf(rest: number, final: boolean) {
  if (rest <= 0) return "capture.effect";
  return final ? "capture.effect-final" : "capture.effect-part";
}

function outcomeOf(before: Payment, after: Payment): Outcome {
  const captured = after.amountCaptured - before.amountCaptured;
  if (captured > 0) return { text: t("capture.done", { amount: formatMoney(captured, after.currency) }) };
  if (after.amountCapturePending > 0) {
    const amount = formatMoney(after.amountCapturePending, after.currency);
    return { text: t("capture.pending", { amount }), isPending: true };
  }
  return { text: t("capture.refused"), isPending: true };
}

/** Whether the PSP releases the rest with the first capture. */
function useCapturesOnce(payment: Payment): boolean {
  const { place } = useHere();
  const accounts = useQuery(accountsQuery(place));
  const attempt = payment.attempts.findLast(({ status }) => status === "approved");
  const account = accounts.data?.data.find(({ id }) => id === attempt?.connectorAccount);
  const methods: Readonly<Record<string, { capture: string } | undefined>> = account?.capabilities ?? {};
  return attempt !== undefined && methods[attempt.method]?.capture === "once";
}

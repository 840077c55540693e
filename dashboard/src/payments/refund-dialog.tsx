import type { Payment } from "@kassa/sdk";
import { Alert, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { formatMoney, parseMoney, typedMoney } from "../components/money.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { refund } from "./queries.ts";

const reasons = ["requested_by_customer", "duplicate", "fraudulent"] as const;

type Props = { readonly payment: Payment; readonly atMost: number; readonly onClose: () => void };

/** Refunds all or a part of a payment. Pressing twice, or again after a lost answer, refunds once. */
export function RefundDialog({ payment, atMost, onClose }: Props) {
  const { place, mode } = useHere();
  const queryClient = useQueryClient();
  const { currency } = payment;
  const [typed, setTyped] = useState(typedMoney(atMost, currency));
  const [reason, setReason] = useState<string | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const amount = parseMoney(typed, currency);
  const fault = faultOf(amount, atMost, currency);
  const shown = amount === undefined ? "" : formatMoney(amount, currency);
  const order = useMutation({
    mutationFn: () =>
      refund(
        place,
        { payment: payment.id, amount: amount ?? 0, ...(reason ? { reason } : {}) },
        `${key}-${amount}`,
      ),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["payment", place, payment.id] }),
        queryClient.invalidateQueries({ queryKey: ["events", place, payment.session] }),
        queryClient.invalidateQueries({ queryKey: ["payments", place] }),
      ]),
  });
  return (
    <Dialog onClose={onClose} title={t("refund.title")}>
      {order.data ? (
        <Stack>
          <Alert color={order.data.status === "succeeded" ? "green" : "yellow"} role="status">
            {t(order.data.status === "succeeded" ? "refund.done" : "refund.pending", {
              amount: formatMoney(order.data.amount, currency),
            })}
          </Alert>
          <Button variant="default" onClick={onClose}>
            OK
          </Button>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!fault) order.mutate();
          }}
        >
          <Stack gap="md">
            {order.error && <Failure error={order.error} />}
            <TextInput
              label={`${t("refund.amount")} (${currency})`}
              description={t("refund.at-most", { amount: formatMoney(atMost, currency) })}
              error={fault}
              inputMode="decimal"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Select
              label={t("refund.reason")}
              placeholder={t("refund.reason.none")}
              clearable
              value={reason}
              data={reasons.map((each) => ({ value: each, label: t(`refund.reason.${each}`) }))}
              onChange={setReason}
            />
            <Text size="sm" c={mode === "live" ? "var(--kassa-danger)" : "var(--kassa-muted)"}>
              {mode === "live" ? t("refund.live-confirm", { amount: shown }) : t("refund.sandbox")}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t("cancel")}
              </Button>
              <Button
                type="submit"
                color={mode === "live" ? "red" : "kassa"}
                loading={order.isPending}
                disabled={fault !== null}
              >
                {t("refund.submit", { amount: shown })}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function faultOf(amount: number | undefined, atMost: number, currency: string): string | null {
  if (amount === undefined || amount === 0)
    return t("amount.invalid", { example: typedMoney(atMost, currency) });
  return amount > atMost ? t("amount.too-much", { amount: formatMoney(atMost, currency) }) : null;
}

import type { BankRefund } from "@kassa/sdk";
import { Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { LiveQuestion } from "../../components/live-question.tsx";
import { formatMoney } from "../../components/money.tsx";
import { t } from "../../texts/texts.ts";
import { refundsPath, setPayee } from "./refund-queries.ts";

/** Says where a refund goes, if the statement didn't. */
export function PayeeDialog({
  refund,
  onClose,
}: {
  readonly refund: BankRefund;
  readonly onClose: () => void;
}) {
  const { place, mode } = useHere();
  const [iban, setIban] = useState("");
  const [isAsking, setAsking] = useState(false);
  const keyOf = useOrderKeys();
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: () => setPayee(place, refund.id, iban.trim(), keyOf({ iban })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [refundsPath, place] });
      onClose();
    },
    // What is wrong with it is said at its field.
    onError: () => setAsking(false),
  });
  const amount = formatMoney(refund.amount, refund.currency);
  if (isAsking)
    return (
      <Dialog title={t("bank.set-iban-title", { amount })} onClose={onClose}>
        <LiveQuestion
          amount={amount}
          effect={t("bank.set-iban-live", { iban: iban.trim() })}
          action={t("bank.save")}
          order={{ ...set, error: null }}
          onCancel={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog title={t("bank.set-iban-title", { amount })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mode === "live") setAsking(true);
          else set.mutate();
        }}
      >
        <Stack gap="md">
          <Text>{t("bank.set-iban-help")}</Text>
          {mode === "live" && (
            <Text size="sm" c="var(--kassa-danger)">
              {t("entry.live")}
            </Text>
          )}
          <TextInput
            label={t("bank.payee-iban")}
            required
            data-autofocus
            error={set.error?.message}
            value={iban}
            onChange={({ currentTarget: { value } }) => setIban(value)}
          />
          <FormButtons onCancel={onClose} loading={set.isPending}>
            {t("bank.save")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

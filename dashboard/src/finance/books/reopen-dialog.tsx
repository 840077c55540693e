import { Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { monthText } from "./month-text.ts";
import { periodsQuery, reopenMonth } from "./queries.ts";

type Props = {
  readonly month: string;
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
};

/** Reopens the last closed month, with a reason for the audit log. */
export function ReopenDialog({ month, onDone, onClose }: Props) {
  const { place } = useHere();
  const [reason, setReason] = useState("");
  const keyOf = useOrderKeys();
  const queryClient = useQueryClient();
  const order = { month, reason: reason.trim() };
  const reopen = useMutation({
    mutationFn: () => reopenMonth(place, order, keyOf(order)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: periodsQuery(place).queryKey });
      onDone(t("books.reopened", { month: monthText(month) }));
      onClose();
    },
  });
  return (
    <Dialog title={t("books.reopen-title", { month: monthText(month) })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reopen.mutate();
        }}
      >
        <Stack gap="md">
          <Text>{t("books.reopen-help")}</Text>
          {reopen.error && <Failure error={reopen.error} />}
          <TextInput
            label={t("books.reason")}
            description={t("books.reason-help")}
            required
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <FormButtons
            onCancel={onClose}
            color="red"
            loading={reopen.isPending}
            disabled={order.reason === ""}
          >
            {t("books.reopen")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

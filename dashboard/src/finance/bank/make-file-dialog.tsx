import type { MerchantBankAccount } from "@kassa/sdk";
import { Checkbox, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isProblem } from "../../api/problem.ts";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { LiveQuestion } from "../../components/live-question.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { nameOfAccount } from "./account.ts";
import { type FileOrder, filesPath, makeFile, refundsPath } from "./refund-queries.ts";

type Props = {
  readonly account: MerchantBankAccount;
  /** What the file will send back. */
  readonly amount: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** Makes a file of the refunds that wait. After a restore, somebody has to say that the bank has none of them. */
export function MakeFileDialog({ account, amount, onDone, onClose }: Props) {
  const { place, mode } = useHere();
  const [isAsking, setAsking] = useState(false);
  const [isUnsent, setUnsent] = useState(false);
  const keyOf = useOrderKeys();
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () => {
      const order: FileOrder = { account: account.id, ...(isUnsent && { unsentConfirmed: true }) };
      return makeFile(place, order, keyOf(order));
    },
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [refundsPath, place] }),
        queryClient.invalidateQueries({ queryKey: [filesPath, place] }),
      ]);
      onDone();
      onClose();
    },
    // It may have to be said first that the bank has none of them.
    onError: () => setAsking(false),
  });
  const isUnsure = isUnsent || isProblem(make.error, "bank_refunds_unsure");
  const help = t("bank.make-file-help", { account: nameOfAccount(account) });
  const action = t("bank.make-file", { account: nameOfAccount(account) });
  if (isAsking)
    return (
      <Dialog title={t("bank.make-file-title")} onClose={onClose}>
        <LiveQuestion
          amount={amount}
          effect={help}
          action={action}
          order={{ ...make, error: null }}
          onCancel={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog title={t("bank.make-file-title")} onClose={onClose}>
      {make.error && <Failure error={make.error} />}
      <Text>{help}</Text>
      {isUnsure && (
        <Checkbox
          label={t("bank.unsure")}
          checked={isUnsent}
          onChange={({ currentTarget }) => setUnsent(currentTarget.checked)}
        />
      )}
      <FormButtons
        onCancel={onClose}
        loading={make.isPending}
        onClick={() => (mode === "live" ? setAsking(true) : make.mutate())}
      >
        {action}
      </FormButtons>
    </Dialog>
  );
}

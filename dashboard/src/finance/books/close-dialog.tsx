import type { LedgerDifferenceList } from "@kassa/sdk";
import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { formatMoney } from "../../components/money.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { has, t } from "../../texts/texts.ts";
import { useAccountName } from "./account-name.ts";
import { monthText } from "./month-text.ts";
import { type Closing, closeMonth, differencesQuery, periodsQuery } from "./queries.ts";

type Props = {
  readonly month: string;
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
};

/** Closes a month, after showing what speaks against it. */
export function CloseDialog({ month, onDone, onClose }: Props) {
  const { place } = useHere();
  const [isDespite, setDespite] = useState(false);
  const keyOf = useOrderKeys();
  const queryClient = useQueryClient();
  const found = useQuery(differencesQuery(place, month));
  const hasDifferences =
    found.data !== undefined && found.data.data.length + found.data.incompleteImports.length > 0;
  const close = useMutation({
    mutationFn: () => {
      const order: Closing = { month, ...(hasDifferences && isDespite && { despiteDifferences: true }) };
      return closeMonth(place, order, keyOf(order));
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: periodsQuery(place).queryKey });
      onDone(t("books.closed", { month: monthText(month) }));
      onClose();
    },
  });
  return (
    <Dialog title={t("books.close-title", { month: monthText(month) })} onClose={onClose}>
      <Text>{t("books.close-help")}</Text>
      {found.error && <Failure error={found.error} again={() => void found.refetch()} />}
      {found.isPending && <Loading as="text" />}
      {found.data && !hasDifferences && <Alert color="green">{t("books.nothing-against")}</Alert>}
      {found.data && hasDifferences && (
        <>
          <Against found={found.data} />
          <Checkbox
            label={t("books.close-despite")}
            checked={isDespite}
            onChange={({ currentTarget }) => setDespite(currentTarget.checked)}
          />
        </>
      )}
      {close.error && <Failure error={close.error} />}
      <FormButtons
        onCancel={onClose}
        data-autofocus
        loading={close.isPending}
        disabled={!found.data || (hasDifferences && !isDespite)}
        onClick={() => close.mutate()}
      >
        {t("books.close", { month: monthText(month) })}
      </FormButtons>
    </Dialog>
  );
}

/** What speaks against closing a month. */
function Against({ found }: { readonly found: LedgerDifferenceList }) {
  const nameOf = useAccountName();
  const differences = found.data.map(({ kind, connectorAccount, currency, count, amount }) => {
    const name = `difference.${kind}`;
    return t(has(name) ? name : "difference.exception", {
      account: nameOf(connectorAccount),
      amount: formatMoney(amount, currency),
      count,
    });
  });
  const sentences = [...found.incompleteImports.map(({ detail }) => detail), ...differences];
  return (
    <Alert color="yellow" title={t("books.against")}>
      <Stack gap="xs">
        <List size="sm" style={{ overflowWrap: "anywhere" }}>
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  );
}

import type { BankEntry, ListedExpectedTransfer } from "@kassa/sdk";
import { Box, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RequestProblem } from "../../api/problem.ts";
import { type Place, request } from "../../api/request.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { below, transfersQuery } from "./queries.ts";
import { TransferLine } from "./transfer-line.tsx";

type Props = {
  readonly entry: BankEntry;
  readonly onChoose: (transfer: ListedExpectedTransfer) => void;
  readonly onClose: () => void;
};

/** Chooses the transfer that money is for: by an id, or from the newest ones in its currency. */
export function MatchAnyDialog({ entry, onChoose, onClose }: Props) {
  const { place } = useHere();
  const [typed, setTyped] = useState("");
  const newest = useQuery(transfersQuery(place));
  const find = useMutation({ mutationFn: () => findTransfer(place, typed.trim()), onSuccess: onChoose });
  const fitting = (newest.data?.data ?? []).filter(
    ({ currency, status, follows }) => currency === entry.currency && status !== "paid" && follows === null,
  );
  return (
    <Dialog title={t("entry.match-any-title")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          find.mutate();
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            flex="1 1 200px"
            label={t("entry.match-any-field")}
            description={t("entry.match-any-help")}
            required
            data-autofocus
            value={typed}
            error={find.error?.message}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Button type="submit" variant="default" loading={find.isPending}>
            {t("entry.match-find")}
          </Button>
        </Group>
      </form>
      {newest.error && <Failure error={newest.error} again={() => void newest.refetch()} />}
      {newest.isPending && <Loading as="text" />}
      {newest.data && fitting.length === 0 && (
        <Text c="var(--kassa-muted)">{t("entry.no-transfers", { currency: entry.currency })}</Text>
      )}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {fitting.slice(0, 10).map((transfer) => (
          <Box key={transfer.id} component="li">
            <TransferLine transfer={transfer} onMatch={() => onChoose(transfer)} />
          </Box>
        ))}
      </Stack>
    </Dialog>
  );
}

type Transfers = { readonly data: readonly ListedExpectedTransfer[] };

async function findTransfer(place: Place, id: string): Promise<ListedExpectedTransfer> {
  if (id.startsWith("etr_")) return request(below("/api/expected-transfers", id), { place });
  const query = new URLSearchParams({ session: id, limit: "1" });
  const { data } = await request<Transfers>(`/api/expected-transfers?${query}`, { place });
  if (!data[0]) throw new RequestProblem(404, { detail: t("entry.match-not-found") });
  return data[0];
}

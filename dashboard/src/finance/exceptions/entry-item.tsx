import type { BankEntry } from "@kassa/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { Money } from "../../components/money.tsx";
import { Failure } from "../../components/states.tsx";
import { formatDay } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { counterpartyOf, signedAmount, textOf } from "../bank/entry.ts";
import { EntryException } from "../bank/entry-exception.tsx";
import { entryQuery } from "../bank/queries.ts";

type Props = { readonly entry: BankEntry; readonly onDecided: (said: string) => void };

/** Money on the bank account of which it isn't certain what it is for. */
export function EntryItem({ entry, onDecided }: Props) {
  const { place, membership, mode } = useHere();
  const decided = useQuery(entryQuery(place, entry.id));
  const params = { tenant: membership.tenant.id, mode, id: entry.id };
  const about = [counterpartyOf(entry), entry.bookingDate && formatDay(entry.bookingDate), textOf(entry)];
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Text component="div" style={{ overflowWrap: "anywhere" }}>
          <Text span fw={600}>
            <Money amount={signedAmount(entry)} currency={entry.currency} />
          </Text>{" "}
          <Text span size="sm" c="var(--kassa-muted)">
            {about.filter(Boolean).join(" · ")}
          </Text>
        </Text>
        <AnchorLink to="/$tenant/$mode/bank/entries/$id" params={params} size="sm">
          {t("entry.show")}
        </AnchorLink>
      </Group>
      {decided.error && <Failure error={decided.error} again={() => void decided.refetch()} />}
      {decided.isPending && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("loading")}
        </Text>
      )}
      {decided.data?.exceptions.map((exception) => (
        <EntryException
          key={exception.transaction}
          entry={decided.data}
          exception={exception}
          onDecided={onDecided}
        />
      ))}
    </Stack>
  );
}

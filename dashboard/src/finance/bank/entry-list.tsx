import type { BankEntry } from "@kassa/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHere } from "../../app/place.tsx";
import { AnchorLink, BoxLink } from "../../components/links.tsx";
import { Money } from "../../components/money.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Status } from "../../components/status.tsx";
import { formatDay } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { counterpartyOf, signedAmount, textOf } from "./entry.ts";
import { entriesQuery } from "./queries.ts";

type Props = { readonly filters: Readonly<Record<string, string>>; readonly empty: ReactNode };

/** Movements on bank accounts, those stored last first. */
export function EntryList({ filters, empty }: Props) {
  const { place } = useHere();
  const list = useInfiniteQuery(entriesQuery(place, filters));
  const toRow = useToRow();
  const columns = [
    { title: t("payments.amount"), align: "end" },
    { title: t("payments.status") },
    { title: t("bank.counterparty") },
    { title: t("bank.booked") },
  ] as const;
  return <Paged list={list} columns={columns} toRow={toRow} empty={empty} />;
}

function useToRow(): (entry: BankEntry) => Row {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  return (entry) => {
    const params = { tenant: membership.tenant.id, mode, id: entry.id };
    const to = { to: "/$tenant/$mode/bank/entries/$id", params } as const;
    const amount = <Money amount={signedAmount(entry)} currency={entry.currency} />;
    return {
      id: entry.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="amount" {...to} c="inherit" fw={600} underline="never">
          {amount}
        </AnchorLink>,
        <Status key="status" status={entry.matchStatus} />,
        <Party key="party" entry={entry} />,
        <Text key="day" size="sm" c="var(--kassa-muted)" style={{ whiteSpace: "nowrap" }}>
          {dayOf(entry)}
        </Text>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>{amount}</Text>
            <Status status={entry.matchStatus} />
          </Group>
          <Party entry={entry} />
          <Text size="xs" c="var(--kassa-muted)">
            {dayOf(entry)}
          </Text>
        </BoxLink>
      ),
    };
  };
}

const dayOf = ({ bookingDate }: BankEntry): string => (bookingDate ? formatDay(bookingDate) : "–");

function Party({ entry }: { readonly entry: BankEntry }) {
  return (
    <Stack gap={0}>
      <Text size="sm">{counterpartyOf(entry) ?? t("bank.no-counterparty")}</Text>
      <Text size="xs" c="var(--kassa-muted)" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        <bdi>{textOf(entry)}</bdi>
      </Text>
    </Stack>
  );
}

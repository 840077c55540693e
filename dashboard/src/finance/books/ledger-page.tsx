import type { LedgerEntry } from "@kassa/sdk";
import { Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { DownloadButton } from "../../components/download-button.tsx";
import { Money } from "../../components/money.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Empty } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { wordsFor } from "../../payments/words.ts";
import { t } from "../../texts/texts.ts";
import { PaymentLink } from "../exceptions/payment-link.tsx";
import { ledgerAccountName } from "./account-name.ts";
import { BooksHead } from "./books-head.tsx";
import { type LedgerFilters, ledgerAccounts } from "./ledger-filters.ts";
import { monthText } from "./month-text.ts";
import { newestMonths, rangeOf } from "./months.ts";
import { ledgerQuery } from "./queries.ts";

/** The entries of all movements of money, newest first, and as a file. */
export function LedgerPage() {
  const { place } = useHere();
  const { month, ...filters } = useSearch({ from: "/$tenant/$mode/books/ledger" });
  const asked = { ...filters, ...(month && rangeOf(month)) };
  const list = useInfiniteQuery(ledgerQuery(place, asked));
  return (
    <Stack gap="lg">
      <BooksHead help={t("books.ledger-help")}>
        <DownloadButton
          path={`/api/ledger/entries.csv?${new URLSearchParams(asked)}`}
          label={t("books.csv")}
        />
      </BooksHead>
      <FilterBar filters={{ ...filters, ...(month && { month }) }} />
      <Paged
        list={list}
        columns={[
          { title: t("payments.amount"), align: "end" },
          { title: t("books.account") },
          { title: t("books.what") },
          { title: t("books.payment") },
          { title: t("bank.booked") },
        ]}
        toRow={toRow}
        empty={<Empty title={t("books.no-entries")} help={t("books.no-entries-help")} />}
      />
    </Stack>
  );
}

function FilterBar({ filters }: { readonly filters: LedgerFilters }) {
  const navigate = useNavigate({ from: "/$tenant/$mode/books/ledger" });
  const [payment, setPayment] = useState(filters.payment ?? "");
  const apply = (changed: Record<string, string | undefined>): void =>
    void navigate({
      search: (now) =>
        Object.fromEntries(
          Object.entries({ ...now, ...changed }).filter(([, value]) => value),
        ) as LedgerFilters,
      replace: true,
    });
  const applyLater = useDebouncedCallback((value: string) => apply({ payment: value.trim() }), 250);
  return (
    <Group align="flex-end" gap="md">
      <Select
        size="md"
        label={t("books.account")}
        placeholder={t("books.any-account")}
        clearable
        flex="1 1 200px"
        value={filters.account ?? null}
        data={ledgerAccounts.map((value) => ({ value, label: ledgerAccountName(value) }))}
        onChange={(account) => apply({ account: account ?? undefined })}
      />
      <Select
        size="md"
        label={t("books.month")}
        placeholder={t("books.any-month")}
        clearable
        flex="1 1 160px"
        value={filters.month ?? null}
        data={newestMonths(24).map((value) => ({ value, label: monthText(value) }))}
        onChange={(month) => apply({ month: month ?? undefined })}
      />
      <TextInput
        label={t("books.payment-id")}
        flex="2 1 240px"
        value={payment}
        onChange={({ currentTarget: { value } }) => {
          setPayment(value);
          applyLater(value);
        }}
      />
    </Group>
  );
}

function toRow(entry: LedgerEntry): Row {
  const amount = <Money amount={entry.amount} currency={entry.currency} />;
  const kind = wordsFor("posting", entry.kind);
  const payment = entry.payment ? <PaymentLink id={entry.payment} /> : "–";
  return {
    id: entry.id,
    cells: [
      <Text key="amount" size="sm" fw={600}>
        {amount}
      </Text>,
      ledgerAccountName(entry.account),
      kind,
      payment,
      <When key="when" at={entry.createdAt} />,
    ],
    narrow: (
      <Stack gap={2} p="md">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>{amount}</Text>
          <Text size="sm">{ledgerAccountName(entry.account)}</Text>
        </Group>
        <Group justify="space-between">
          <Text size="xs" c="var(--kassa-muted)">
            {kind} · <When at={entry.createdAt} />
          </Text>
          {payment}
        </Group>
      </Stack>
    ),
  };
}

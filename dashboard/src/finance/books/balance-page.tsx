import type { Balance } from "@kassa/sdk";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { Card } from "../../components/card.tsx";
import { Figures } from "../../components/figures.tsx";
import { Money } from "../../components/money.tsx";
import { type Row, Rows } from "../../components/rows.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { has, t } from "../../texts/texts.ts";
import { useAccountName } from "./account-name.ts";
import { BooksHead } from "./books-head.tsx";
import { balanceQuery } from "./queries.ts";

type Currency = Balance["currencies"][number];
type Account = Currency["connectorAccounts"][number];
const figures = ["pending", "available", "reserved", "inTransit", "paidOut", "notTracked"] as const;

/** Where the money is. */
export function BalancePage() {
  const { place } = useHere();
  const balance = useQuery(balanceQuery(place));
  const currencies = balance.data?.currencies ?? [];
  return (
    <Stack gap="lg">
      <BooksHead help={t("books.balance-help")} />
      {balance.error && <Failure error={balance.error} again={() => void balance.refetch()} />}
      {balance.isPending && <Loading as="cards" />}
      {balance.data && currencies.length === 0 && (
        <Empty title={t("books.no-balance")} help={t("books.no-balance-help")} />
      )}
      {currencies.map((currency) => (
        <CurrencyCard key={currency.currency} balance={currency} />
      ))}
    </Stack>
  );
}

function CurrencyCard({ balance }: { readonly balance: Currency }) {
  const { currency } = balance;
  const nameOf = useAccountName();
  const columns = [
    { title: t("books.account") },
    ...figures.map((figure) => ({ title: t(`books.${figure}`), align: "end" as const })),
  ];
  return (
    <Card title={currency} help={t("books.earned-help")}>
      <Text component="div" fz={32} fw={600} className="money">
        <Money amount={balance.earned} currency={currency} />{" "}
        <Text span size="sm" fw={400} c="var(--kassa-muted)">
          {t("books.earned")}
        </Text>
      </Text>
      <Figures
        figures={figures.map((figure) => ({
          name: t(`books.${figure}`),
          value: <Money amount={balance[figure]} currency={currency} />,
          help: t(`books.${figure}-help`),
        }))}
      />
      <Rows
        columns={columns}
        rows={balance.connectorAccounts.map((account) =>
          toRow(account, nameOf(account.connectorAccount), currency),
        )}
      />
    </Card>
  );
}

function toRow(account: Account, name: string, currency: string): Row {
  const state = `books.settlements.${account.settlements}`;
  const title = (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="var(--kassa-muted)">
        {has(state) ? t(state) : account.settlements}
      </Text>
    </Stack>
  );
  const amountOf = (figure: (typeof figures)[number]) => {
    const amount = account[figure];
    return amount === null ? "–" : <Money key={figure} amount={amount} currency={currency} />;
  };
  return {
    id: account.connectorAccount,
    cells: [title, ...figures.map(amountOf)],
    narrow: (
      <Stack gap={4} p="md">
        {title}
        {figures.map((figure) => (
          <Text key={figure} size="sm" style={{ display: "flex", justifyContent: "space-between" }}>
            <span>{t(`books.${figure}`)}</span>
            {amountOf(figure)}
          </Text>
        ))}
      </Stack>
    ),
  };
}

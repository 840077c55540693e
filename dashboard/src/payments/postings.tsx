import type { LedgerEntry, Payment } from "@kassa/sdk";
import { Box, Group, Stack, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useHere } from "../app/place.tsx";
import { formatMoney } from "../components/money.tsx";
import { More } from "../components/more.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { postingsQuery } from "./queries.ts";
import { wordsFor } from "./words.ts";

/** What was posted to the ledger for a payment: a transaction for each movement, whose entries sum to zero. */
export function Postings({ payment }: { readonly payment: Payment }) {
  const { place } = useHere();
  const list = useInfiniteQuery(postingsQuery(place, payment.id));
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const transactions = [...Map.groupBy(entries, ({ transaction }) => transaction)];
  return (
    <Stack gap="md" pb="md">
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading as="text" />}
      {list.data && entries.length === 0 && <Text c="var(--kassa-muted)">{t("postings.none")}</Text>}
      {transactions.map(([id, parts]) => (
        <Transaction key={id} entries={parts} />
      ))}
      <More list={list} />
    </Stack>
  );
}

function Transaction({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const [first] = entries;
  if (!first) return null;
  const sorted = entries.toSorted((a, b) => b.amount - a.amount);
  return (
    <Box>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {wordsFor("posting", first.kind)}
        </Text>
        <Text size="xs" c="var(--kassa-muted)">
          <When at={first.createdAt} />
        </Text>
      </Group>
      <Table horizontalSpacing={0} verticalSpacing={6} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="46%">{t("postings.account")}</Table.Th>
            <Table.Th ta="end">{t("postings.debit")}</Table.Th>
            <Table.Th ta="end">{t("postings.credit")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map(({ id, account, amount, currency }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{wordsFor("account", account)}</Table.Td>
              <Table.Td ta="end" className="money">
                {amount > 0 ? formatMoney(amount, currency) : ""}
              </Table.Td>
              <Table.Td ta="end" className="money">
                {amount < 0 ? formatMoney(-amount, currency) : ""}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

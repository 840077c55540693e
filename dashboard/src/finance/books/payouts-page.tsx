import type { Settlement } from "@kassa/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useHere } from "../../app/place.tsx";
import { AnchorLink, BoxLink } from "../../components/links.tsx";
import { formatMoney, Money } from "../../components/money.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { useFirstLoad } from "../../components/use-first-load.ts";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { useAccountName } from "./account-name.ts";
import { BooksHead } from "./books-head.tsx";
import { connectorAccountsQuery, payoutsQuery } from "./queries.ts";
import { ReportUpload } from "./report-upload.tsx";

/** What the payment providers paid out. */
export function PayoutsPage() {
  const { place } = useHere();
  const list = useInfiniteQuery(payoutsQuery(place));
  // Whether reports can be dropped above the list: otherwise it would move.
  const accounts = useQuery(connectorAccountsQuery(place));
  const isPending = useFirstLoad(list.isPending || accounts.isPending);
  const toRow = useToRow();
  if (isPending)
    return (
      <Stack gap="lg">
        <BooksHead help={t("books.payouts-help")} />
        <Loading />
      </Stack>
    );
  return (
    <Stack gap="lg">
      <BooksHead help={t("books.payouts-help")} />
      {accounts.error && <Failure error={accounts.error} again={() => void accounts.refetch()} />}
      <ReportUpload />
      <Paged
        list={list}
        columns={[
          { title: t("payments.amount"), align: "end" },
          { title: t("payments.status") },
          { title: t("books.account") },
          { title: t("books.at-bank") },
          { title: t("books.adds-up") },
          { title: t("books.paid-out-at") },
        ]}
        toRow={toRow}
        empty={<Empty title={t("books.no-payouts")} help={t("books.no-payouts-help")} />}
      />
    </Stack>
  );
}

function useToRow(): (payout: Settlement) => Row {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  const nameOf = useAccountName();
  return (payout) => {
    const { id, pspReference, amount, currency, status, bankEntry } = payout;
    const params = { tenant: membership.tenant.id, mode, reference: pspReference };
    const to = { to: "/$tenant/$mode/books/payouts/$reference", params } as const;
    const arrived = t(bankEntry ? "books.arrived" : "books.not-arrived");
    return {
      id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="amount" {...to} c="inherit" fw={600} underline="never">
          <Money amount={amount} currency={currency} />
        </AnchorLink>,
        <Status key="status" status={status} />,
        nameOf(payout.connectorAccount),
        arrived,
        addsUp(payout),
        <When key="when" at={payout.paidOutAt} />,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>
              <Money amount={amount} currency={currency} />
            </Text>
            <Status status={status} />
          </Group>
          <Text size="xs">
            {arrived} · {addsUp(payout)}
          </Text>
          <Text size="xs" c="var(--kassa-muted)">
            <When at={payout.paidOutAt} />
          </Text>
        </BoxLink>
      ),
    };
  };
}

/** Whether the lines of a payout are its amount. */
function addsUp({ difference, currency }: Settlement): string {
  if (difference === null) return t("books.lines-unknown");
  return difference === 0
    ? t("books.lines-fit")
    : t("books.lines-differ", { amount: formatMoney(difference, currency) });
}

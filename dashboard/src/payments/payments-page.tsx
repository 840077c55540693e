import type { Payment } from "@kassa/sdk";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Money } from "../components/money.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { type PaymentColumn, usePaymentColumns } from "./columns.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { methodOf } from "./method.ts";
import { paymentsQuery } from "./queries.ts";

/** All payments of the tenant and mode, newest first, or those that match the filters in the address. */
export function PaymentsPage() {
  const { place } = useHere();
  const filters = useSearch({ from: "/$tenant/$mode/payments" });
  const list = useInfiniteQuery(paymentsQuery(place, filters));
  const payments = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const columns = usePaymentColumns(payments);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("payments.title")}
        </Title>
        <Group gap="sm">
          <ColumnsMenu {...columns} />
          <ExportMenu filters={filters} />
        </Group>
      </Group>
      <FilterBar filters={filters} />
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && payments.length === 0 && <NoPayments isFiltered={Object.keys(filters).length > 0} />}
      {payments.length > 0 && <PaymentList payments={payments} columns={columns.shown} />}
      {list.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t("payments.more")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function NoPayments({ isFiltered }: { readonly isFiltered: boolean }) {
  const navigate = useNavigate({ from: "/$tenant/$mode/payments" });
  if (!isFiltered) return <Empty title={t("payments.none")} help={t("payments.none-help")} />;
  return (
    <Empty title={t("payments.none-found")} help={t("payments.none-found-help")}>
      <Button variant="default" onClick={() => void navigate({ search: {} })}>
        {t("payments.clear")}
      </Button>
    </Empty>
  );
}

function PaymentList({ payments, columns }: ListProps) {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  const rows = payments.map((payment): Row => {
    const params = { tenant: membership.tenant.id, mode, id: payment.id };
    const to = { to: "/$tenant/$mode/payments/$id", params } as const;
    return {
      id: payment.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="amount" {...to} c="inherit" fw={600} underline="never">
          <Money amount={payment.amount} currency={payment.currency} />
        </AnchorLink>,
        ...columns.map(({ cell }) => cell(payment)),
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <PaymentSummary payment={payment} />
        </BoxLink>
      ),
    };
  });
  return <Rows columns={[{ title: t("payments.amount"), align: "end" }, ...columns]} rows={rows} />;
}

type ListProps = { readonly payments: readonly Payment[]; readonly columns: readonly PaymentColumn[] };

function PaymentSummary({ payment }: { readonly payment: Payment }) {
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>
          <Money amount={payment.amount} currency={payment.currency} />
        </Text>
        <Status status={payment.status} />
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="xs" truncate>
          {payment.customerEmail ?? methodOf(payment)}
        </Text>
        <Text size="xs" c="var(--kassa-muted)" style={{ whiteSpace: "nowrap" }}>
          <When at={payment.createdAt} />
        </Text>
      </Group>
    </>
  );
}

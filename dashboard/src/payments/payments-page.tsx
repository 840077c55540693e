import type { Payment } from "@kassa/sdk";
import { Button, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Money } from "../components/money.tsx";
import { type Column, type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status, statusText } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { type Filters, statuses } from "./filters.ts";
import { methodOf } from "./method.ts";
import { paymentsQuery } from "./queries.ts";

/** All payments of the tenant and mode, newest first, or those that match the filters in the address. */
export function PaymentsPage() {
  const { place } = useHere();
  const filters = useSearch({ from: "/$tenant/$mode/payments" });
  const list = useInfiniteQuery(paymentsQuery(place, filters));
  const payments = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {t("payments.title")}
      </Title>
      <FilterBar filters={filters} />
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && payments.length === 0 && <NoPayments isFiltered={Object.keys(filters).length > 0} />}
      {payments.length > 0 && <PaymentList payments={payments} />}
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

function FilterBar({ filters }: { readonly filters: Filters }) {
  const navigate = useNavigate({ from: "/$tenant/$mode/payments" });
  const [text, setText] = useState(filters.search ?? "");
  const apply = (changed: Record<string, string | undefined>): void =>
    void navigate({
      search: (now) =>
        Object.fromEntries(Object.entries({ ...now, ...changed }).filter(([, value]) => value)) as Filters,
      replace: true,
    });
  const search = useDebouncedCallback((value: string) => apply({ search: value.trim() || undefined }), 250);
  return (
    <Group align="flex-end" gap="md">
      <TextInput
        flex={1}
        miw={240}
        type="search"
        label={t("payments.search")}
        description={t("payments.search-hint")}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          search(value);
        }}
      />
      <Select
        label={t("payments.status")}
        placeholder={t("payments.any-status")}
        clearable
        w={200}
        value={filters.status ?? null}
        data={statuses.map((status) => ({ value: status, label: statusText(status) }))}
        onChange={(status) => apply({ status: status ?? undefined })}
      />
    </Group>
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

const columns = (): Column[] => [
  { title: t("payments.amount"), align: "end" },
  { title: t("payments.status") },
  { title: t("payments.customer") },
  { title: t("payments.method") },
  { title: t("payments.created") },
];

function PaymentList({ payments }: { readonly payments: readonly Payment[] }) {
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
        <Status key="status" status={payment.status} />,
        payment.customerEmail ?? payment.clientReferenceId ?? "–",
        methodOf(payment),
        <Text key="created" size="sm" c="var(--kassa-muted)">
          <When at={payment.createdAt} />
        </Text>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <PaymentSummary payment={payment} />
        </BoxLink>
      ),
    };
  });
  return <Rows columns={columns()} rows={rows} />;
}

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

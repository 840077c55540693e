import { Button, Group, Stack, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { More } from "../components/more.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { usePaymentColumns } from "./columns.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { PaymentList } from "./payment-list.tsx";
import { paymentsQuery } from "./queries.ts";
import { ViewsMenu } from "./views/views-menu.tsx";

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
          <ViewsMenu filters={filters} columns={columns} />
          <ColumnsMenu {...columns} />
          <ExportMenu filters={filters} shown={columns.chosen} />
        </Group>
      </Group>
      <FilterBar filters={filters} />
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && payments.length === 0 && <NoPayments isFiltered={Object.keys(filters).length > 0} />}
      {payments.length > 0 && <PaymentList payments={payments} columns={columns.shown} />}
      <More list={list} />
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

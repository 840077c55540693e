import type { LedgerPeriod } from "@kassa/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { type Row, Rows } from "../../components/rows.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { BooksHead } from "./books-head.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { monthText } from "./month-text.ts";
import { lastClosed, nextToClose } from "./months.ts";
import { periodsQuery } from "./queries.ts";
import { ReopenDialog } from "./reopen-dialog.tsx";

type Asking = { readonly what: "close" | "reopen"; readonly month: string } | null;

/** Closed months, closing the next one, and reopening the last. */
export function MonthsPage() {
  const { place, may } = useHere();
  const list = useQuery(periodsQuery(place));
  const [asking, setAsking] = useState<Asking>(null);
  const [said, setSaid] = useState<string | null>(null);
  const mayChange = may("ledger_periods:write");
  const periods = list.data?.data ?? [];
  const next = list.data && nextToClose(periods);
  const last = lastClosed(periods);
  const rows = periods.map((period) =>
    toRow(
      period,
      mayChange && period.month === last
        ? () => setAsking({ what: "reopen", month: period.month })
        : undefined,
    ),
  );
  const columns = [
    { title: t("books.month") },
    { title: t("payments.status") },
    { title: t("books.closed-at") },
    { title: t("keys.actions"), isBare: true },
  ];
  const close = () => setAsking(null);
  return (
    <Stack gap="lg">
      <BooksHead help={t("books.months-help")} />
      {said && (
        <Alert color="green" role="status">
          {said}
        </Alert>
      )}
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {mayChange && next && (
        <Group>
          <Button onClick={() => setAsking({ what: "close", month: next })}>
            {t("books.close", { month: monthText(next) })}
          </Button>
        </Group>
      )}
      {list.data && rows.length === 0 && (
        <Empty title={t("books.no-months")} help={t("books.no-months-help")} />
      )}
      {rows.length > 0 && <Rows columns={columns} rows={rows} />}
      {asking?.what === "close" && <CloseDialog month={asking.month} onDone={setSaid} onClose={close} />}
      {asking?.what === "reopen" && <ReopenDialog month={asking.month} onDone={setSaid} onClose={close} />}
    </Stack>
  );
}

function toRow(period: LedgerPeriod, reopen?: () => void): Row {
  const hasDifferences = period.differences.length + period.incompleteImports.length > 0;
  const name = (
    <Stack gap={0}>
      <Text fw={600}>{monthText(period.month)}</Text>
      {hasDifferences && (
        <Text size="xs" c="var(--kassa-muted)">
          {t("books.despite")}
        </Text>
      )}
      {period.reason && (
        <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
          {t("books.because", { reason: period.reason })}
        </Text>
      )}
    </Stack>
  );
  const status = <Status status={period.status} />;
  const action = reopen && (
    <Group justify="flex-end">
      <Button size="compact-md" variant="default" onClick={reopen}>
        {t("books.reopen")}
      </Button>
    </Group>
  );
  return {
    id: period.month,
    cells: [name, status, <When key="at" at={period.closedAt} />, action],
    narrow: (
      <Stack gap="xs" p="md">
        {name}
        <Group justify="space-between">
          {status}
          {action}
        </Group>
      </Stack>
    ),
  };
}

import type { BankRefundFile } from "@kassa/sdk";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { DownloadButton } from "../../components/download-button.tsx";
import { formatMoney, Money } from "../../components/money.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { formatDay } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { below } from "./queries.ts";
import { filesPath, filesQuery, markFile, refundsPath } from "./refund-queries.ts";

type Asking = { readonly file: BankRefundFile; readonly status: "sent" | "cancelled" } | null;

/** The files that were made for the bank: download one, and say whether the bank took it. */
export function RefundFiles() {
  const { place, may } = useHere();
  const list = useInfiniteQuery(filesQuery(place));
  const [asking, setAsking] = useState<Asking>(null);
  const ask = may("refunds:write") ? setAsking : undefined;
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t("bank.refund-files")}
      </Title>
      <Paged
        list={list}
        columns={[
          { title: t("payments.amount"), align: "end" },
          { title: t("bank.count"), align: "end" },
          { title: t("payments.status") },
          { title: t("keys.actions"), isBare: true },
        ]}
        toRow={(file) => toRow(file, ask)}
        empty={<Empty title={t("bank.no-files")} help={t("bank.no-files-help")} />}
      />
      {asking && <MarkDialog {...asking} onClose={() => setAsking(null)} />}
    </Stack>
  );
}

function toRow(file: BankRefundFile, ask?: (asking: Asking) => void): Row {
  const amount = (
    <Text fw={600} size="sm">
      <Money amount={file.amount} currency={file.currency} />
    </Text>
  );
  const status = (
    <Group gap="xs">
      <Status status={file.status} />
      <Text size="xs" c="var(--kassa-muted)">
        {t("bank.executed-on", { day: formatDay(file.executionDate) })}
      </Text>
    </Group>
  );
  const actions = (
    <Group gap="xs" justify="flex-end" align="flex-start">
      <DownloadButton path={`${below(filesPath, file.id)}/content`} label={t("bank.download")} />
      {file.status === "made" &&
        ask &&
        (["sent", "cancelled"] as const).map((next) => (
          <Button key={next} variant="default" onClick={() => ask({ file, status: next })}>
            {t(`bank.mark-${next}`)}
          </Button>
        ))}
    </Group>
  );
  return {
    id: file.id,
    cells: [amount, file.refunds, status, actions],
    narrow: (
      <Stack gap="xs" p="md">
        <Group justify="space-between">
          {amount}
          {status}
        </Group>
        {actions}
      </Stack>
    ),
  };
}

type MarkProps = NonNullable<Asking> & { readonly onClose: () => void };

function MarkDialog({ file, status, onClose }: MarkProps) {
  const { place, mode } = useHere();
  const amount = formatMoney(file.amount, file.currency);
  const keyOf = useOrderKeys();
  const queryClient = useQueryClient();
  return (
    <Confirm
      title={t(`bank.mark-${status}-title`, { amount })}
      help={t(`bank.mark-${status}-help`)}
      action={t(`bank.mark-${status}`)}
      isHarmful={status === "cancelled"}
      liveAmount={mode === "live" ? amount : undefined}
      onClose={onClose}
      onConfirm={async () => {
        await markFile(place, file.id, status, keyOf({ status }));
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: [refundsPath, place] }),
          queryClient.invalidateQueries({ queryKey: [filesPath, place] }),
        ]);
      }}
    />
  );
}

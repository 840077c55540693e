import type { SettlementLine } from "@kassa/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useHere } from "../../app/place.tsx";
import { Head } from "../../components/head.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { Money } from "../../components/money.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { has, t } from "../../texts/texts.ts";
import { PaymentLink } from "../exceptions/payment-link.tsx";
import { linesQuery } from "./queries.ts";

/** What a payout pays: charges, refunds, fees and what else the payment provider booked. */
export function PayoutPage() {
  const { place, membership, mode } = useHere();
  const { reference } = useParams({ from: "/$tenant/$mode/books/payouts/$reference" });
  const list = useInfiniteQuery(linesQuery(place, reference));
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/books/payouts" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("books.all-payouts")}
      </AnchorLink>
      <Head title={t("books.payout", { reference })} help={t("books.payout-help")} />
      <Paged
        list={list}
        columns={[
          { title: t("books.net"), align: "end" },
          { title: t("books.gross"), align: "end" },
          { title: t("books.fee"), align: "end" },
          { title: t("books.what") },
          { title: t("payments.status") },
          { title: t("bank.booked") },
        ]}
        toRow={toRow}
        empty={<Empty title={t("books.no-lines")} help={t("books.no-lines-help")} />}
      />
    </Stack>
  );
}

function toRow(line: SettlementLine): Row {
  const money = (amount: number) => <Money amount={amount} currency={line.currency} />;
  const type = `line-type.${line.type}`;
  const what = (
    <Stack gap={0}>
      <Text size="sm">{has(type) ? t(type) : line.type}</Text>
      <Text size="xs" c="var(--kassa-muted)">
        {line.orderReference ?? line.about}
      </Text>
      {line.payment && <PaymentLink id={line.payment} />}
    </Stack>
  );
  return {
    id: line.id,
    cells: [
      <Text key="net" fw={600} size="sm">
        {money(line.net)}
      </Text>,
      money(line.gross),
      money(line.fee),
      what,
      <Status key="status" status={line.status} />,
      <When key="when" at={line.bookedAt} />,
    ],
    narrow: (
      <Stack gap={4} p="md">
        <Group justify="space-between">
          <Text fw={600}>{money(line.net)}</Text>
          <Status status={line.status} />
        </Group>
        {what}
      </Stack>
    ),
  };
}

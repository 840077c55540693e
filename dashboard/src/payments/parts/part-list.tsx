import { Group, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHere } from "../../app/place.tsx";
import { AnchorLink, BoxLink } from "../../components/links.tsx";
import { Money } from "../../components/money.tsx";
import { Paged, pagedQuery } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { type PartFilters, partQuery } from "./filters.ts";

/** What a refund and a dispute have in common. */
type Part = {
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly clientReferenceId: string | null;
  readonly createdAt: string;
};

type Props<Item> = {
  readonly path: string;
  readonly filters: PartFilters;
  /** Why it came to it, in words. */
  readonly reasonOf: (item: Item) => string;
  /** What is shown if there is nothing. */
  readonly empty: ReactNode;
};

/** Refunds or disputes, newest first. Each opens its payment. */
export function PartList<Item extends Part>({ path, filters, reasonOf, empty }: Props<Item>) {
  const { place, membership, mode } = useHere();
  const navigate = useNavigate();
  const list = useInfiniteQuery(pagedQuery<Item>(place, path, partQuery(filters)));
  const toRow = (item: Item): Row => {
    const params = { tenant: membership.tenant.id, mode, id: item.payment };
    const to = { to: "/$tenant/$mode/payments/$id", params } as const;
    return {
      id: item.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="amount" {...to} c="inherit" fw={600} underline="never">
          <Money amount={item.amount} currency={item.currency} />
        </AnchorLink>,
        <Status key="status" status={item.status} />,
        reasonOf(item),
        item.clientReferenceId ?? "–",
        <Text key="created" size="sm" c="var(--kassa-muted)">
          <When at={item.createdAt} />
        </Text>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>
              <Money amount={item.amount} currency={item.currency} />
            </Text>
            <Status status={item.status} />
          </Group>
          <Group justify="space-between" gap="sm">
            <Text size="xs">{reasonOf(item)}</Text>
            <Text size="xs" c="var(--kassa-muted)">
              <When at={item.createdAt} />
            </Text>
          </Group>
        </BoxLink>
      ),
    };
  };
  return (
    <Paged
      list={list}
      columns={[
        { title: t("payments.amount"), align: "end" },
        { title: t("payments.status") },
        { title: t("parts.reason") },
        { title: t("payment.order") },
        { title: t("payments.created") },
      ]}
      toRow={toRow}
      empty={empty}
    />
  );
}

import type { PaymentLink } from "@kassa/sdk";
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { Choice } from "../components/filter-fields.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Money } from "../components/money.tsx";
import { Paged, pagedQuery } from "../components/paged.tsx";
import type { Row } from "../components/rows.tsx";
import { Empty } from "../components/states.tsx";
import { Status, statusText } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { readLinkFilters } from "./filters.ts";
import { linkStatus } from "./link-status.ts";
import { NewLinkDialog } from "./new-link-dialog.tsx";
import { paidCount } from "./paid-count.ts";
import { linksPath } from "./queries.ts";

/** The reusable links, newest first. */
export function LinksPage() {
  const { place, may, membership, mode } = useHere();
  const filters = useSearch({ from: "/$tenant/$mode/payment-links" });
  const navigate = useNavigate({ from: "/$tenant/$mode/payment-links" });
  const list = useInfiniteQuery(pagedQuery<PaymentLink>(place, linksPath, { ...filters }));
  const [isMaking, making] = useDisclosure(false);
  const toRow = (link: PaymentLink): Row => {
    const params = { tenant: membership.tenant.id, mode, id: link.id };
    const to = { to: "/$tenant/$mode/payment-links/$id", params } as const;
    return {
      id: link.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="name" {...to} c="inherit" fw={600} underline="never">
          {link.name}
        </AnchorLink>,
        <Status key="status" status={linkStatus(link)} />,
        <Money key="amount" amount={link.amount} currency={link.currency} />,
        <span key="paid" className="money">
          {paidCount(link)}
        </span>,
        <Text key="created" size="sm" c="var(--kassa-muted)">
          <When at={link.createdAt} />
        </Text>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text fw={600} truncate dir="auto">
              {link.name}
            </Text>
            <Status status={linkStatus(link)} />
          </Group>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">
              <Money amount={link.amount} currency={link.currency} />
            </Text>
            <Text size="xs" c="var(--kassa-muted)">
              {t("links.paid")}: {paidCount(link)}
            </Text>
          </Group>
        </BoxLink>
      ),
    };
  };
  return (
    <Stack gap="lg">
      <Head title={t("links.title")} help={t("links.help")}>
        {may("checkout_sessions:write") && <Button onClick={making.open}>{t("links.new")}</Button>}
      </Head>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Choice
          label={t("payments.status")}
          value={filters.active}
          options={[
            ["true", statusText("active")],
            ["false", statusText("inactive")],
          ]}
          onChange={(active) => void navigate({ search: readLinkFilters({ active }), replace: true })}
        />
      </SimpleGrid>
      <Paged
        list={list}
        columns={[
          { title: t("links.name") },
          { title: t("payments.status") },
          { title: t("payments.amount"), align: "end" },
          { title: t("links.paid"), align: "end" },
          { title: t("payments.created") },
        ]}
        toRow={toRow}
        empty={
          filters.active ? (
            <Empty title={t("links.none-found")} help={t("filters.none-found-help")} />
          ) : (
            <Empty title={t("links.none")} help={t("links.none-help")} />
          )
        }
      />
      {isMaking && <NewLinkDialog onClose={making.close} />}
    </Stack>
  );
}

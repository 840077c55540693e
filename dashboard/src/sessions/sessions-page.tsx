import type { CheckoutSession } from "@kassa/sdk";
import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Money } from "../components/money.tsx";
import { Paged, pagedQuery } from "../components/paged.tsx";
import type { Row } from "../components/rows.tsx";
import { Empty } from "../components/states.tsx";
import { Status, statusText } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { type SessionFilters, sessionStatuses } from "./filters.ts";
import { NewSessionDialog } from "./new-session-dialog.tsx";
import { sessionsPath } from "./queries.ts";

/** What customers were asked to pay, newest first. A new one gives a link to send to somebody. */
export function SessionsPage() {
  const { place, may, membership, mode } = useHere();
  const filters = useSearch({ from: "/$tenant/$mode/sessions" });
  const navigate = useNavigate();
  const list = useInfiniteQuery(pagedQuery<CheckoutSession>(place, sessionsPath, { ...filters }));
  const [isAsking, asking] = useDisclosure(false);
  const toRow = (session: CheckoutSession): Row => {
    const params = { tenant: membership.tenant.id, mode, id: session.id };
    const to = { to: "/$tenant/$mode/sessions/$id", params } as const;
    const who = session.customerEmail ?? session.clientReferenceId ?? "–";
    return {
      id: session.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="amount" {...to} c="inherit" fw={600} underline="never">
          <Money amount={session.amount} currency={session.currency} />
        </AnchorLink>,
        <Status key="status" status={session.status} />,
        who,
        session.description ?? "–",
        <Text key="created" size="sm" c="var(--kassa-muted)">
          <When at={session.createdAt} />
        </Text>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>
              <Money amount={session.amount} currency={session.currency} />
            </Text>
            <Status status={session.status} />
          </Group>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="xs" truncate dir="auto">
              {who}
            </Text>
            <Text size="xs" c="var(--kassa-muted)" style={{ whiteSpace: "nowrap" }}>
              <When at={session.createdAt} />
            </Text>
          </Group>
        </BoxLink>
      ),
    };
  };
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack gap="lg">
      <Head title={t("sessions.title")} help={t("sessions.help")}>
        {may("checkout_sessions:write") && <Button onClick={asking.open}>{t("sessions.new")}</Button>}
      </Head>
      <FilterBar filters={filters} />
      <Paged
        list={list}
        columns={[
          { title: t("payments.amount"), align: "end" },
          { title: t("payments.status") },
          { title: t("payments.customer") },
          { title: t("sessions.description") },
          { title: t("payments.created") },
        ]}
        toRow={toRow}
        empty={
          <Empty
            title={t(isFiltered ? "sessions.none-found" : "sessions.none")}
            help={t(isFiltered ? "sessions.none-found-help" : "sessions.none-help")}
          />
        }
      />
      {isAsking && <NewSessionDialog onClose={asking.close} />}
    </Stack>
  );
}

function FilterBar({ filters }: { readonly filters: SessionFilters }) {
  const navigate = useNavigate({ from: "/$tenant/$mode/sessions" });
  const [email, setEmail] = useState(filters.customerEmail ?? "");
  const [order, setOrder] = useState(filters.clientReferenceId ?? "");
  const apply = (changed: SessionFilters): void =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace: true });
  const applySoon = useDebouncedCallback(apply, 250);
  return (
    <Group align="flex-end" gap="md">
      <TextInput
        flex={1}
        miw={200}
        label={t("payments.customer")}
        placeholder="rosa@shop.example"
        value={email}
        onChange={({ currentTarget: { value } }) => {
          setEmail(value);
          applySoon({ customerEmail: value });
        }}
      />
      <TextInput
        flex={1}
        miw={200}
        label={t("payment.order")}
        value={order}
        onChange={({ currentTarget: { value } }) => {
          setOrder(value);
          applySoon({ clientReferenceId: value });
        }}
      />
      <Select
        label={t("payments.status")}
        placeholder={t("filters.any")}
        clearable
        w={200}
        value={filters.status ?? null}
        data={sessionStatuses.map((status) => ({ value: status, label: statusText(status) }))}
        onChange={(status) => apply({ status: status ?? "" })}
      />
    </Group>
  );
}

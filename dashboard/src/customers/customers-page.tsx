import { Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Money } from "../components/money.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { type Customer, customersQuery } from "./queries.ts";

/** Customers by their e-mail addresses: those of the newest payments, or those that a search finds. */
export function CustomersPage() {
  const { place } = useHere();
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 250);
  const customers = useQuery({ ...customersQuery(place, search), placeholderData: keepPreviousData });
  return (
    <Stack gap="lg">
      <Head title={t("customers.title")} help={t("customers.help")} />
      <TextInput
        type="search"
        label={t("payments.search")}
        description={t("customers.search-hint")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {customers.error && <Failure error={customers.error} again={() => void customers.refetch()} />}
      {customers.isPending && <Loading />}
      {customers.data?.length === 0 && (
        <Empty
          title={t(search === "" ? "customers.none" : "customers.none-found")}
          help={t(search === "" ? "customers.none-help" : "payments.none-found-help")}
        />
      )}
      {customers.data && customers.data.length > 0 && <List customers={customers.data} />}
    </Stack>
  );
}

function List({ customers }: { readonly customers: readonly Customer[] }) {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  const rows = customers.map(({ email, latest }): Row => {
    const to = {
      to: "/$tenant/$mode/customers/$email",
      params: { tenant: membership.tenant.id, mode, email },
    } as const;
    return {
      id: email,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="email" {...to} c="inherit" fw={600} underline="never">
          {email}
        </AnchorLink>,
        <Money key="amount" amount={latest.amount} currency={latest.currency} />,
        <When key="at" at={latest.createdAt} />,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            <bdi>{email}</bdi>
          </Text>
          <Text size="xs" c="var(--kassa-muted)">
            <Money amount={latest.amount} currency={latest.currency} /> · <When at={latest.createdAt} />
          </Text>
        </BoxLink>
      ),
    };
  });
  const columns = [
    { title: t("sign-in.email") },
    { title: t("customers.latest"), align: "end" as const },
    { title: t("payments.created") },
  ];
  return <Rows columns={columns} rows={rows} />;
}

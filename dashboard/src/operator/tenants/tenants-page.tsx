import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Head } from "../../components/head.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { type Row, Rows } from "../../components/rows.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { NewTenantDialog } from "./new-tenant-dialog.tsx";
import { type Tenant, tenantsQuery } from "./queries.ts";

/** More are found by typing a part of their name. */
const shownAtMost = 100;

/** The businesses of this installation. */
export function TenantsPage() {
  const tenants = useQuery(tenantsQuery);
  const [isMaking, making] = useDisclosure(false);
  return (
    <Stack gap="lg">
      <Head title={t("operator.tenants")} help={t("operator.tenants-help")}>
        <Button onClick={making.open}>{t("operator.create")}</Button>
      </Head>
      {tenants.error && <Failure error={tenants.error} again={() => void tenants.refetch()} />}
      {tenants.isPending && <Loading />}
      {tenants.data && <Tenants tenants={tenants.data.data} />}
      {isMaking && <NewTenantDialog onClose={making.close} />}
    </Stack>
  );
}

function Tenants({ tenants }: { readonly tenants: readonly Tenant[] }) {
  const [wanted, setWanted] = useState("");
  const navigate = useNavigate();
  if (tenants.length === 0) return <Empty title={t("operator.none")} help={t("operator.none-help")} />;
  const text = wanted.trim().toLowerCase();
  const found = tenants.filter(
    ({ id, name }) => name.toLowerCase().includes(text) || id.includes(wanted.trim()),
  );
  const open = (id: string) => void navigate({ to: "/operator/tenants/$id", params: { id } });
  const columns = [
    { title: t("operator.name") },
    { title: t("operator.state") },
    { title: t("operator.owner") },
    { title: t("operator.created") },
  ];
  return (
    <>
      {tenants.length > 10 && (
        <TextInput
          aria-label={t("operator.search")}
          placeholder={t("operator.search")}
          maw={360}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {found.length === 0 ? (
        <Empty title={t("operator.not-found")} help={t("operator.not-found-help")} />
      ) : (
        <Rows
          columns={columns}
          rows={found.slice(0, shownAtMost).map((tenant) => toRow(tenant, () => open(tenant.id)))}
        />
      )}
      {found.length > shownAtMost && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("operator.more", { shown: shownAtMost, all: found.length })}
        </Text>
      )}
    </>
  );
}

function toRow(tenant: Tenant, onOpen: () => void): Row {
  const { id, name, hasOwner, closedAt, createdAt } = tenant;
  const link = (
    <Stack gap={0} style={{ overflowWrap: "anywhere" }}>
      <AnchorLink to="/operator/tenants/$id" params={{ id }} fw={600}>
        {name}
      </AnchorLink>
      <Text size="xs" c="var(--kassa-muted)">
        {id}
      </Text>
    </Stack>
  );
  const status = <Status status={closedAt === null ? "active" : "closed"} />;
  const owner = hasOwner ? t("operator.has-owner") : <Status status="no_owner" />;
  return {
    id,
    onOpen,
    cells: [link, status, owner, <When key="created" at={createdAt} />],
    narrow: (
      <Stack gap="xs" p="md">
        {link}
        <Group justify="space-between" gap="xs">
          {status}
          {!hasOwner && owner}
        </Group>
      </Stack>
    ),
  };
}

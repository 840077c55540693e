import type { ConnectorAccount } from "@kassa/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { type Column, type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { t } from "../texts/texts.ts";
import { AddDialog } from "./add-dialog.tsx";
import { accountsQuery, type ConnectorKind, kindsQuery } from "./queries.ts";
import { SimulationCard } from "./simulation-card.tsx";

/** The tenant's accounts at PSPs in this mode, in the order in which they are used. */
export function ConnectorsPage() {
  const { place, may, mode } = useHere();
  const accounts = useQuery(accountsQuery(place));
  const kinds = useQuery(kindsQuery);
  const [isAdding, adding] = useDisclosure(false);
  const failure = accounts.error ?? kinds.error;
  const retry = () => Promise.all([accounts.refetch(), kinds.refetch()]);
  return (
    <Stack gap="lg">
      <Head title={t("connectors.title")} help={t("connectors.help")}>
        {may("connector_accounts:write") && (
          <Button disabled={!kinds.data} onClick={adding.open}>
            {t("connectors.add")}
          </Button>
        )}
      </Head>
      {failure && <Failure error={failure} again={() => void retry()} />}
      {(accounts.isPending || kinds.isPending) && !failure && <Loading />}
      {accounts.data && kinds.data && accounts.data.length === 0 && (
        <Empty title={t("connectors.none")} help={t(`connectors.none-${mode}`)} />
      )}
      {accounts.data && kinds.data && accounts.data.length > 0 && (
        <List accounts={accounts.data} kinds={kinds.data} />
      )}
      {accounts.data && kinds.data && (accounts.data.length > 0 || mode === "sandbox") && (
        <SimulationCard accounts={accounts.data} />
      )}
      {isAdding && kinds.data && <AddDialog kinds={kinds.data} onClose={adding.close} />}
    </Stack>
  );
}

const columns = (): Column[] => [
  { title: t("connectors.label") },
  { title: t("connectors.psp") },
  { title: t("payments.status") },
  { title: t("connectors.position"), align: "end" },
];

type ListProps = {
  readonly accounts: readonly ConnectorAccount[];
  readonly kinds: readonly ConnectorKind[];
};

function List({ accounts, kinds }: ListProps) {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  const inOrder = accounts.toSorted((one, other) => one.position - other.position);
  const rows = inOrder.map((account): Row => {
    const params = { tenant: membership.tenant.id, mode, id: account.id };
    const to = { to: "/$tenant/$mode/connectors/$id", params } as const;
    const psp = kinds.find(({ name }) => name === account.connector)?.title ?? account.connector;
    const lacks = account.missingCredentials.length > 0 && t("connectors.incomplete");
    return {
      id: account.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="label" {...to} c="inherit" fw={600} underline="never">
          {account.label}
        </AnchorLink>,
        psp,
        <Group key="status" gap="sm">
          <Status status={account.status} />
          {lacks && <Text size="sm">{lacks}</Text>}
        </Group>,
        account.position,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>{account.label}</Text>
            <Status status={account.status} />
          </Group>
          <Text size="xs" c="var(--kassa-muted)">
            {[psp, lacks].filter(Boolean).join(" · ")}
          </Text>
        </BoxLink>
      ),
    };
  });
  return <Rows columns={columns()} rows={rows} />;
}

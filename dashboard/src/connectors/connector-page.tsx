import type { ConnectorAccount } from "@kassa/sdk";
import { Grid, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Facts } from "../components/facts.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { useFirstLoad } from "../components/use-first-load.ts";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { CredentialsCard } from "./credentials-card.tsx";
import { accountQuery, type ConnectorKind, kindsQuery } from "./queries.ts";
import { RoutingCard } from "./routing-card.tsx";
import { StatusButtons } from "./status-buttons.tsx";
import { latestTestQuery } from "./test-payment/queries.ts";
import { TestPaymentCard } from "./test-payment/test-payment-card.tsx";

/** An account at a PSP: whether it works, what it still needs, and what it is used for. */
export function ConnectorPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/connectors/$id" });
  const account = useQuery(accountQuery(place, id));
  const kinds = useQuery(kindsQuery);
  const test = useQuery(latestTestQuery(place, id));
  const failure = account.error ?? kinds.error;
  const isFirst = useFirstLoad(account.isPending || kinds.isPending || test.isPending);
  const isPending = account.isPending || kinds.isPending || isFirst;
  const kind = kinds.data?.find(({ name }) => name === account.data?.connector);
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/connectors" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("connectors.back")}
      </AnchorLink>
      {failure && (
        <Failure error={failure} again={() => void Promise.all([account.refetch(), kinds.refetch()])} />
      )}
      {isPending && !failure && <Loading as="page" />}
      {account.data && kind && !isPending && <Content account={account.data} kind={kind} />}
    </Stack>
  );
}

type Props = { readonly account: ConnectorAccount; readonly kind: ConnectorKind };

function Content({ account, kind }: Props) {
  const { may } = useHere();
  const mayChange = may("connector_accounts:write");
  return (
    <>
      <Head title={account.label}>{mayChange && <StatusButtons account={account} />}</Head>
      <Group gap="sm">
        <Status status={account.status} />
        <Text c="var(--kassa-muted)">{kind.title}</Text>
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <CredentialsCard account={account} kind={kind} mayChange={mayChange} />
            <TestPaymentCard account={account} />
            <RoutingCard account={account} mayChange={mayChange} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card title={t("payment.details")}>
            <Facts facts={factsOf(account)} />
            <CopyText text={account.id} label={t("connectors.id")} />
          </Card>
        </Grid.Col>
      </Grid>
    </>
  );
}

const factsOf = ({ pspAccount, settings, credentialsVersion, checkedAt, createdAt }: ConnectorAccount) =>
  [
    ...(pspAccount ? [[t("connectors.psp-account"), pspAccount] as const] : []),
    ...Object.entries(settings).map(([name, value]) => [name, String(value)] as const),
    [t("connectors.version"), String(credentialsVersion)] as const,
    [t("connectors.checked"), checkedAt ? <When key="checked" at={checkedAt} /> : "–"] as const,
    [t("payments.created"), <When key="created" at={createdAt} />] as const,
  ] as const;

import type { StatementImport } from "@kassa/sdk";
import { Alert, Box, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useHere } from "../../app/place.tsx";
import { Card } from "../../components/card.tsx";
import { type Fact, Facts } from "../../components/facts.tsx";
import { Head } from "../../components/head.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { Money } from "../../components/money.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { formatDay, When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { nameOfAccount } from "./account.ts";
import { EntryList } from "./entry-list.tsx";
import { ImportNumbers } from "./import-numbers.tsx";
import { accountsQuery, importQuery } from "./queries.ts";

/** An imported file: what was read, whether it adds up, and its entries. */
export function ImportPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/bank/statements/$id" });
  const imported = useQuery(importQuery(place, id));
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/bank" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("bank.back")}
      </AnchorLink>
      {imported.error && <Failure error={imported.error} again={() => void imported.refetch()} />}
      {imported.isPending && <Loading as="cards" />}
      {imported.data && <Content imported={imported.data} />}
    </Stack>
  );
}

function Content({ imported }: { readonly imported: StatementImport }) {
  return (
    <>
      <Stack gap="xs">
        <Head title={imported.fileName ?? t("bank.no-name")} />
        <Text size="sm" c="var(--kassa-muted)" component="div">
          <Status status={imported.status} /> {imported.format} · <When at={imported.createdAt} />
        </Text>
      </Stack>
      <ImportNumbers imported={imported} />
      {imported.findings.length > 0 && (
        <Alert color="yellow" title={t("bank.warnings")}>
          <List size="sm">
            {imported.findings.map(({ message, line }) => (
              <List.Item key={`${line} ${message}`}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {imported.statements.map((statement) => (
        <StatementCard key={`${statement.account} ${statement.statementId}`} statement={statement} />
      ))}
      <Title order={2} size="h4">
        {t("bank.new-entries")}
      </Title>
      <EntryList
        filters={{ import: imported.id }}
        empty={<Empty title={t("bank.no-new-entries")} help={t("bank.no-new-entries-help")} />}
      />
    </>
  );
}

type Statement = StatementImport["statements"][number];

function StatementCard({ statement }: { readonly statement: Statement }) {
  const { place } = useHere();
  const accounts = useQuery(accountsQuery(place));
  const account = accounts.data?.data.find(({ id }) => id === statement.account);
  const { opening, closing, addsUp } = statement;
  const balance = (of: NonNullable<typeof opening>) => (
    <>
      <Money amount={of.amount} currency={of.currency} />
      {of.date && ` · ${formatDay(of.date)}`}
    </>
  );
  const facts: Fact[] = [[t("bank.entries"), statement.entries]];
  if (opening) facts.push([t("bank.opening"), balance(opening)]);
  if (closing) facts.push([t("bank.closing"), balance(closing)]);
  const verdict = addsUp === null ? "bank.adds-up.unknown" : addsUp ? "yes" : "bank.adds-up.no";
  facts.push([t("bank.adds-up"), t(verdict)]);
  return (
    <Card title={account ? nameOfAccount(account) : t("bank.statement")}>
      <Box maw={520}>
        <Facts facts={facts} />
      </Box>
    </Card>
  );
}

import type { DecidedBankEntry } from "@kassa/sdk";
import { Alert, Box, Button, Grid, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Card } from "../../components/card.tsx";
import { type Fact, Facts } from "../../components/facts.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { Money } from "../../components/money.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { useFirstLoad } from "../../components/use-first-load.ts";
import { formatDay } from "../../components/when.tsx";
import { has, t } from "../../texts/texts.ts";
import { nameOfAccount } from "./account.ts";
import { UndoDialog } from "./decision-dialog.tsx";
import { counterpartyOf, signedAmount } from "./entry.ts";
import { EntryException } from "./entry-exception.tsx";
import { accountsQuery, entryQuery, transferQuery, useSuggestionsPending } from "./queries.ts";
import { useTransferName } from "./transfer-name.tsx";

/** A movement on a bank account: what it is, and what it is for. */
export function EntryPage() {
  const { place } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/bank/entries/$id" });
  const entry = useQuery(entryQuery(place, id));
  const accounts = useQuery(accountsQuery(place));
  const isSuggesting = useSuggestionsPending(place, [id]);
  const isFirst = useFirstLoad(isSuggesting || accounts.isPending);
  const isPending = entry.isPending || isFirst;
  return (
    <Stack gap="lg">
      {entry.error && <Failure error={entry.error} again={() => void entry.refetch()} />}
      {isPending && !entry.error && <Loading as="page" />}
      {entry.data && !isPending && <Content entry={entry.data} />}
    </Stack>
  );
}

function Content({ entry }: { readonly entry: DecidedBankEntry }) {
  const { membership, mode } = useHere();
  const [said, setSaid] = useState<string | null>(null);
  const params = { tenant: membership.tenant.id, mode, id: entry.import };
  return (
    <>
      <AnchorLink to="/$tenant/$mode/bank/statements/$id" params={params} size="sm">
        {t("entry.back")}
      </AnchorLink>
      <Stack gap={4}>
        <Title order={1} size={32} fw={600}>
          <Money amount={signedAmount(entry)} currency={entry.currency} />
        </Title>
        <Group gap="sm">
          <Status status={entry.matchStatus} />
          <Text size="sm" c="var(--kassa-muted)">
            {counterpartyOf(entry) ?? t("bank.no-counterparty")}
            {entry.bookingDate && ` · ${formatDay(entry.bookingDate)}`}
          </Text>
        </Group>
      </Stack>
      {said && (
        <Alert color="green" role="status">
          {said}
        </Alert>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card title={t("entry.for")}>
            {entry.exceptions.map((exception) => (
              <EntryException
                key={exception.transaction}
                entry={entry}
                exception={exception}
                onDecided={setSaid}
              />
            ))}
            {entry.matches.map((match) => (
              <Match key={match.transaction} entry={entry} match={match} onDecided={setSaid} />
            ))}
            {entry.exceptions.length + entry.matches.length === 0 && (
              <Text size="sm" c="var(--kassa-muted)">
                {t(entry.matchStatus === "unmatched" ? "entry.action.none" : "entry.action.payout")}
              </Text>
            )}
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Details entry={entry} />
        </Grid.Col>
      </Grid>
    </>
  );
}

type MatchProps = {
  readonly entry: DecidedBankEntry;
  readonly match: DecidedBankEntry["matches"][number];
  readonly onDecided: (said: string) => void;
};

function Match({ entry, match, onDecided }: MatchProps) {
  const { place, may } = useHere();
  const [isUndoing, setUndoing] = useState(false);
  const { expectedTransfer, action, transaction } = match;
  const transfer = useQuery({
    ...transferQuery(place, expectedTransfer ?? ""),
    enabled: expectedTransfer !== null,
  });
  const name = useTransferName(transfer.data);
  const text = `entry.action.${action}`;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Box>
        <Text size="sm">{has(text) ? t(text) : action}</Text>
        {transfer.data && (
          <Text size="xs" c="var(--kassa-muted)">
            <Money amount={transfer.data.amount} currency={transfer.data.currency} /> · {name}
          </Text>
        )}
      </Box>
      {may("bank_statements:write") && action !== "pay" && (
        <Button size="compact-md" variant="default" onClick={() => setUndoing(true)}>
          {t("entry.undo")}
        </Button>
      )}
      {isUndoing && (
        <UndoDialog
          entry={entry}
          transaction={transaction}
          onDecided={onDecided}
          onClose={() => setUndoing(false)}
        />
      )}
    </Group>
  );
}

function Details({ entry }: { readonly entry: DecidedBankEntry }) {
  const { place } = useHere();
  const accounts = useQuery(accountsQuery(place));
  const account = accounts.data?.data.find(({ id }) => id === entry.account);
  const [first] = entry.details;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t("entry.account"), account && nameOfAccount(account)],
    [t("entry.value-day"), entry.valueDate && formatDay(entry.valueDate)],
    [t("entry.text"), first?.remittance ?? entry.additionalInformation],
    [t("entry.reference"), first?.creditorReferences.map(({ reference }) => reference).join(", ")],
    [t("entry.end-to-end"), first?.endToEndId],
    [t("entry.payer-account"), first?.debtor?.account],
    [t("entry.bank-reference"), entry.bankReference],
  ];
  return (
    <Card title={t("entry.details")}>
      <Facts facts={facts.flatMap(([name, value]): Fact[] => (value ? [[name, value]] : []))} />
    </Card>
  );
}

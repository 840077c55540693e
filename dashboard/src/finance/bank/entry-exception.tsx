import type { DecidedBankEntry, ListedExpectedTransfer } from "@kassa/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Failure } from "../../components/states.tsx";
import { has, t } from "../../texts/texts.ts";
import { type Decided, IgnoreDialog, MatchDialog } from "./decision-dialog.tsx";
import { MatchAnyDialog } from "./match-any-dialog.tsx";
import { transferQuery } from "./queries.ts";
import { TransferLine } from "./transfer-line.tsx";

export type Exception = DecidedBankEntry["exceptions"][number];
type Props = {
  readonly entry: DecidedBankEntry;
  readonly exception: Exception;
  readonly onDecided: Decided;
};
type Asking = "any" | "ignore" | ListedExpectedTransfer | null;

/** Why money waits, what it may be for, and what can be decided. */
export function EntryException({ entry, exception, onDecided }: Props) {
  const { may } = useHere();
  const [asking, setAsking] = useState<Asking>(null);
  const { transaction, reason, suggestions } = exception;
  const isIncoming = reason !== "unknown_refund";
  const dialog = { entry, transaction, onDecided, onClose: () => setAsking(null) };
  return (
    <Stack gap="xs">
      <Text size="sm">
        {transaction !== null && `${t("entry.part", { number: transaction })}: `}
        {reasonText(reason)}
      </Text>
      {suggestions.length > 0 && (
        <Stack gap={0}>
          <Text size="xs" c="var(--kassa-muted)">
            {t("entry.suggested")}
          </Text>
          {suggestions.map((suggestion) => (
            <Suggestion key={suggestion.expectedTransfer} suggestion={suggestion} onMatch={setAsking} />
          ))}
        </Stack>
      )}
      {may("bank_statements:write") && (
        <Group gap="xs">
          {isIncoming && (
            <Button size="compact-md" variant="default" onClick={() => setAsking("any")}>
              {t(suggestions.length > 0 ? "entry.match-other" : "entry.match")}
            </Button>
          )}
          <Button size="compact-md" variant="default" onClick={() => setAsking("ignore")}>
            {t("entry.ignore")}
          </Button>
        </Group>
      )}
      {asking === "ignore" && <IgnoreDialog {...dialog} />}
      {asking === "any" && <MatchAnyDialog entry={entry} onChoose={setAsking} onClose={dialog.onClose} />}
      {asking !== null && typeof asking === "object" && <MatchDialog {...dialog} transfer={asking} />}
    </Stack>
  );
}

export function reasonText(reason: string): string {
  const name = `entry.reason.${reason}`;
  return has(name) ? t(name) : reason.replaceAll("_", " ");
}

type SuggestionProps = {
  readonly suggestion: Exception["suggestions"][number];
  readonly onMatch: (transfer: ListedExpectedTransfer) => void;
};

function Suggestion({ suggestion: { expectedTransfer, reasons }, onMatch }: SuggestionProps) {
  const { place } = useHere();
  const { data: transfer, error, refetch } = useQuery(transferQuery(place, expectedTransfer));
  if (error) return <Failure error={error} again={() => void refetch()} />;
  if (!transfer) return null;
  const what = reasons.map((each) => {
    const name = `entry.agrees.${each}`;
    return has(name) ? t(name) : each;
  });
  const why = what.length === 0 ? {} : { why: t("entry.agrees", { what: what.join(", ") }) };
  return <TransferLine transfer={transfer} {...why} onMatch={() => onMatch(transfer)} />;
}

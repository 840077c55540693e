import type { BankEntry, ListedExpectedTransfer } from "@kassa/sdk";
import { Text } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { LiveQuestion } from "../../components/live-question.tsx";
import { formatMoney } from "../../components/money.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { signedAmount } from "./entry.ts";
import type { Decision } from "./queries.ts";
import { useTransferName } from "./transfer-name.tsx";
import { useDecide } from "./use-decide.ts";

export type Decided = (said: string) => void;
type Props = {
  readonly entry: BankEntry;
  /** Of an entry that books several. */
  readonly transaction: number | null;
  readonly onDecided: Decided;
  readonly onClose: () => void;
};

type QuestionProps = Props & {
  readonly title: string;
  readonly help: string;
  readonly action: string;
  readonly decision: Decision;
  /** What is said afterwards. */
  readonly said: string;
};

/** Says what a decision does before it is made. */
function Question({ title, help, action, decision, said, ...props }: QuestionProps) {
  const { mode } = useHere();
  const { entry, transaction, onDecided, onClose } = props;
  const [isAsking, setAsking] = useState(false);
  const asksAgain = mode === "live" && decision.kind !== "ignore";
  const decide = useDecide(entry.id, transaction, () => {
    onDecided(said);
    onClose();
  });
  const carryOut = () => decide.mutate(decision);
  if (isAsking)
    return (
      <Dialog title={title} onClose={onClose}>
        <LiveQuestion
          amount={partAmount(props)}
          effect={help}
          action={action}
          order={{ ...decide, mutate: carryOut }}
          onCancel={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      {decide.error && <Failure error={decide.error} />}
      <Text>{help}</Text>
      {asksAgain && (
        <Text size="sm" c="var(--kassa-danger)">
          {t("entry.live")}
        </Text>
      )}
      <FormButtons
        onCancel={onClose}
        data-autofocus
        loading={decide.isPending}
        onClick={() => (asksAgain ? setAsking(true) : carryOut())}
      >
        {action}
      </FormButtons>
    </Dialog>
  );
}

const partAmount = ({ entry, transaction }: Props): string => {
  const part = transaction === null ? undefined : entry.details[transaction - 1];
  return formatMoney(part?.amount ?? signedAmount(entry), part?.currency ?? entry.currency);
};

export function MatchDialog({ transfer, ...props }: Props & { readonly transfer: ListedExpectedTransfer }) {
  const what = useTransferName(transfer);
  const amount = partAmount(props);
  const expected = formatMoney(transfer.amount, transfer.currency);
  const help = transfer.status === "open" ? "entry.match-help" : "entry.match-late";
  return (
    <Question
      {...props}
      title={t("entry.match-title", { amount })}
      help={t(help, { amount, what, expected })}
      action={t("entry.match")}
      decision={{ kind: "match", expectedTransfer: transfer.id }}
      said={t("entry.matched", { amount, what })}
    />
  );
}

export function IgnoreDialog(props: Props) {
  const amount = partAmount(props);
  return (
    <Question
      {...props}
      title={t("entry.ignore-title", { amount })}
      help={t("entry.ignore-help")}
      action={t("entry.ignore")}
      decision={{ kind: "ignore" }}
      said={t("entry.ignored", { amount })}
    />
  );
}

export function UndoDialog(props: Props) {
  return (
    <Question
      {...props}
      title={t("entry.undo-title")}
      help={t("entry.undo-help")}
      action={t("entry.undo")}
      decision={{ kind: "unmatch" }}
      said={t("entry.undone")}
    />
  );
}

import type { Settings } from "@kassa/sdk";
import { Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { SaveButtons } from "./save-buttons.tsx";
import {
  changesOfDraft,
  choices,
  faultsOfDraft,
  type TransferDraft,
  toTransferDraft,
} from "./transfer-draft.ts";
import { TransferRulesConfirm } from "./transfer-rules-confirm.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** What happens to money that comes late, or not as it was asked for. In live mode, saving asks once more. */
export function TransferRulesCard({ settings }: { readonly settings: Settings }) {
  const { may, mode } = useHere();
  const saved = toTransferDraft(settings);
  const [draft, setDraft] = useState(saved);
  const [isAsking, setAsking] = useState(false);
  const save = useSaveSettings();
  const changes = changesOfDraft(saved, draft);
  const hasChanges = Object.keys(changes).length > 0;
  const faults = faultsOfDraft(draft);
  const isReadOnly = !may("settings:write") || !may("refunds:write");
  const carryOut = () =>
    save.mutate(changes, {
      onSuccess: (changed) => {
        setDraft(toTransferDraft(changed));
        setAsking(false);
      },
    });
  return (
    <Card title={t("rules.transfers")} help={t("rules.transfers-help")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mode === "live") setAsking(true);
          else carryOut();
        }}
      >
        <Stack gap="lg">
          {save.error && !isAsking && <Failure error={save.error} />}
          <Questions
            draft={draft}
            faults={faults}
            isReadOnly={isReadOnly}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
          />
          {!isReadOnly && (
            <SaveButtons
              hasChanges={hasChanges}
              canSave={Object.keys(faults).length === 0}
              isSaving={save.isPending}
              saved={save.isSuccess ? t("rules.transfers-saved") : null}
              onDiscard={() => setDraft(saved)}
            />
          )}
        </Stack>
      </form>
      {isAsking && (
        <TransferRulesConfirm
          before={saved}
          draft={draft}
          order={{ error: save.error, isPending: save.isPending, mutate: carryOut }}
          onClose={() => {
            save.reset();
            setAsking(false);
          }}
        />
      )}
    </Card>
  );
}

type QuestionProps = {
  readonly draft: TransferDraft;
  readonly faults: ReturnType<typeof faultsOfDraft>;
  readonly isReadOnly: boolean;
  readonly onChange: (changed: Partial<TransferDraft>) => void;
};

function Questions({ draft, faults, isReadOnly, onChange }: QuestionProps) {
  const number = (name: "waitDays" | "tolerance") => ({
    label: t(`rules.${name}`),
    description: t(`rules.${name}-help`),
    inputMode: "numeric" as const,
    autoComplete: "off",
    maw: 420,
    readOnly: isReadOnly,
    error: faults[name],
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      {choices.map(({ name, label, answers }) => (
        <Radio.Group
          key={name}
          label={t(label)}
          value={draft[name]}
          onChange={(value) => onChange({ [name]: value })}
        >
          <Stack gap="sm" pt="xs">
            {answers.map((answer) => (
              <Radio
                key={answer.value}
                value={answer.value}
                label={t(answer.label)}
                description={t(answer.help)}
                disabled={isReadOnly && draft[name] !== answer.value}
              />
            ))}
          </Stack>
        </Radio.Group>
      ))}
      <TextInput {...number("waitDays")} />
      <TextInput {...number("tolerance")} />
    </>
  );
}

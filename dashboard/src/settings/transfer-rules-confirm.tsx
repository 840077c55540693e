import { Stack, Text } from "@mantine/core";
import { Dialog } from "../components/dialog.tsx";
import { LiveQuestion } from "../components/live-question.tsx";
import { t } from "../texts/texts.ts";
import { changeTexts, type TransferDraft } from "./transfer-draft.ts";

type Props = {
  readonly before: TransferDraft;
  readonly draft: TransferDraft;
  readonly order: { readonly error: Error | null; readonly isPending: boolean; mutate(): void };
  readonly onClose: () => void;
};

/** Says what changes for live money before it is saved. */
export function TransferRulesConfirm({ before, draft, order, onClose }: Props) {
  return (
    <Dialog title={t("rules.confirm")} onClose={onClose}>
      <LiveQuestion
        effect={t("rules.confirm-effect")}
        action={t("settings.save")}
        order={order}
        onCancel={onClose}
      >
        {changeTexts(before, draft).map((change) => (
          <Stack key={change.question} gap={2}>
            <Text fw={600}>{change.question}</Text>
            <Text size="sm" c="var(--kassa-muted)">
              {t("rules.confirm-before", { answer: change.before })}
            </Text>
            <Text size="sm">{t("rules.confirm-after", { answer: change.after })}</Text>
          </Stack>
        ))}
      </LiveQuestion>
    </Dialog>
  );
}

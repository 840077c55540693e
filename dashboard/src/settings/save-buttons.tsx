import { Alert, Button, Group } from "@mantine/core";
import { t } from "../texts/texts.ts";

type Props = {
  readonly hasChanges: boolean;
  readonly canSave?: boolean;
  readonly isSaving: boolean;
  /** What to say once everything is saved; null before. */
  readonly saved: string | null;
  readonly onDiscard: () => void;
};

/** The end of a form of settings: saves it, or gives up what was changed. */
export function SaveButtons({ hasChanges, canSave = true, isSaving, saved, onDiscard }: Props) {
  return (
    <>
      {saved && !hasChanges && (
        <Alert color="green" role="status">
          {saved}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={isSaving} disabled={!hasChanges || !canSave}>
          {t("settings.save")}
        </Button>
        {hasChanges && (
          <Button variant="subtle" onClick={onDiscard}>
            {t("settings.discard")}
          </Button>
        )}
      </Group>
    </>
  );
}

import type { Settings } from "@kassa/sdk";
import { Select, Stack, Textarea } from "@mantine/core";
import { Card } from "../components/card.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { pageLanguages } from "./page-languages.ts";
import { SaveButtons } from "./save-buttons.tsx";
import { changedTexts, type TextsDraft, textNames, textsOf } from "./texts-draft.ts";
import { useSaveSettings } from "./use-save-settings.ts";

type Props = {
  readonly settings: Settings;
  readonly draft: TextsDraft;
  readonly locale: string;
  readonly isReadOnly: boolean;
  readonly onChange: (draft: TextsDraft) => void;
  readonly onLocale: (locale: string) => void;
};

/** The merchant's own sentences, in each language of the page. The preview shows the same language. */
export function TextsCard({ settings, draft, locale, isReadOnly, onChange, onLocale }: Props) {
  const save = useSaveSettings();
  const changes = changedTexts(settings, draft);
  const typed = textsOf(settings, draft, locale);
  return (
    <Card title={t("settings.texts")} help={t("settings.texts-help")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ texts: changes }, { onSuccess: () => onChange({}) });
        }}
      >
        <Stack gap="md">
          {save.error && <Failure error={save.error} />}
          <Select
            label={t("settings.texts-language")}
            searchable
            allowDeselect={false}
            value={locale}
            data={pageLanguages()}
            onChange={(next) => next && onLocale(next)}
          />
          {textNames.map((name) => (
            <Textarea
              key={name}
              label={t(`settings.${name}`)}
              size="md"
              autosize
              minRows={2}
              maxLength={500}
              lang={locale}
              dir="auto"
              readOnly={isReadOnly}
              value={typed[name]}
              onChange={(event) =>
                onChange({
                  ...draft,
                  [locale]: { ...typed, [name]: event.currentTarget.value.replaceAll(/\s+/g, " ") },
                })
              }
            />
          ))}
          {!isReadOnly && (
            <SaveButtons
              hasChanges={Object.keys(changes).length > 0}
              isSaving={save.isPending}
              saved={save.isSuccess ? t("settings.saved") : null}
              onDiscard={() => onChange({})}
            />
          )}
        </Stack>
      </form>
    </Card>
  );
}

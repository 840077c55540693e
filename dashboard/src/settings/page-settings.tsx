import type { Settings } from "@kassa/sdk";
import { ColorInput, Grid, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RequestProblem } from "../api/problem.ts";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { changesOf, type Draft, storedOf, toDraft } from "./draft.ts";
import { LogoCard } from "./logo-card.tsx";
import { pageLanguages, pageLocaleOfReader } from "./page-languages.ts";
import { Preview } from "./preview.tsx";
import { settingsQuery } from "./queries.ts";
import { SaveButtons } from "./save-buttons.tsx";
import { SettingsHead } from "./settings-head.tsx";
import { TextsCard } from "./texts-card.tsx";
import { type TextsDraft, textsOf } from "./texts-draft.ts";
import { useSaveSettings } from "./use-save-settings.ts";

/** How the payment page looks and whom customers ask, beside a preview of it. */
export function PageSettings() {
  const { place } = useHere();
  const settings = useQuery(settingsQuery(place));
  return (
    <Stack gap="lg">
      <SettingsHead help={t("settings.help")} />
      {settings.error && <Failure error={settings.error} again={() => void settings.refetch()} />}
      {settings.isPending && <Loading as="preview" />}
      {settings.data && <Content key={JSON.stringify(place)} settings={settings.data} />}
    </Stack>
  );
}

function Content({ settings }: { readonly settings: Settings }) {
  const { may } = useHere();
  const [draft, setDraft] = useState<Draft>(() => toDraft(settings));
  const [texts, setTexts] = useState<TextsDraft>({});
  const [locale, setLocale] = useState(settings.defaultLocale ?? pageLocaleOfReader());
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <LookForm
            settings={settings}
            draft={draft}
            isReadOnly={!may("settings:write")}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
          />
          <LogoCard settings={settings} isReadOnly={!may("settings:write")} />
          <TextsCard
            settings={settings}
            draft={texts}
            locale={locale}
            isReadOnly={!may("settings:write")}
            onChange={setTexts}
            onLocale={setLocale}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Preview
          draft={draft}
          texts={textsOf(settings, texts, locale)}
          logo={settings.logo?.url ?? ""}
          locale={locale}
          onLocale={setLocale}
        />
      </Grid.Col>
    </Grid>
  );
}

type FormProps = {
  readonly settings: Settings;
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  readonly onChange: (changed: Partial<Draft>) => void;
};

function LookForm({ settings, draft, isReadOnly, onChange }: FormProps) {
  const changes = changesOf(settings, draft);
  const save = useSaveSettings();
  /** The fault of a field stands below it. */
  const faultOf = (name: keyof Draft): ReactNode =>
    save.error instanceof RequestProblem && save.error.param === `/${name}` ? save.error.message : undefined;
  const isAtField = save.error instanceof RequestProblem && (save.error.param ?? "").slice(1) in draft;
  const text = (name: keyof Draft) => ({
    label: t(`settings.${name}`),
    value: draft[name],
    readOnly: isReadOnly,
    error: faultOf(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const adjusted = settings.colors?.light.adjusted ? settings.colors.light.reason : undefined;
  return (
    <Card title={t("settings.look")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(changes, { onSuccess: (saved) => onChange(storedOf(saved, changes)) });
        }}
      >
        <Stack gap="md">
          {save.error && !isAtField && <Failure error={save.error} />}
          <TextInput {...text("displayName")} required maxLength={100} />
          <ColorInput
            label={t("settings.brandColor")}
            description={adjusted ?? t("settings.color-help")}
            placeholder="#1f4e8c"
            format="hex"
            withEyeDropper={false}
            readOnly={isReadOnly}
            error={faultOf("brandColor")}
            value={draft.brandColor}
            onChange={(brandColor) => onChange({ brandColor })}
          />
          <TextInput {...text("supportEmail")} type="email" description={t("settings.support-help")} />
          <TextInput {...text("supportUrl")} type="url" placeholder="https://shop.example/help" />
          <TextInput {...text("supportPhone")} type="tel" placeholder="+49 30 1234567" />
          <TextInput {...text("termsUrl")} type="url" description={t("settings.legal-help")} />
          <TextInput {...text("privacyUrl")} type="url" />
          <TextInput {...text("imprintUrl")} type="url" />
          <Select
            label={t("settings.defaultLocale")}
            description={t("settings.locale-help")}
            placeholder={t("settings.locale-none")}
            searchable
            clearable
            readOnly={isReadOnly}
            error={faultOf("defaultLocale")}
            data={pageLanguages()}
            value={draft.defaultLocale || null}
            onChange={(defaultLocale) => onChange({ defaultLocale: defaultLocale ?? "" })}
          />
          {!isReadOnly && (
            <SaveButtons
              hasChanges={Object.keys(changes).length > 0}
              isSaving={save.isPending}
              saved={save.isSuccess ? t("settings.saved") : null}
              onDiscard={() => onChange(toDraft(settings))}
            />
          )}
        </Stack>
      </form>
    </Card>
  );
}

import type { Settings } from "@kassa/sdk";
import { Alert, Button, ColorInput, Grid, Group, Select, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RequestProblem } from "../api/problem.ts";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Head } from "../components/head.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { changesOf, type Draft, toDraft } from "./draft.ts";
import { LogoCard } from "./logo-card.tsx";
import { pageLanguages } from "./page-languages.ts";
import { Preview } from "./preview.tsx";
import { changeSettings, settingsQuery } from "./queries.ts";

/** How the payment page looks and whom customers ask, beside a preview of it. */
export function PageSettings() {
  const { place } = useHere();
  const settings = useQuery(settingsQuery(place));
  return (
    <Stack gap="lg">
      <Head title={t("settings.title")} help={t("settings.help")} />
      {settings.error && <Failure error={settings.error} again={() => void settings.refetch()} />}
      {settings.isPending && <Loading />}
      {settings.data && <Content key={JSON.stringify(place)} settings={settings.data} />}
    </Stack>
  );
}

function Content({ settings }: { readonly settings: Settings }) {
  const { may } = useHere();
  const [draft, setDraft] = useState<Draft>(() => toDraft(settings));
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
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Preview draft={draft} logo={settings.logo?.url ?? ""} />
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
  const { place } = useHere();
  const queryClient = useQueryClient();
  const changes = changesOf(settings, draft);
  const save = useMutation({
    mutationFn: () => changeSettings(place, changes),
    onSuccess: (saved) => queryClient.setQueryData(settingsQuery(place).queryKey, saved),
  });
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
          save.mutate();
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
          {save.isSuccess && Object.keys(changes).length === 0 && (
            <Alert color="green" role="status">
              {t("settings.saved")}
            </Alert>
          )}
          {!isReadOnly && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={Object.keys(changes).length === 0}>
                {t("settings.save")}
              </Button>
              {Object.keys(changes).length > 0 && (
                <Button variant="subtle" onClick={() => onChange(toDraft(settings))}>
                  {t("settings.discard")}
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}

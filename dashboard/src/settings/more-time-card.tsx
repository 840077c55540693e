import { Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { SaveButtons } from "./save-buttons.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** How often customers may extend their session. */
export function MoreTimeCard({ extensions }: { readonly extensions: number }) {
  const { may } = useHere();
  const [chosen, setChosen] = useState(extensions);
  const save = useSaveSettings();
  const isReadOnly = !may("settings:write");
  return (
    <Card title={t("rules.time")} help={t("rules.time-help")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ timeExtensions: chosen });
        }}
      >
        <Stack gap="md">
          {save.error && <Failure error={save.error} />}
          <Select
            label={t("rules.time-label")}
            maw={420}
            readOnly={isReadOnly}
            allowDeselect={false}
            data={choices()}
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
          />
          {!isReadOnly && (
            <SaveButtons
              hasChanges={chosen !== extensions}
              isSaving={save.isPending}
              saved={save.isSuccess ? t("rules.time-saved") : null}
              onDiscard={() => setChosen(extensions)}
            />
          )}
        </Stack>
      </form>
    </Card>
  );
}

const choices = () =>
  Array.from({ length: 11 }, (_, times) => ({
    value: String(times),
    label: times === 0 ? t("rules.time-never") : t("rules.time-times", { times }),
  }));

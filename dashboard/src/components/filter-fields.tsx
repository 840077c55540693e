import { Select, TextInput } from "@mantine/core";
import { t } from "../texts/texts.ts";

type ChoiceProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string | undefined) => void;
};

/** One of the values, or none. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder={t("filters.any")}
      clearable
      searchable={options.length > 12}
      clearButtonProps={{ "aria-label": `${t("payments.clear")}: ${label}` }}
      value={value ?? null}
      data={options.map(([each, text]) => ({ value: each, label: text }))}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

/** A day in the reader's zone, as 2026-11-30. */
export function Day({ label, value, onChange }: Omit<ChoiceProps, "options">) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

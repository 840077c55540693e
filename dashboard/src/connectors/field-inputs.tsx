import { PasswordInput, Stack, TextInput } from "@mantine/core";
import { RequestProblem } from "../api/problem.ts";
import { t } from "../texts/texts.ts";
import type { Field } from "./queries.ts";

export type Values = Readonly<Record<string, string>>;

type Props = {
  readonly fields: readonly (Field & { readonly isRequired: boolean })[];
  /** Where the API expects them, as /credentials. */
  readonly at: "credentials" | "settings";
  readonly values: Values;
  readonly error: Error | null;
  readonly onChange: (changed: Values) => void;
};

/** What a PSP gives its merchants, each named as in the PSP's own dashboard. Its fault stands below a field. */
export function FieldInputs({ fields, at, values, error, onChange }: Props) {
  return (
    <Stack gap="md">
      {fields.map(({ name, label, expects, isRequired }) => {
        const Input = at === "credentials" ? PasswordInput : TextInput;
        return (
          <Input
            key={name}
            label={label}
            description={t("connectors.expects", { expects })}
            required={isRequired}
            autoComplete="off"
            spellCheck={false}
            error={faultAt(error, `/${at}/${name}`)}
            value={values[name] ?? ""}
            onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
          />
        );
      })}
    </Stack>
  );
}

/** The sentence about a field, if a problem is about it. */
export const faultAt = (error: Error | null, param: string): string | undefined =>
  error instanceof RequestProblem && error.param === param ? error.message : undefined;

/** What was filled in, without spaces around it. */
export const filledIn = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]): [string, string] => [name, value.trim()])
      .filter(([, value]) => value !== ""),
  );

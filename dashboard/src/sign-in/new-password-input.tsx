import { PasswordInput } from "@mantine/core";
import { t } from "../texts/texts.ts";

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
};

/** Where somebody chooses a password. The server checks it. */
export function NewPasswordInput({ label, value, onChange }: Props) {
  return (
    <PasswordInput
      label={label}
      description={t("join.password-hint")}
      autoComplete="new-password"
      required
      minLength={12}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

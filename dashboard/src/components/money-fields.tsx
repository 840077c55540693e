import { Group, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { parseMoney, typedMoney } from "./money.tsx";

export type TypedMoney = {
  readonly typed: string;
  readonly currency: string;
  /** In capitals; EUR while it isn't three letters. */
  readonly code: string;
  /** In minor units; undefined while it isn't an amount. */
  readonly amount: number | undefined;
  setTyped(typed: string): void;
  setCurrency(currency: string): void;
};

/** An amount and its currency, of which the browser remembers the last. */
export function useTypedMoney(): TypedMoney {
  const [typed, setTyped] = useState("");
  const [currency, setCurrency] = useLocalStorage({ key: "kassa.sessions.currency", defaultValue: "EUR" });
  const code = /^[A-Za-z]{3}$/.test(currency.trim()) ? currency.trim().toUpperCase() : "EUR";
  return { typed, currency, code, amount: parseMoney(typed, code), setTyped, setCurrency };
}

type Props = {
  readonly value: TypedMoney;
  /** What the server says is wrong with a field. */
  readonly faultOf: (name: string) => string | undefined;
  readonly isFirst?: boolean;
};

export function MoneyFields({ value, faultOf, isFirst = false }: Props) {
  const { typed, currency, code, amount, setTyped, setCurrency } = value;
  const example = typedMoney(2_500, code);
  const isWrong = typed !== "" && amount === undefined;
  return (
    <Group align="flex-start" gap="md" wrap="nowrap">
      <TextInput
        flex={1}
        label={t("payments.amount")}
        placeholder={example}
        inputMode="decimal"
        required
        {...(isFirst && { "data-autofocus": true })}
        error={faultOf("amount") ?? (isWrong ? t("amount.invalid", { example }) : undefined)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <TextInput
        w={110}
        label={t("sessions.currency")}
        required
        maxLength={3}
        error={faultOf("currency")}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
      />
    </Group>
  );
}

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { formatMoney, parseMoney, typedMoney } from "./money.tsx";

export type TypedAmount = {
  readonly typed: string;
  /** In minor units; undefined while it isn't an amount. */
  readonly amount: number | undefined;
  readonly fault: string | null;
  /** As people write it; empty while it isn't an amount. */
  readonly shown: string;
  setTyped(typed: string): void;
};

/** An amount that somebody types, of at most so much. It begins as all of it. */
export function useTypedAmount(
  atMost: number,
  currency: string,
  tooMuch: "amount.too-much" | "amount.too-much-to-capture",
): TypedAmount {
  const [typed, setTyped] = useState(typedMoney(atMost, currency));
  const amount = parseMoney(typed, currency);
  const fault = (): string | null => {
    if (amount === undefined || amount === 0)
      return t("amount.invalid", { example: typedMoney(atMost, currency) });
    return amount > atMost ? t(tooMuch, { amount: formatMoney(atMost, currency) }) : null;
  };
  const shown = amount === undefined ? "" : formatMoney(amount, currency);
  return { typed, amount, fault: fault(), shown, setTyped };
}

type Props = { readonly value: TypedAmount; readonly atMost: number; readonly currency: string };

export function AmountInput({ value: { typed, fault, setTyped }, atMost, currency }: Props) {
  return (
    <TextInput
      label={`${t("refund.amount")} (${currency})`}
      description={t("refund.at-most", { amount: formatMoney(atMost, currency) })}
      error={fault}
      inputMode="decimal"
      autoComplete="off"
      data-autofocus
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

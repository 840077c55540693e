import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { RequestProblem } from "../api/problem.ts";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { typedMoney } from "../components/money.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import type { AmountLimits } from "./amount-limits-card.tsx";
import { readLimit } from "./typed-limit.ts";
import { useSaveSettings } from "./use-save-settings.ts";

type Props = {
  readonly limits: AmountLimits;
  /** Whose limits are changed; null to add those of another currency. */
  readonly currency: string | null;
  readonly onClose: () => void;
};

/** Sets the smallest and the largest amount of a currency, in its own decimals. */
export function LimitDialog({ limits, currency, onClose }: Props) {
  const save = useSaveSettings();
  const held = currency === null ? undefined : limits[currency];
  const shown = (amount: number | null | undefined) =>
    currency !== null && typeof amount === "number" ? typedMoney(amount, currency) : "";
  const [typedCode, setCode] = useState(currency ?? "");
  const [smallest, setSmallest] = useState(shown(held?.minimum));
  const [largest, setLargest] = useState(shown(held?.maximum));
  const code = typedCode.trim().toUpperCase();
  const isKnown = currency === null && Object.hasOwn(limits, code);
  const { limit, faults } = readLimit({ smallest, largest }, code);
  const codeFault = isKnown ? t("rules.limit-known", { currency: code }) : refusedCode(save.error);
  const named = (label: string) => (code === "" ? label : `${label} (${code})`);
  const amount = { inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <Dialog
      title={currency === null ? t("rules.limit-add") : t("rules.limits-of", { currency })}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (limit && !isKnown) save.mutate({ amountLimits: { [code]: limit } }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          {save.error && !codeFault && <Failure error={save.error} />}
          {currency === null && (
            <TextInput
              label={t("sessions.currency")}
              placeholder="EUR"
              required
              maxLength={3}
              data-autofocus
              autoComplete="off"
              error={codeFault}
              value={typedCode}
              onChange={(event) => {
                save.reset();
                setCode(event.currentTarget.value.toUpperCase());
              }}
            />
          )}
          <TextInput
            {...amount}
            label={named(t("rules.smallest"))}
            error={faults.smallest}
            value={smallest}
            onChange={(event) => setSmallest(event.currentTarget.value)}
          />
          <TextInput
            {...amount}
            label={named(t("rules.largest"))}
            error={faults.largest}
            value={largest}
            onChange={(event) => setLargest(event.currentTarget.value)}
          />
          <Text size="sm" c="var(--kassa-muted)">
            {t("rules.limit-optional")}
          </Text>
          <FormButtons onCancel={onClose} loading={save.isPending} disabled={!limit || isKnown}>
            {t("settings.save")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What the server says of a currency that it doesn't know. */
const refusedCode = (error: Error | null): string | undefined =>
  error instanceof RequestProblem && error.code === "currency_invalid" ? error.message : undefined;

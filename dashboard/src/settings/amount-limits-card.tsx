import type { Settings } from "@kassa/sdk";
import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Confirm } from "../components/confirm.tsx";
import { formatMoney } from "../components/money.tsx";
import { t } from "../texts/texts.ts";
import { LimitDialog } from "./limit-dialog.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

export type AmountLimits = Settings["amountLimits"];
type Doing = { readonly what: "add" } | { readonly what: "change" | "remove"; readonly currency: string };

/** The smallest and largest amounts of sessions, by currency. */
export function AmountLimitsCard({ limits }: { readonly limits: AmountLimits }) {
  const { may } = useHere();
  const [doing, setDoing] = useState<Doing | null>(null);
  const save = useSaveSettings();
  const codes = Object.keys(limits).toSorted();
  const onClose = () => setDoing(null);
  return (
    <Card title={t("rules.limits")} help={t("rules.limits-help")}>
      {codes.length === 0 && <Text>{t("rules.limits-none")}</Text>}
      {codes.length > 0 && (
        <Box component="ul" className="plain-list">
          {codes.map((currency) => (
            <LimitRow
              key={currency}
              currency={currency}
              range={rangeText(limits[currency], currency)}
              isReadOnly={!may("settings:write")}
              onDo={(what) => setDoing({ what, currency })}
            />
          ))}
        </Box>
      )}
      {may("settings:write") && (
        <Group>
          <Button variant="default" onClick={() => setDoing({ what: "add" })}>
            {t("rules.limit-add")}
          </Button>
        </Group>
      )}
      {doing?.what === "add" && <LimitDialog limits={limits} currency={null} onClose={onClose} />}
      {doing?.what === "change" && (
        <LimitDialog limits={limits} currency={doing.currency} onClose={onClose} />
      )}
      {doing?.what === "remove" && (
        <Confirm
          title={t("rules.limit-remove-of", { currency: doing.currency })}
          help={t("rules.limit-remove-help", { currency: doing.currency })}
          action={t("rules.limit-remove")}
          isHarmful
          onConfirm={() => save.mutateAsync({ amountLimits: { [doing.currency]: null } })}
          onClose={onClose}
        />
      )}
    </Card>
  );
}

type RowProps = {
  readonly currency: string;
  readonly range: string;
  readonly isReadOnly: boolean;
  readonly onDo: (what: "change" | "remove") => void;
};

function LimitRow({ currency, range, isReadOnly, onDo }: RowProps) {
  return (
    <Group component="li" justify="space-between" gap="xs" py="xs">
      <Stack gap={0}>
        <Text fw={600}>{currency}</Text>
        <Text className="money">{range}</Text>
      </Stack>
      {!isReadOnly && (
        <Group gap={4}>
          <Button
            variant="subtle"
            aria-label={t("rules.limit-change-of", { currency })}
            onClick={() => onDo("change")}
          >
            {t("rules.limit-change")}
          </Button>
          <Button
            variant="subtle"
            color="red"
            aria-label={t("rules.limit-remove-of", { currency })}
            onClick={() => onDo("remove")}
          >
            {t("rules.limit-remove")}
          </Button>
        </Group>
      )}
    </Group>
  );
}

function rangeText(limit: AmountLimits[string] | undefined, currency: string): string {
  const shown = (amount: number | null | undefined) =>
    typeof amount === "number" ? formatMoney(amount, currency) : undefined;
  const smallest = shown(limit?.minimum);
  const largest = shown(limit?.maximum);
  if (smallest && largest) return t("rules.limit-between", { smallest, largest });
  if (smallest) return t("rules.limit-from", { smallest });
  return largest ? t("rules.limit-to", { largest }) : t("rules.limit-default");
}

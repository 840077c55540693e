import type { ListedExpectedTransfer } from "@kassa/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useHere } from "../../app/place.tsx";
import { Money } from "../../components/money.tsx";
import { statusText } from "../../components/status.tsx";
import { t } from "../../texts/texts.ts";
import { useTransferName } from "./transfer-name.tsx";

type Props = {
  readonly transfer: ListedExpectedTransfer;
  /** What speaks for it, in words. */
  readonly why?: string;
  readonly onMatch: () => void;
};

/** A transfer that money may be for, and the button that says that it is. */
export function TransferLine({ transfer, why, onMatch }: Props) {
  const { may } = useHere();
  const name = useTransferName(transfer);
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" py={8}>
      <Stack gap={0} style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          <Money amount={transfer.amount} currency={transfer.currency} /> · <bdi>{name}</bdi>
        </Text>
        <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
          {why ?? `${transfer.reference} · ${statusText(transfer.status)}`}
        </Text>
      </Stack>
      {may("bank_statements:write") && (
        <Button
          size="compact-md"
          variant="default"
          style={{ flexShrink: 0 }}
          aria-label={t("entry.match-with", { what: name })}
          onClick={onMatch}
        >
          {t("entry.match")}
        </Button>
      )}
    </Group>
  );
}

import type { Payment } from "@kassa/sdk";
import { Box, Group, Text } from "@mantine/core";
import { Card } from "../components/card.tsx";
import { formatMoney } from "../components/money.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { has, t } from "../texts/texts.ts";
import { wordsFor } from "./words.ts";

type Movement = {
  readonly id: string;
  readonly kind: "capture" | "void" | "refund";
  readonly amount: number;
  readonly status: string;
  readonly origin: string;
  readonly reason?: string | null;
  readonly failureReason: string | null;
  readonly createdAt: string;
};

/** Captures, voids and refunds, the newest first. Nothing while there are none. */
export function MovementsCard({ payment }: { readonly payment: Payment }) {
  const movements: Movement[] = [
    ...payment.captures.map((each) => ({ ...each, kind: "capture" as const })),
    ...payment.voids.map((each) => ({ ...each, kind: "void" as const })),
    ...payment.refunds.map((each) => ({ ...each, kind: "refund" as const })),
  ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  if (movements.length === 0) return null;
  return (
    <Card title={t("movements.title")}>
      {movements.map((movement, at) => (
        <Box key={movement.id} {...(at > 0 && { className: "divided" })}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" fw={600}>
              {t(`movements.${movement.kind}`, { amount: formatMoney(movement.amount, payment.currency) })}
            </Text>
            <Status status={movement.status} />
          </Group>
          <Text size="sm" c="var(--kassa-muted)">
            {[...notesOf(movement)].map((note) => `${note} · `)}
            <When at={movement.createdAt} />
          </Text>
        </Box>
      ))}
    </Card>
  );
}

function* notesOf({ kind, reason, failureReason, origin }: Movement): Iterable<string> {
  const name = `${kind}.reason.${reason}`;
  if (failureReason) yield wordsFor("failure", failureReason);
  if (reason && has(name)) yield t(name);
  if (origin === "psp") yield t("movements.at-psp");
}

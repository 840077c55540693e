import type { Attempt, Payment } from "@kassa/sdk";
import { Box, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { attemptMethod } from "./method.ts";
import { accountsQuery } from "./queries.ts";
import { declineText } from "./story.ts";
import { wordsFor } from "./words.ts";

/** Every attempt to pay: through which account, why through this one, and why it was declined. */
export function AttemptsCard({ payment }: { readonly payment: Payment }) {
  const { place } = useHere();
  const accounts = useQuery(accountsQuery(place));
  const labelOf = (id: string): string => accounts.data?.data.find((each) => each.id === id)?.label ?? id;
  return (
    <Card title={t("attempts.title")}>
      {payment.attempts.toReversed().map((attempt, at) => (
        <Box key={attempt.id} {...(at > 0 && { className: "divided" })}>
          <AttemptText attempt={attempt} labelOf={labelOf} />
        </Box>
      ))}
    </Card>
  );
}

type Props = { readonly attempt: Attempt; readonly labelOf: (account: string) => string };

function AttemptText({ attempt, labelOf }: Props) {
  const { status, declineReason, passedOver, connector, connectorAccount, pspReference } = attempt;
  const label = labelOf(connectorAccount);
  const isDeclined = status === "declined" || status === "failed";
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {attemptMethod(attempt)}
        </Text>
        <Status status={status} />
      </Group>
      {isDeclined && <Text size="sm">{declineText(declineReason, attempt.method)}</Text>}
      <Text size="sm" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
        {t("attempts.through", {
          account: label === connectorAccount ? connector : `${connector} · ${label}`,
        })}
        {" · "}
        <When at={attempt.createdAt} />
      </Text>
      {passedOver.map((account) => (
        <Text key={account.connectorAccount} size="sm" c="var(--kassa-muted)">
          {t("attempts.passed-over", {
            account: labelOf(account.connectorAccount),
            reason: wordsFor("passed-over", account.reason),
          })}
        </Text>
      ))}
      {pspReference && <CopyText text={pspReference} label={t("payment.psp-reference")} />}
    </Stack>
  );
}

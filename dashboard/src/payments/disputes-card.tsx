import type { Dispute, Payment } from "@kassa/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { formatMoney, Money } from "../components/money.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { AcceptDisputeDialog } from "./accept-dispute-dialog.tsx";
import { EvidenceDialog } from "./evidence-dialog.tsx";
import { wordsFor } from "./words.ts";

/** The payment's disputes, and what can be done about them. Nothing while there are none. */
export function DisputesCard({ payment }: { readonly payment: Payment }) {
  if (payment.disputes.length === 0) return null;
  return (
    <Card title={t("disputes.title")}>
      {payment.disputes.map((dispute) => (
        <DisputeText key={dispute.id} dispute={dispute} payment={payment} />
      ))}
    </Card>
  );
}

type Props = { readonly dispute: Dispute; readonly payment: Payment };

function DisputeText({ dispute, payment }: Props) {
  const { may } = useHere();
  const [open, setOpen] = useState<"evidence" | "accept" | null>(null);
  // The one of the moment when the button was pressed: what was done changes it.
  const [asked, setAsked] = useState(dispute);
  const ask = (what: "evidence" | "accept"): void => {
    setAsked(dispute);
    setOpen(what);
  };
  const needsResponse = dispute.status === "needs_response" && dispute.pendingAction === null;
  const close = () => setOpen(null);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          <Money amount={dispute.amount} currency={dispute.currency} /> ·{" "}
          {wordsFor("dispute-reason", dispute.reason)}
        </Text>
        <Status status={dispute.status} />
      </Group>
      <Text size="sm" c="var(--kassa-muted)">
        {t(dispute.stage === "inquiry" ? "disputes.inquiry" : "disputes.chargeback")}
        {dispute.fee > 0 && ` ${t("disputes.fee", { amount: formatMoney(dispute.fee, dispute.currency) })}`}
      </Text>
      {dispute.pendingAction && <Alert color="yellow">{t("disputes.pending")}</Alert>}
      {needsResponse && dispute.evidenceDueAt && (
        <Text size="sm" fw={600} c="var(--kassa-warning)">
          {t("disputes.due")} <When at={dispute.evidenceDueAt} />
        </Text>
      )}
      {dispute.evidenceSubmittedAt && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("disputes.sent")} <When at={dispute.evidenceSubmittedAt} />
        </Text>
      )}
      {needsResponse && may("disputes:write") && (
        <Group gap="sm">
          <Button onClick={() => ask("evidence")}>{t("disputes.answer")}</Button>
          {dispute.stage === "chargeback" && (
            <Button variant="default" onClick={() => ask("accept")}>
              {t("disputes.accept")}
            </Button>
          )}
        </Group>
      )}
      {open === "evidence" && <EvidenceDialog dispute={asked} payment={payment} onClose={close} />}
      {open === "accept" && <AcceptDisputeDialog dispute={asked} payment={payment} onClose={close} />}
    </Stack>
  );
}

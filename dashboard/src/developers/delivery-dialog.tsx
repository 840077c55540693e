import type { WebhookDelivery } from "@kassa/sdk";
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Failure } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { t } from "../texts/texts.ts";
import { answerOf } from "./answer-of.ts";
import { resendEvent } from "./queries.ts";

/** A delivery: what was sent, and what the receiver answered. Sent again, the event goes to this endpoint only. */
export function DeliveryDialog({
  delivery,
  onClose,
}: {
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
}) {
  const { place, may } = useHere();
  const [key] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const resend = useMutation({
    mutationFn: () => resendEvent(place, delivery.event, key, delivery.endpoint),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["deliveries", place, delivery.endpoint] });
      await queryClient.invalidateQueries({ queryKey: ["event-deliveries", place, delivery.event] });
      onClose();
    },
  });
  return (
    <Dialog title={delivery.eventType} onClose={onClose}>
      {resend.error && <Failure error={resend.error} />}
      <Group gap="sm">
        <Status status={delivery.status} />
        <Text size="sm">{answerOf(delivery)}</Text>
      </Group>
      <Excerpt title={t("webhooks.answer")} text={delivery.lastAttempt?.response?.body ?? ""} />
      <Excerpt title={t("webhooks.request")} text={delivery.lastAttempt?.request.body ?? ""} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        {may("events:write") && (
          <Button loading={resend.isPending} onClick={() => resend.mutate()}>
            {t("webhooks.resend")}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}

function Excerpt({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Code block tabIndex={0} style={{ maxHeight: 200, overflow: "auto" }}>
        {text || t("webhooks.no-body")}
      </Code>
    </Stack>
  );
}

import type { Page, WebhookDelivery, WebhookEndpoint } from "@kassa/sdk";
import { Button, Group, Progress, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Place, request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { resendEvent } from "./queries.ts";

const spans = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
type Span = keyof typeof spans;
type Done = { readonly tried: number; readonly sent: number; readonly of: number };

/** The events that the endpoint hasn't accepted since a time, oldest first. Each stands there once, however often it was sent. */
async function findFailed(place: Place, endpoint: string, sinceMs: number): Promise<string[]> {
  const events = new Set<string>();
  let startingAfter = "";
  for (;;) {
    const query = new URLSearchParams({
      limit: "100",
      status: "failed",
      ...(startingAfter && { startingAfter }),
    });
    const page = await request<Page<WebhookDelivery>>(
      `/api/webhook-endpoints/${encodeURIComponent(endpoint)}/deliveries?${query}`,
      { place },
    );
    const recent = page.data.filter(({ createdAt }) => Date.parse(createdAt) >= sinceMs);
    for (const { event } of recent) events.add(event);
    startingAfter = page.data.at(-1)?.id ?? "";
    if (!page.hasMore || recent.length < page.data.length) return [...events].toReversed();
  }
}

/** Whether the endpoint has accepted the event at another time, as when it was sent again before. */
async function isDelivered(place: Place, endpoint: string, event: string): Promise<boolean> {
  const query = new URLSearchParams({ limit: "1", status: "delivered", event });
  const { data } = await request<Page<WebhookDelivery>>(
    `/api/webhook-endpoints/${encodeURIComponent(endpoint)}/deliveries?${query}`,
    { place },
  );
  return data.length > 0;
}

/** Sends to an endpoint again what it finally hasn't accepted since a time. */
export function ResendFailed({
  endpoint,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}) {
  const { place } = useHere();
  const [span, setSpan] = useState<Span>("day");
  // Pressed again after a lost answer, it sends nothing twice.
  const [key] = useState(() => crypto.randomUUID());
  const [done, setDone] = useState<Done | null>(null);
  const queryClient = useQueryClient();
  const resend = useMutation({
    mutationFn: async (): Promise<Done> => {
      const events = await findFailed(place, endpoint.id, Date.now() - spans[span]);
      let sent = 0;
      for (const [tried, event] of events.entries()) {
        setDone({ tried, sent, of: events.length });
        if (await isDelivered(place, endpoint.id, event)) continue;
        await resendEvent(place, event, `${key}-${event}`, endpoint.id);
        sent += 1;
      }
      return { tried: events.length, sent, of: events.length };
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["deliveries", place, endpoint.id] }),
  });
  return (
    <Dialog title={t("webhooks.resend-failed")} onClose={onClose}>
      <Stack gap="md">
        {resend.error && <Failure error={resend.error} />}
        {resend.data ? (
          <Text role="status">
            {resend.data.sent === 0
              ? t("webhooks.nothing-failed")
              : t("webhooks.resent", { count: String(resend.data.sent) })}
          </Text>
        ) : (
          <>
            <Text>{t("webhooks.resend-failed-help", { url: endpoint.url })}</Text>
            <Select
              label={t("webhooks.since")}
              allowDeselect={false}
              disabled={resend.isPending}
              value={span}
              data={(Object.keys(spans) as Span[]).map((value) => ({
                value,
                label: t(`webhooks.since.${value}`),
              }))}
              onChange={(value) => value && setSpan(value as Span)}
            />
          </>
        )}
        {resend.isPending && done && (
          <Progress value={(100 * done.tried) / done.of} aria-label={`${done.tried} / ${done.of}`} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(resend.data ? "webhooks.close" : "cancel")}
          </Button>
          {!resend.data && (
            <Button loading={resend.isPending} onClick={() => resend.mutate()}>
              {t("webhooks.resend")}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

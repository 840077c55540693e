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

const deliveriesOf = (endpoint: string, query: Record<string, string>): string =>
  `/api/webhook-endpoints/${encodeURIComponent(endpoint)}/deliveries?${new URLSearchParams(query)}`;

/** The deliveries of a status since a time, newest first. */
async function findSince(
  place: Place,
  endpoint: string,
  status: WebhookDelivery["status"],
  sinceMs: number,
): Promise<WebhookDelivery[]> {
  const found: WebhookDelivery[] = [];
  for (;;) {
    const startingAfter = found.at(-1)?.id;
    const query = { limit: "100", status, ...(startingAfter && { startingAfter }) };
    const page = await request<Page<WebhookDelivery>>(deliveriesOf(endpoint, query), { place });
    const recent = page.data.filter(({ createdAt }) => Date.parse(createdAt) >= sinceMs);
    found.push(...recent);
    if (!page.hasMore || recent.length < page.data.length) return found;
  }
}

/**
 * The events that the endpoint finally hasn't accepted since a time, and those whose deliveries were canceled when it was disabled:
 * oldest first, each once, however often it was sent.
 */
async function findUndelivered(place: Place, endpoint: string, sinceMs: number): Promise<string[]> {
  const failed = await findSince(place, endpoint, "failed", sinceMs);
  const canceled = await findSince(place, endpoint, "canceled", sinceMs);
  // Ids begin with the time.
  return [...new Set([...failed, ...canceled].map(({ event }) => event))].toSorted();
}

/** Whether the endpoint has accepted the event at another time, or will be sent it, as when it was sent again before. */
async function isSent(place: Place, endpoint: string, event: string): Promise<boolean> {
  const { data } = await request<Page<WebhookDelivery>>(deliveriesOf(endpoint, { limit: "100", event }), {
    place,
  });
  return data.some(({ status }) => status === "delivered" || status === "pending");
}

/** Sends to an endpoint again what it wasn't sent since a time, or finally hasn't accepted. */
export function ResendUndelivered({
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
      const events = await findUndelivered(place, endpoint.id, Date.now() - spans[span]);
      let sent = 0;
      for (const [tried, event] of events.entries()) {
        setDone({ tried, sent, of: events.length });
        if (await isSent(place, endpoint.id, event)) continue;
        await resendEvent(place, event, `${key}-${event}`, endpoint.id);
        sent += 1;
      }
      return { tried: events.length, sent, of: events.length };
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["deliveries", place, endpoint.id] }),
  });
  return (
    <Dialog title={t("webhooks.resend-undelivered")} onClose={onClose}>
      <Stack gap="md">
        {resend.error && <Failure error={resend.error} />}
        {resend.data ? (
          <Text role="status">
            {resend.data.sent === 0
              ? t("webhooks.nothing-undelivered")
              : t("webhooks.resent", { count: resend.data.sent })}
          </Text>
        ) : (
          <>
            <Text>{t("webhooks.resend-undelivered-help", { url: endpoint.url })}</Text>
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

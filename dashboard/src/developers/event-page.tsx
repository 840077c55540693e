import type { Event, WebhookDelivery, WebhookEndpoint } from "@kassa/sdk";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { useFirstLoad } from "../components/use-first-load.ts";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { answerOf } from "./answer-of.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { eventDeliveriesQuery, eventQuery } from "./event-queries.ts";
import { endpointsQuery, resendEvent } from "./queries.ts";

/** An event: what it says, and where it was sent. */
export function EventPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/events/$id" });
  const event = useQuery(eventQuery(place, id));
  const isSentPending = useFirstLoad(useIsSentPending(id));
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/events" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("events.back")}
      </AnchorLink>
      {event.error && <Failure error={event.error} again={() => void event.refetch()} />}
      {(event.isPending || isSentPending) && !event.error && <Loading as="page" />}
      {event.data && !isSentPending && <Content event={event.data} />}
    </Stack>
  );
}

/** Whether it isn't known yet where an event was sent. What is below that would move. */
function useIsSentPending(event: string): boolean {
  const { place } = useHere();
  const endpoints = useQuery(endpointsQuery(place));
  const known = endpoints.data?.data ?? [];
  const deliveries = useQueries({ queries: known.map(({ id }) => eventDeliveriesQuery(place, event, id)) });
  return endpoints.isPending || deliveries.some(({ isPending }) => isPending);
}

function Content({ event }: { readonly event: Event }) {
  const { membership, mode } = useHere();
  const { object } = event.data;
  const about = "id" in object ? String(object.id) : "";
  return (
    <>
      <Stack gap={4}>
        <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
          <bdi>{event.type}</bdi>
        </Title>
        <Text c="var(--kassa-muted)" size="sm">
          <When at={event.createdAt} />
        </Text>
        <CopyText text={event.id} label={t("events.id")} />
        {about.startsWith("pay_") && (
          <AnchorLink
            to="/$tenant/$mode/payments/$id"
            params={{ tenant: membership.tenant.id, mode, id: about }}
            size="sm"
          >
            {t("events.payment")}
          </AnchorLink>
        )}
      </Stack>
      <Deliveries event={event} />
      <Card title={t("events.payload")} help={t("events.payload-help")}>
        <CodeBlock text={JSON.stringify(event, null, 2)} label={t("events.payload")} />
      </Card>
    </>
  );
}

function Deliveries({ event }: { readonly event: Event }) {
  const { place, may } = useHere();
  const endpoints = useQuery(endpointsQuery(place));
  // The same until it has worked, so that a repeat after a lost answer sends nothing twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const resend = useMutation({
    mutationFn: () => resendEvent(place, event.id, key),
    onSuccess: () => {
      setKey(crypto.randomUUID());
      return queryClient.invalidateQueries({ queryKey: ["event-deliveries", place, event.id] });
    },
  });
  const known = endpoints.data?.data ?? [];
  return (
    <Card title={t("webhooks.deliveries")}>
      {endpoints.error && <Failure error={endpoints.error} again={() => void endpoints.refetch()} />}
      {endpoints.isPending && <Loading as="text" />}
      {endpoints.data && known.length === 0 && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("webhooks.none-help")}
        </Text>
      )}
      {known.map((endpoint) => (
        <DeliveriesTo key={endpoint.id} event={event} endpoint={endpoint} />
      ))}
      {resend.error && <Failure error={resend.error} />}
      {may("events:write") && known.length > 0 && (
        <Group gap="md">
          <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t("webhooks.resend")}
          </Button>
          <Text size="sm" c="var(--kassa-muted)" role="status">
            {resend.isSuccess ? t("events.resent") : t("events.resend-help")}
          </Text>
        </Group>
      )}
    </Card>
  );
}

function DeliveriesTo({ event, endpoint }: { readonly event: Event; readonly endpoint: WebhookEndpoint }) {
  const { place } = useHere();
  const deliveries = useQuery(eventDeliveriesQuery(place, event.id, endpoint.id));
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
        <bdi>{endpoint.url}</bdi>
      </Text>
      {deliveries.error && <Failure error={deliveries.error} again={() => void deliveries.refetch()} />}
      {deliveries.isPending && <Loading as="text" />}
      {deliveries.data?.data.length === 0 && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("events.not-sent")}
        </Text>
      )}
      {deliveries.data?.data.map((delivery) => (
        <Group key={delivery.id} gap="sm">
          <Status status={delivery.status} />
          <Button
            variant="transparent"
            size="compact-md"
            px={0}
            aria-label={`${answerOf(delivery)}: ${endpoint.url}`}
            onClick={() => setShown(delivery)}
          >
            {answerOf(delivery)}
          </Button>
          <Text size="xs" c="var(--kassa-muted)">
            <When at={delivery.createdAt} />
          </Text>
        </Group>
      ))}
      {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}

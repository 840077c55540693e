import type { Event, Page, WebhookDelivery } from "@kassa/sdk";
import { Box, Group, Stack, Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { answerOf } from "../developers/answer-of.ts";
import { endpointsQuery } from "../developers/queries.ts";
import { t } from "../texts/texts.ts";

const deliveriesOf = (place: Place, endpoint: string, event: string) => ({
  queryKey: ["deliveries", place, endpoint, event],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const query = new URLSearchParams({ event, limit: "10" });
    const path = `/api/webhook-endpoints/${encodeURIComponent(endpoint)}/deliveries?${query}`;
    return request<Page<WebhookDelivery>>(path, { place, signal });
  },
});

/** Which servers were told of an event, and what they answered. */
export function DeliveriesDialog({
  event,
  onClose,
}: {
  readonly event: Event;
  readonly onClose: () => void;
}) {
  const { place } = useHere();
  const endpoints = useQuery(endpointsQuery(place));
  const all = endpoints.data?.data ?? [];
  const lists = useQueries({ queries: all.map(({ id }) => deliveriesOf(place, id, event.id)) });
  const error = endpoints.error ?? lists.find((list) => list.error)?.error;
  const isPending = endpoints.isPending || lists.some((list) => list.isPending);
  const again = () => Promise.all([endpoints, ...lists].map((list) => list.refetch()));
  const deliveries = lists.flatMap(({ data }) => data?.data ?? []);
  return (
    <Dialog title={t("deliveries.title")} onClose={onClose}>
      <Text size="sm" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
        <bdi>
          {event.type} · {event.id}
        </bdi>
      </Text>
      {error && <Failure error={error} again={() => void again()} />}
      {isPending && !error && <Loading as="text" />}
      {!isPending && !error && deliveries.length === 0 && <Text>{t("deliveries.none")}</Text>}
      <Stack gap="sm">
        {deliveries.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            url={all.find(({ id }) => id === delivery.endpoint)?.url ?? delivery.endpoint}
          />
        ))}
      </Stack>
    </Dialog>
  );
}

function Delivery({ delivery, url }: { readonly delivery: WebhookDelivery; readonly url: string }) {
  const { membership, mode } = useHere();
  const params = { tenant: membership.tenant.id, mode, id: delivery.endpoint };
  return (
    <Box>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <AnchorLink
          to="/$tenant/$mode/webhooks/$id"
          params={params}
          size="sm"
          style={{ overflowWrap: "anywhere" }}
        >
          {url}
        </AnchorLink>
        <Status status={delivery.status} />
      </Group>
      <Text size="xs" c="var(--kassa-muted)">
        {answerOf(delivery)} · <When at={delivery.createdAt} />
      </Text>
    </Box>
  );
}

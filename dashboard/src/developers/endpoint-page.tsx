import type { WebhookDelivery, WebhookEndpoint } from "@kassa/sdk";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { AnchorLink } from "../components/links.tsx";
import { More } from "../components/more.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { useFirstLoad } from "../components/use-first-load.ts";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { answerOf } from "./answer-of.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { deliveriesQuery, endpointQuery } from "./queries.ts";

/** An endpoint and what was sent to it. */
export function EndpointPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/webhooks/$id" });
  const endpoint = useQuery(endpointQuery(place, id));
  const list = useInfiniteQuery(deliveriesQuery(place, id));
  const isFirst = useFirstLoad(endpoint.isPending || list.isPending);
  const isPending = endpoint.isPending || isFirst;
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/webhooks" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("webhooks.back")}
      </AnchorLink>
      {endpoint.error && <Failure error={endpoint.error} again={() => void endpoint.refetch()} />}
      {isPending && !endpoint.error && <Loading as="page" />}
      {endpoint.data && !isPending && (
        <>
          <Head endpoint={endpoint.data} />
          <Deliveries id={id} />
        </>
      )}
    </Stack>
  );
}

function Head({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Title order={1} size="h3" style={{ overflowWrap: "anywhere" }}>
          <bdi>{endpoint.url}</bdi>
        </Title>
        <Group gap="sm">
          <Status status={endpoint.status} />
          <Text size="sm" c="var(--kassa-muted)">
            {endpoint.events.join(", ")}
          </Text>
        </Group>
      </Stack>
      {endpoint.status !== "enabled" && (
        <Text size="sm" maw={640}>
          {endpoint.statusReason}{" "}
          {t(endpoint.status === "paused" ? "webhooks.paused-help" : "webhooks.disabled-help")}
        </Text>
      )}
      <EndpointActions endpoint={endpoint} />
    </Stack>
  );
}

function Deliveries({ id }: { readonly id: string }) {
  const { place } = useHere();
  const list = useInfiniteQuery(deliveriesQuery(place, id));
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const deliveries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const rows = deliveries.map((delivery): Row => {
    const answer = answerOf(delivery);
    return {
      id: delivery.id,
      onOpen: () => setShown(delivery),
      cells: [
        <Button key="type" variant="transparent" px={0} onClick={() => setShown(delivery)}>
          {delivery.eventType}
        </Button>,
        <Status key="status" status={delivery.status} />,
        answer,
        <When key="created" at={delivery.createdAt} />,
      ],
      narrow: (
        <Stack gap={4} p="md">
          <Group justify="space-between" gap="xs">
            <Button variant="transparent" px={0} onClick={() => setShown(delivery)}>
              {delivery.eventType}
            </Button>
            <Status status={delivery.status} />
          </Group>
          <Text size="xs" c="var(--kassa-muted)">
            {answer}
          </Text>
        </Stack>
      ),
    };
  });
  const columns = [
    { title: t("webhooks.event") },
    { title: t("payments.status") },
    { title: t("webhooks.answer") },
    { title: t("payments.created") },
  ];
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t("webhooks.deliveries")}
      </Title>
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && deliveries.length === 0 && (
        <Empty title={t("webhooks.no-deliveries")} help={t("webhooks.no-deliveries-help")} />
      )}
      {deliveries.length > 0 && <Rows columns={columns} rows={rows} />}
      <More list={list} />
      {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}

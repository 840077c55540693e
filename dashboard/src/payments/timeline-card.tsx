import type { Event, Payment } from "@kassa/sdk";
import { Button, Group, Stack, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { sessionQuery } from "../sessions/queries.ts";
import { t } from "../texts/texts.ts";
import { activityQuery } from "./activity.ts";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { eventsQuery } from "./queries.ts";
import { type Step, tellStory } from "./story.ts";

const colours = {
  good: "var(--kassa-success)",
  bad: "var(--kassa-danger)",
  open: "var(--kassa-warning)",
  neutral: "var(--kassa-muted)",
} as const;

/** What happened, newest first, in words. */
export function TimelineCard({ payment }: { readonly payment: Payment }) {
  const { place, may } = useHere();
  const events = useQuery(eventsQuery(place, payment.session));
  const activity = useQuery(activityQuery(place, payment.id));
  const session = useQuery(sessionQuery(place, payment.session));
  const parts = [events, activity, session];
  const [shown, setShown] = useState<Event | null>(null);
  return (
    <Card title={t("payment.timeline")}>
      {parts.map(
        ({ error, refetch }) =>
          error && <Failure key={error.message} error={error} again={() => void refetch()} />,
      )}
      {parts.some(({ isPending }) => isPending) && <Loading as="text" />}
      {events.data && activity.data && session.data && (
        <Timeline bulletSize={12} lineWidth={2}>
          {tellStory(payment, session.data, events.data.data, activity.data.data).map((step) => (
            <Timeline.Item
              key={step.id}
              bullet={<span className="bullet" style={{ background: colours[step.tone] }} />}
            >
              <StepText step={step} {...(may("webhook_endpoints:read") && { onDeliveries: setShown })} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {shown && <DeliveriesDialog event={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}

type Props = { readonly step: Step; readonly onDeliveries?: (event: Event) => void };

function StepText({ step: { at, event, text }, onDeliveries }: Props) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600} className="fact">
        {text}
      </Text>
      <Group gap={4} justify="space-between">
        <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
          <When at={at} />
          {event && (
            <>
              {" · "}
              <bdi>{event.type}</bdi>
            </>
          )}
        </Text>
        {event && onDeliveries && (
          <Button
            variant="transparent"
            size="compact-sm"
            px={0}
            fw={400}
            aria-label={`${t("deliveries.show")}: ${event.type}`}
            onClick={() => onDeliveries(event)}
          >
            {t("deliveries.show")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

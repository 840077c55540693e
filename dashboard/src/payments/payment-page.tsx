import type { Payment } from "@kassa/sdk";
import { Grid, Group, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { Fold } from "../components/fold.tsx";
import { AnchorLink } from "../components/links.tsx";
import { formatMoney, Money } from "../components/money.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { useFirstLoad } from "../components/use-first-load.ts";
import { When } from "../components/when.tsx";
import { sessionQuery } from "../sessions/queries.ts";
import { t } from "../texts/texts.ts";
import { Actions } from "./actions.tsx";
import { activityQuery } from "./activity.ts";
import { AttemptsCard } from "./attempts-card.tsx";
import { CustomerCard } from "./customer-card.tsx";
import { DetailsCard } from "./details-card.tsx";
import { DisputesCard } from "./disputes-card.tsx";
import { MetadataCard } from "./metadata-card.tsx";
import { MovementsCard } from "./movements-card.tsx";
import { NotesCard } from "./notes/notes-card.tsx";
import { notesQuery } from "./notes/queries.ts";
import { Postings } from "./postings.tsx";
import { PspCalls } from "./psp-calls.tsx";
import { eventsQuery, paymentQuery } from "./queries.ts";
import { TimelineCard } from "./timeline-card.tsx";

/** A payment: what it is worth now, what happened, and what can be done. */
export function PaymentPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/payments/$id" });
  const payment = useQuery(paymentQuery(place, id));
  const isStoryPending = useIsStoryPending(id, payment.data?.session);
  const isFirst = useFirstLoad(payment.isPending || isStoryPending);
  const isPending = payment.isPending || isFirst;
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/payments" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("payment.back")}
      </AnchorLink>
      {payment.error && <Failure error={payment.error} again={() => void payment.refetch()} />}
      {isPending && !payment.error && <Loading as="page" />}
      {payment.data && !isPending && <Content payment={payment.data} />}
    </Stack>
  );
}

/** Whether the timeline or the notes aren't known yet. What is below them would move. */
function useIsStoryPending(id: string, sessionId: string | undefined): boolean {
  const { place, may } = useHere();
  const ofSession = { enabled: sessionId !== undefined };
  const events = useQuery({ ...eventsQuery(place, sessionId ?? ""), ...ofSession });
  const session = useQuery({ ...sessionQuery(place, sessionId ?? ""), ...ofSession });
  const activity = useQuery(activityQuery(place, id));
  const notes = useInfiniteQuery({ ...notesQuery(place, id), enabled: may("payment_notes:read") });
  const parts = [events, session, activity];
  return parts.some(({ isPending }) => isPending) || (may("payment_notes:read") && notes.isPending);
}

function Content({ payment }: { readonly payment: Payment }) {
  const { may } = useHere();
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Head payment={payment} />
        <Actions payment={payment} />
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <DisputesCard payment={payment} />
            <TimelineCard payment={payment} />
            <AttemptsCard payment={payment} />
            <Fold title={t("psp-calls.title")}>{() => <PspCalls payment={payment} />}</Fold>
            {may("balance:read") && (
              <Fold title={t("postings.title")}>{() => <Postings payment={payment} />}</Fold>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <DetailsCard payment={payment} />
            <MovementsCard payment={payment} />
            <CustomerCard payment={payment} />
            {may("payment_notes:read") && <NotesCard payment={payment} />}
            <MetadataCard payment={payment} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function Head({ payment }: { readonly payment: Payment }) {
  const { amount, amountReceived, currency, status } = payment;
  return (
    <Stack gap={4}>
      <Title order={1} size={32} fw={600}>
        <Money amount={amount} currency={currency} />
      </Title>
      <Group gap="sm">
        <Status status={status} />
        <Text c="var(--kassa-muted)" size="sm">
          <When at={payment.createdAt} />
        </Text>
      </Group>
      {status === "needs_review" && amountReceived !== null && (
        <Text size="sm" maw={520}>
          {t("review.why", {
            amount: formatMoney(amountReceived, currency),
            wanted: formatMoney(amount, currency),
          })}
        </Text>
      )}
    </Stack>
  );
}

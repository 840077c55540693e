import type { Event, Payment } from "@kassa/sdk";
import { Box, Button, Grid, Group, Paper, Stack, Text, Timeline, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHere } from "../app/place.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { AnchorLink } from "../components/links.tsx";
import { formatMoney, Money } from "../components/money.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { methodOf } from "./method.ts";
import { eventsQuery, paymentQuery } from "./queries.ts";
import { RefundDialog } from "./refund-dialog.tsx";

/** A payment: what it is worth now, what happened, and what can be done. */
export function PaymentPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/payments/$id" });
  const payment = useQuery(paymentQuery(place, id));
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/payments" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("payment.back")}
      </AnchorLink>
      {payment.error && <Failure error={payment.error} again={() => void payment.refetch()} />}
      {payment.isPending && <Loading />}
      {payment.data && <Content payment={payment.data} />}
    </Stack>
  );
}

function Content({ payment }: { readonly payment: Payment }) {
  const { may } = useHere();
  const [isRefunding, refunding] = useDisclosure(false);
  const left =
    payment.amountCaptured - payment.amountRefunded - payment.amountRefundPending - payment.amountDisputed;
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Title order={1} size={32} fw={600}>
            <Money amount={payment.amount} currency={payment.currency} />
          </Title>
          <Group gap="sm">
            <Status status={payment.status} />
            <Text c="var(--kassa-muted)" size="sm">
              <When at={payment.createdAt} />
            </Text>
          </Group>
        </Stack>
        {may("refunds:write") && left > 0 && (
          <Button variant="default" onClick={refunding.open}>
            {t("payment.refund")}
          </Button>
        )}
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <EventTimeline payment={payment} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Details payment={payment} />
        </Grid.Col>
      </Grid>
      {isRefunding && <RefundDialog payment={payment} atMost={left} onClose={refunding.close} />}
    </>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper p="lg" withBorder bg="var(--kassa-raised)">
      <Stack gap="md">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

function Details({ payment }: { readonly payment: Payment }) {
  const { currency } = payment;
  const attempt = payment.attempts.at(-1);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t("payment.captured"), formatMoney(payment.amountCaptured, currency)],
    [t("payment.refunded"), formatMoney(payment.amountRefunded, currency)],
    ...(payment.amountDisputed > 0
      ? ([[t("payment.disputed"), formatMoney(payment.amountDisputed, currency)]] as const)
      : []),
    [t("payments.method"), methodOf(payment)],
    [t("payments.customer"), payment.customerEmail ?? "–"],
    [t("payment.order"), payment.clientReferenceId ?? "–"],
    [t("payment.connector"), attempt?.connector ?? "–"],
  ];
  const ids: readonly (readonly [string, string | null | undefined])[] = [
    ["id", payment.id],
    [t("payment.session"), payment.session],
    [t("payment.psp-reference"), attempt?.pspReference],
  ];
  return (
    <Card title={t("payment.details")}>
      <Box component="dl" m={0}>
        {rows.map(([name, value]) => (
          <Group key={name} justify="space-between" py={6} wrap="nowrap" align="flex-start">
            <Text component="dt" c="var(--kassa-muted)" size="sm">
              {name}
            </Text>
            <Text
              component="dd"
              m={0}
              size="sm"
              ta="end"
              className="money"
              style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
            >
              {value}
            </Text>
          </Group>
        ))}
        {ids.map(([name, value]) =>
          value ? (
            <Box key={name} py={6}>
              <Text component="dt" c="var(--kassa-muted)" size="sm">
                {name}
              </Text>
              <Box component="dd" m={0}>
                <CopyText text={value} label={name} />
              </Box>
            </Box>
          ) : null,
        )}
      </Box>
    </Card>
  );
}

function EventTimeline({ payment }: { readonly payment: Payment }) {
  const { place } = useHere();
  const events = useQuery(eventsQuery(place, payment.session));
  return (
    <Card title={t("payment.timeline")}>
      {events.error && <Failure error={events.error} again={() => void events.refetch()} />}
      {events.isPending && <Loading />}
      {events.data && (
        <Timeline bulletSize={14} lineWidth={2} active={events.data.data.length}>
          {events.data.data.map((event: Event) => (
            <Timeline.Item
              key={event.id}
              title={
                <Text size="sm" fw={600}>
                  {event.type}
                </Text>
              }
            >
              <Text size="xs" c="var(--kassa-muted)">
                <When at={event.createdAt} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Card>
  );
}

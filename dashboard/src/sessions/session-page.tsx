import type { CheckoutSession } from "@kassa/sdk";
import { Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Confirm } from "../components/confirm.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink } from "../components/links.tsx";
import { formatMoney } from "../components/money.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { linkQuery } from "../payment-links/queries.ts";
import { t } from "../texts/texts.ts";
import { amountFacts, itemFacts } from "./amount-facts.ts";
import { collectedFacts } from "./collected-facts.tsx";
import { expireSession, sessionQuery, sessionsPath } from "./queries.ts";

/** A session: the link to send, what was asked for, and the payment that came of it. */
export function SessionPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/sessions/$id" });
  const session = useQuery(sessionQuery(place, id));
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/sessions" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("sessions.back")}
      </AnchorLink>
      {session.error && <Failure error={session.error} again={() => void session.refetch()} />}
      {session.isPending && <Loading as="page" />}
      {session.data && <Content session={session.data} />}
    </Stack>
  );
}

function Content({ session }: { readonly session: CheckoutSession }) {
  const { may } = useHere();
  const [isEnding, ending] = useDisclosure(false);
  const isOpen = session.status === "open";
  return (
    <>
      <Head title={formatMoney(session.amount, session.currency)}>
        {isOpen && may("checkout_sessions:write") && (
          <Button variant="default" onClick={ending.open}>
            {t("sessions.expire")}
          </Button>
        )}
      </Head>
      <Group gap="sm">
        <Status status={session.status} />
        <Text size="sm" c="var(--kassa-muted)">
          {isOpen ? t("sessions.until") : t("payments.created")}{" "}
          <When at={isOpen ? session.expiresAt : session.createdAt} />
        </Text>
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          {session.url ? <Link url={session.url} /> : <Ended session={session} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card title={t("payment.details")}>
            <Facts facts={factsOf(session)} />
            <CopyText text={session.id} label={t("payment.session")} />
          </Card>
        </Grid.Col>
      </Grid>
      {isEnding && <EndDialog session={session} onClose={ending.close} />}
    </>
  );
}

/** The address of the payment page, to copy or to scan. */
function Link({ url }: { readonly url: string }) {
  return (
    <Card title={t("sessions.link")} help={t("sessions.link-help")}>
      <CopyText text={url} label={t("sessions.link")} />
      <QrCode text={url} label={t("sessions.qr")} />
    </Card>
  );
}

function Ended({ session }: { readonly session: CheckoutSession }) {
  const { membership, mode } = useHere();
  const { payment } = session;
  return (
    <Card title={t(session.status === "complete" ? "sessions.complete" : "sessions.expired")}>
      {payment ? (
        <AnchorLink
          to="/$tenant/$mode/payments/$id"
          params={{ tenant: membership.tenant.id, mode, id: payment }}
        >
          {t("sessions.show-payment")}
        </AnchorLink>
      ) : (
        <Text>{t("sessions.nothing-paid")}</Text>
      )}
    </Card>
  );
}

/** The payment link by which the customer began it. */
function PaymentLinkName({ id }: { readonly id: string }) {
  const { place, membership, mode } = useHere();
  const link = useQuery(linkQuery(place, id));
  const params = { tenant: membership.tenant.id, mode, id };
  return (
    <AnchorLink to="/$tenant/$mode/payment-links/$id" params={params} size="sm">
      {link.data?.name ?? id}
    </AnchorLink>
  );
}

const factsOf = (session: CheckoutSession): Fact[] => [
  [t("payments.customer"), session.customerEmail ?? "–"],
  ...collectedFacts(session.collected),
  [t("payment.order"), session.clientReferenceId ?? "–"],
  [t("sessions.description"), session.description ?? "–"],
  ...itemFacts(session),
  ...amountFacts(session),
  [t("sessions.success-url"), session.successUrl],
  ...(session.paymentLink
    ? [[t("sessions.of-link"), <PaymentLinkName key="link" id={session.paymentLink} />] as const]
    : []),
  [t("payments.created"), <When key="created" at={session.createdAt} />],
];

function EndDialog({
  session,
  onClose,
}: {
  readonly session: CheckoutSession;
  readonly onClose: () => void;
}) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  return (
    <Confirm
      title={t("sessions.expire-title")}
      help={t("sessions.expire-help")}
      action={t("sessions.expire")}
      onConfirm={async () => {
        await expireSession(place, session.id, keyOf({ expire: session.id }));
        await queryClient.invalidateQueries({ queryKey: [sessionsPath, place] });
      }}
      onClose={onClose}
    />
  );
}

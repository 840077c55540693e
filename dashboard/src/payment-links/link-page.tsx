import type { PaymentLink } from "@kassa/sdk";
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
import { formatMoney, Money } from "../components/money.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { AddressCard } from "./address-card.tsx";
import { ChangeLinkDialog } from "./change-link-dialog.tsx";
import { linkStatus } from "./link-status.ts";
import { paidCount } from "./paid-count.ts";
import { changeLink, type LinkChange, linkQuery, linksPath } from "./queries.ts";
import { SessionsOfLink } from "./sessions-of-link.tsx";

/** A payment link: its address, what it sells, and who has paid by it. */
export function LinkPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/payment-links/$id" });
  const link = useQuery(linkQuery(place, id));
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/payment-links" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("links.back")}
      </AnchorLink>
      {link.error && <Failure error={link.error} again={() => void link.refetch()} />}
      {link.isPending && <Loading as="page" />}
      {link.data && <Content link={link.data} />}
    </Stack>
  );
}

function Content({ link }: { readonly link: PaymentLink }) {
  return (
    <>
      <Head title={link.name}>
        <Actions link={link} />
      </Head>
      <Group gap="sm">
        <Status status={linkStatus(link)} />
        <Text fw={600}>
          <Money amount={link.amount} currency={link.currency} />
        </Text>
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <AddressCard link={link} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card title={t("payment.details")}>
            <Facts facts={factsOf(link)} />
            <CopyText text={link.id} label={t("links.id")} />
          </Card>
        </Grid.Col>
      </Grid>
      <SessionsOfLink link={link} />
    </>
  );
}

function Actions({ link }: { readonly link: PaymentLink }) {
  const { place, may } = useHere();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  const [isChanging, changing] = useDisclosure(false);
  const [isSwitching, switching] = useDisclosure(false);
  const change = async (body: LinkChange) => {
    await changeLink(place, link.id, body, keyOf({ ...body, before: link }));
    await queryClient.invalidateQueries({ queryKey: [linksPath, place] });
  };
  if (!may("checkout_sessions:write")) return null;
  const name = link.active ? "deactivate" : "activate";
  return (
    <>
      <Button variant="default" onClick={changing.open}>
        {t("links.change")}
      </Button>
      <Button variant="default" onClick={switching.open}>
        {t(`links.${name}`)}
      </Button>
      {isChanging && <ChangeLinkDialog link={link} onChange={change} onClose={changing.close} />}
      {isSwitching && (
        <Confirm
          title={t(`links.${name}-title`)}
          help={t(`links.${name}-help`)}
          action={t(`links.${name}`)}
          isHarmful={link.active}
          onConfirm={() => change({ active: !link.active })}
          onClose={switching.close}
        />
      )}
    </>
  );
}

const factsOf = (link: PaymentLink): Fact[] => [
  [
    t("links.paid"),
    <span key="paid" className="money">
      {paidCount(link)}
    </span>,
  ],
  [t("links.until"), link.expiresAt ? <When key="until" at={link.expiresAt} /> : t("links.no-end")],
  [t("sessions.description"), link.description ?? "–"],
  ...(link.lineItems ?? []).map(
    ({ name, quantity, unitAmount }): Fact => [
      `${quantity} × ${name}`,
      formatMoney(quantity * unitAmount, link.currency),
    ],
  ),
  [t("sessions.success-url"), link.successUrl ?? t("links.stays")],
  [t("payments.created"), <When key="created" at={link.createdAt} />],
];

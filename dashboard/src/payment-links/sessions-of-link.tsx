import type { CheckoutSession, PaymentLink } from "@kassa/sdk";
import { Group, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Paged, pagedQuery } from "../components/paged.tsx";
import type { Row } from "../components/rows.tsx";
import { Empty } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { sessionsPath } from "../sessions/queries.ts";
import { t } from "../texts/texts.ts";

/** The sessions that customers have begun by a link, newest first. */
export function SessionsOfLink({ link }: { readonly link: PaymentLink }) {
  const { place, membership, mode } = useHere();
  const navigate = useNavigate();
  const list = useInfiniteQuery(pagedQuery<CheckoutSession>(place, sessionsPath, { paymentLink: link.id }));
  const toRow = (session: CheckoutSession): Row => {
    const params = { tenant: membership.tenant.id, mode, id: session.id };
    const to = { to: "/$tenant/$mode/sessions/$id", params } as const;
    const completed = session.completedAt ? <When at={session.completedAt} /> : "–";
    return {
      id: session.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="created" {...to} c="inherit" fw={600} underline="never">
          <When at={session.createdAt} />
        </AnchorLink>,
        <Status key="status" status={session.status} />,
        <Text key="completed" size="sm" c="var(--kassa-muted)">
          {completed}
        </Text>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" gap="xs">
            <Text fw={600} size="sm">
              <When at={session.createdAt} />
            </Text>
            <Status status={session.status} />
          </Group>
        </BoxLink>
      ),
    };
  };
  return (
    <Stack gap="md" component="section">
      <Title order={2} size="h4">
        {t("nav.sessions")}
      </Title>
      <Paged
        list={list}
        columns={[
          { title: t("links.begun") },
          { title: t("payments.status") },
          { title: t("links.completed") },
        ]}
        toRow={toRow}
        empty={<Empty title={t("links.no-sessions")} help={t("links.no-sessions-help")} />}
      />
    </Stack>
  );
}

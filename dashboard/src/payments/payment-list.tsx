import type { Payment } from "@kassa/sdk";
import { Group, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Money } from "../components/money.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import type { PaymentColumn } from "./columns.tsx";
import { methodOf } from "./method.ts";

/** Payments as a list, each of which leads to its page. */
export function PaymentList({ payments, columns }: ListProps) {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  const rows = payments.map((payment): Row => {
    const params = { tenant: membership.tenant.id, mode, id: payment.id };
    const to = { to: "/$tenant/$mode/payments/$id", params } as const;
    return {
      id: payment.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="amount" {...to} c="inherit" fw={600} underline="never">
          <Money amount={payment.amount} currency={payment.currency} />
        </AnchorLink>,
        ...columns.map(({ cell }) => cell(payment)),
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <PaymentSummary payment={payment} />
        </BoxLink>
      ),
    };
  });
  return <Rows columns={[{ title: t("payments.amount"), align: "end" }, ...columns]} rows={rows} />;
}

type ListProps = { readonly payments: readonly Payment[]; readonly columns: readonly PaymentColumn[] };

function PaymentSummary({ payment }: { readonly payment: Payment }) {
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>
          <Money amount={payment.amount} currency={payment.currency} />
        </Text>
        <Status status={payment.status} />
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="xs" truncate dir="auto">
          {payment.customerEmail ?? methodOf(payment)}
        </Text>
        <Text size="xs" c="var(--kassa-muted)" style={{ whiteSpace: "nowrap" }}>
          <When at={payment.createdAt} />
        </Text>
      </Group>
    </>
  );
}

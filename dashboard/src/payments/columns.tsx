import type { Payment } from "@kassa/sdk";
import { Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import type { ReactNode } from "react";
import { formatMoney } from "../components/money.tsx";
import type { Column } from "../components/rows.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { methodOf } from "./method.ts";

export type PaymentColumn = Column & {
  readonly name: string;
  readonly cell: (payment: Payment) => ReactNode;
};

/** The columns that a person can choose besides the amount, which is always there. */
const known = (): PaymentColumn[] => [
  {
    name: "status",
    title: t("payments.status"),
    cell: ({ status }) => <Status status={status} />,
  },
  {
    name: "customer",
    title: t("payments.customer"),
    cell: ({ customerEmail, clientReferenceId }) => customerEmail ?? clientReferenceId ?? "–",
  },
  { name: "method", title: t("payments.method"), cell: methodOf },
  {
    name: "created",
    title: t("payments.created"),
    cell: ({ createdAt }) => (
      <Text size="sm" c="var(--kassa-muted)">
        <When at={createdAt} />
      </Text>
    ),
  },
  {
    name: "order",
    title: t("payment.order"),
    cell: ({ clientReferenceId }) => clientReferenceId ?? "–",
  },
  {
    name: "refunded",
    title: t("payment.refunded"),
    align: "end",
    cell: ({ amountRefunded, currency }) =>
      amountRefunded === 0 ? "–" : <span className="money">{formatMoney(amountRefunded, currency)}</span>,
  },
  { name: "tags", title: t("tags.label"), cell: ({ tags }) => tags.join(", ") || "–" },
  {
    name: "connector",
    title: t("filters.connector"),
    cell: ({ attempts }) => attempts.at(-1)?.connector ?? "–",
  },
];

const ofMetadata = (key: string): PaymentColumn => ({
  name: `metadata.${key}`,
  title: key,
  cell: ({ metadata }) => metadata?.[key] ?? "–",
});

/** All columns that there are: the known ones, and one for each key of metadata that was seen or is chosen. */
function allColumns(payments: readonly Payment[], chosen: readonly string[]): PaymentColumn[] {
  const seen = payments.flatMap(({ metadata }) => Object.keys(metadata ?? {}));
  const kept = chosen
    .filter((name) => name.startsWith("metadata."))
    .map((name) => name.slice("metadata.".length));
  return [...known(), ...[...new Set([...kept, ...seen])].toSorted().map(ofMetadata)];
}

/** The columns of the list, as this browser remembers them. */
export function usePaymentColumns(payments: readonly Payment[]) {
  const [chosen, choose] = useLocalStorage<string[]>({
    key: "kassa.payments.columns",
    defaultValue: ["status", "customer", "method", "created"],
    getInitialValueInEffect: false,
  });
  const all = allColumns(payments, chosen);
  return { all, chosen, choose, shown: all.filter(({ name }) => chosen.includes(name)) };
}

import type { Payment } from "@kassa/sdk";
import { Box, Text } from "@mantine/core";
import { Card } from "../components/card.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { formatMoney } from "../components/money.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { methodOf } from "./method.ts";

/** The payment's amounts, and its ids. */
export function DetailsCard({ payment }: { readonly payment: Payment }) {
  const ids: readonly (readonly [string, string | null])[] = [
    [t("payment.id"), payment.id],
    [t("payment.session"), payment.session],
    [t("payment.clock"), payment.clock],
  ];
  return (
    <Card title={t("payment.details")}>
      <Facts facts={[...amountsOf(payment), [t("payments.method"), methodOf(payment)]]} />
      <Box component="dl" m={0}>
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

/** The amounts that say something: what was asked for and what of it moved. */
function amountsOf(payment: Payment): Fact[] {
  const money = (name: string, amount: number): Fact[] =>
    amount > 0 ? [[name, formatMoney(amount, payment.currency)]] : [];
  return [
    [t("payment.requested"), formatMoney(payment.amount, payment.currency)],
    ...(payment.captureMethod === "manual" ? money(t("payment.authorized"), payment.amountAuthorized) : []),
    ...(payment.amountReceived === null || payment.amountReceived === payment.amount
      ? []
      : money(t("payment.received"), payment.amountReceived)),
    [t("payment.captured"), formatMoney(payment.amountCaptured, payment.currency)],
    ...money(t("payment.capturing"), payment.amountCapturePending),
    ...money(t("payment.capturable"), payment.amountCapturable),
    ...(payment.captureBefore
      ? ([[t("payment.capture-before"), <When key="before" at={payment.captureBefore} />]] as const)
      : []),
    ...money(t("payment.refunded"), payment.amountRefunded),
    ...money(t("payment.refunding"), payment.amountRefundPending),
    ...money(t("payment.disputed"), payment.amountDisputed),
    ...money(t("payment.late"), payment.amountLate),
  ];
}

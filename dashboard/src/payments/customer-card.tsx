import type { Payment } from "@kassa/sdk";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { AnchorLink } from "../components/links.tsx";
import { t } from "../texts/texts.ts";

/** Who pays, for what. The address leads to all payments of the customer. */
export function CustomerCard({ payment }: { readonly payment: Payment }) {
  const { membership, mode } = useHere();
  const { customerEmail, clientReferenceId } = payment;
  const facts: Fact[] = [
    [
      t("customer.email"),
      customerEmail ? (
        <AnchorLink
          key="email"
          to="/$tenant/$mode/payments"
          params={{ tenant: membership.tenant.id, mode }}
          search={{ search: customerEmail }}
          size="sm"
        >
          {customerEmail}
        </AnchorLink>
      ) : (
        "–"
      ),
    ],
    [t("payment.order"), clientReferenceId ?? "–"],
  ];
  return (
    <Card title={t("payments.customer")}>
      <Facts facts={facts} />
    </Card>
  );
}

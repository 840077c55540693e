import type { Payment } from "@kassa/sdk";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { AnchorLink } from "../components/links.tsx";
import { amountFacts, itemFacts } from "../sessions/amount-facts.ts";
import { collectedFacts } from "../sessions/collected-facts.tsx";
import { sessionQuery } from "../sessions/queries.ts";
import { t } from "../texts/texts.ts";

/** Who pays, for what, and what they entered and chose on the payment page. The address leads to all payments of the customer. */
export function CustomerCard({ payment }: { readonly payment: Payment }) {
  const { place, membership, mode } = useHere();
  const session = useQuery(sessionQuery(place, payment.session));
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
    ...collectedFacts(session.data?.collected ?? null),
    ...(session.data?.amountDetails ? [...itemFacts(session.data), ...amountFacts(session.data)] : []),
    [t("payment.order"), clientReferenceId ?? "–"],
  ];
  return (
    <Card title={t("payments.customer")}>
      <Facts facts={facts} />
    </Card>
  );
}

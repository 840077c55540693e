import type { ConnectorAccount } from "@kassa/sdk";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { Card } from "../../components/card.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { latestTestQuery, stateOf, type TestState } from "./queries.ts";
import { TestPaymentForm } from "./test-payment-form.tsx";
import { TestPaymentOutcome } from "./test-payment-outcome.tsx";

/** Pays once at an account, as a customer would, and says what came of it. The account may still be disabled. */
export function TestPaymentCard({ account }: { readonly account: ConnectorAccount }) {
  const { mode } = useHere();
  return (
    <Card title={t("test-payment.title")} help={t(`test-payment.help-${mode}`)}>
      {account.missingCredentials.length > 0 ? (
        <Text size="sm">{t("test-payment.incomplete")}</Text>
      ) : (
        <Content account={account} />
      )}
    </Card>
  );
}

function Content({ account }: { readonly account: ConnectorAccount }) {
  const { place, may } = useHere();
  const latest = useQuery(latestTestQuery(place, account.id));
  if (latest.isPending) return <Loading as="text" />;
  if (latest.error) return <Failure error={latest.error} again={() => void latest.refetch()} />;
  const test = latest.data;
  const isOpen = test?.session.status === "open";
  return (
    <>
      {test && <TestPaymentOutcome test={test} />}
      {account.status === "disabled" && <WhileDisabled state={test && stateOf(test)} />}
      {!isOpen && account.countries && (
        <Text size="sm">{t("test-payment.countries", { countries: account.countries.join(", ") })}</Text>
      )}
      {!isOpen && may("checkout_sessions:write") && (
        <TestPaymentForm key={test?.session.id} account={account} before={test?.session.id} />
      )}
    </>
  );
}

/** Before a test, that customers don't get the account yet; after it, how they do. */
function WhileDisabled({ state }: { readonly state: TestState | null }) {
  if (state === null) return <Text size="sm">{t("test-payment.disabled")}</Text>;
  if (state !== "paid" && state !== "refunded") return null;
  return <Text size="sm">{t("test-payment.enable")}</Text>;
}

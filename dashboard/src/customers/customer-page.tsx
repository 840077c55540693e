import type { Payment } from "@kassa/sdk";
import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { meQuery } from "../api/me.ts";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink } from "../components/links.tsx";
import { formatMoney } from "../components/money.tsx";
import { More } from "../components/more.tsx";
import { saveFile } from "../components/save-file.ts";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { usePaymentColumns } from "../payments/columns.tsx";
import { PaymentList } from "../payments/payment-list.tsx";
import { t } from "../texts/texts.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { exportCustomer, paymentsOfQuery } from "./queries.ts";

/** A customer: what they paid, and their data to hand over or to erase. */
export function CustomerPage() {
  const { place, membership, mode } = useHere();
  const { email } = useParams({ from: "/$tenant/$mode/customers/$email" });
  const me = useQuery(meQuery);
  const list = useInfiniteQuery(paymentsOfQuery(place, email));
  const [isErasing, erasing] = useDisclosure(false);
  const hand = useMutation({
    mutationFn: async () => saveFile(`kassa-customer-${mode}.json`, await exportCustomer(place, email)),
  });
  const payments = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const columns = usePaymentColumns(payments);
  const mayErase = membership.role === "owner" && me.data?.signIn.factors === 2;
  const failure = list.error ?? hand.error;
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/customers" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("customers.back")}
      </AnchorLink>
      <Head title={email}>
        <Button variant="default" loading={hand.isPending} onClick={() => hand.mutate()}>
          {t("customers.export")}
        </Button>
        {mayErase && (
          <Button variant="subtle" color="red" onClick={erasing.open}>
            {t("customers.erase")}
          </Button>
        )}
      </Head>
      {failure && <Failure error={failure} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && payments.length === 0 && (
        <Empty title={t("customers.no-payments")} help={t("customers.no-payments-help")} />
      )}
      {payments.length > 0 && (
        <>
          <Sums payments={payments} isAll={!list.hasNextPage} />
          <PaymentList payments={payments} columns={columns.shown} />
        </>
      )}
      <More list={list} />
      {isErasing && <EraseDialog email={email} onClose={erasing.close} />}
    </Stack>
  );
}

/** What the listed payments come to, in each currency. */
function Sums({ payments, isAll }: { readonly payments: readonly Payment[]; readonly isAll: boolean }) {
  const byCurrency = [...Map.groupBy(payments, ({ currency }) => currency)];
  const sum = (of: readonly Payment[], name: "amountCaptured" | "amountRefunded"): number =>
    of.reduce((total, payment) => total + payment[name], 0);
  return (
    <Card title={t(isAll ? "customers.sums" : "customers.sums-listed")}>
      <Facts
        facts={byCurrency.flatMap(([currency, of]) => [
          [
            `${t("payment.captured")} (${currency})`,
            formatMoney(sum(of, "amountCaptured"), currency),
          ] as const,
          [
            `${t("payment.refunded")} (${currency})`,
            formatMoney(sum(of, "amountRefunded"), currency),
          ] as const,
        ])}
      />
    </Card>
  );
}

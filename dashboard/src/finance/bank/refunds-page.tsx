import type { BankRefund, MerchantBankAccount } from "@kassa/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { formatMoney, Money } from "../../components/money.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { useFirstLoad } from "../../components/use-first-load.ts";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { nameOfAccount } from "./account.ts";
import { BankHead } from "./bank-head.tsx";
import { MakeFileDialog } from "./make-file-dialog.tsx";
import { PayeeDialog } from "./payee-dialog.tsx";
import { accountsQuery } from "./queries.ts";
import { RefundByHand } from "./refund-by-hand.tsx";
import { RefundFiles } from "./refund-files.tsx";
import { bankRefundsQuery, filesQuery, waitingRefundsQuery } from "./refund-queries.ts";

/** Money to send back to payers of transfers, and the files for the bank. */
export function RefundsPage() {
  const { place, may } = useHere();
  const list = useInfiniteQuery(bankRefundsQuery(place));
  const [making, setMaking] = useState<Waiting | null>(null);
  const [asking, setAsking] = useState<BankRefund | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const files = useInfiniteQuery(filesQuery(place));
  const { accounts, isPending: isWaitingPending, error, again } = useAccountsWithWaiting();
  const isPending = useFirstLoad(list.isPending || files.isPending || isWaitingPending);
  const mayChange = may("refunds:write");
  return (
    <Stack gap="lg">
      <BankHead help={t("bank.refunds-help")} />
      {error && <Failure error={error} again={again} />}
      {said && (
        <Alert color="green" role="status">
          {said}
        </Alert>
      )}
      {isPending ? (
        <Loading />
      ) : (
        <>
          {mayChange && accounts.length > 0 && (
            <Group gap="sm">
              {accounts.map((waiting) => (
                <Button key={waiting.account.id} onClick={() => setMaking(waiting)}>
                  {t("bank.make-file", { account: nameOfAccount(waiting.account) })}
                </Button>
              ))}
            </Group>
          )}
          <Paged
            list={list}
            columns={[
              { title: t("payments.amount"), align: "end" },
              { title: t("payments.status") },
              { title: t("bank.payee") },
              { title: t("payments.created") },
            ]}
            toRow={(refund) => toRow(refund, mayChange ? () => setAsking(refund) : undefined)}
            empty={<Empty title={t("bank.no-refunds")} help={t("bank.no-refunds-help")} />}
          />
          <RefundFiles />
        </>
      )}
      {making && (
        <MakeFileDialog
          {...making}
          onDone={() => setSaid(t("bank.file-made"))}
          onClose={() => setMaking(null)}
        />
      )}
      {asking && <PayeeDialog refund={asking} onClose={() => setAsking(null)} />}
    </Stack>
  );
}

type Waiting = {
  readonly account: MerchantBankAccount;
  /** What waits at it, and can be paid. */
  readonly amount: string;
};

/** Files pay from accounts with an IBAN. */
function useAccountsWithWaiting() {
  const { place } = useHere();
  const waiting = useQuery(waitingRefundsQuery(place));
  const accounts = useQuery(accountsQuery(place));
  const { data: refunds = [], hasMore = false } = waiting.data ?? {};
  const found = (accounts.data?.data ?? []).flatMap((account): Waiting[] => {
    const own = refunds.filter((refund) => refund.account === account.id);
    if (account.iban === null || own.length === 0) return [];
    const sum = own.reduce((total, { amount, payeeIban }) => total + (payeeIban === null ? 0 : amount), 0);
    const amount = formatMoney(sum, account.currency);
    return [{ account, amount: hasMore ? t("bank.at-least", { amount }) : amount }];
  });
  return {
    accounts: found,
    isPending: waiting.isPending || accounts.isPending,
    error: waiting.error ?? accounts.error,
    again: () => void Promise.all([waiting.refetch(), accounts.refetch()]),
  };
}

function toRow(refund: BankRefund, ask?: () => void): Row {
  const amount = <Money amount={refund.amount} currency={refund.currency} />;
  const needsIban = refund.status === "waiting" && refund.payeeIban === null;
  const payee = (
    <Stack gap={2} align="flex-start">
      <Text size="sm">{refund.payeeName ?? t("bank.no-counterparty")}</Text>
      <Text size="xs" c="var(--kassa-muted)">
        {refund.payeeIban ?? t("bank.no-iban")}
      </Text>
      <Group gap="xs">
        {needsIban && ask && (
          <Button size="compact-md" variant="default" onClick={ask}>
            {t("bank.set-iban")}
          </Button>
        )}
        {ask && <RefundByHand refund={refund} />}
      </Group>
    </Stack>
  );
  return {
    id: refund.id,
    cells: [
      <Text key="amount" size="sm" fw={600}>
        {amount}
      </Text>,
      <Status key="status" status={refund.status} />,
      payee,
      <When key="when" at={refund.createdAt} />,
    ],
    narrow: (
      <Stack gap="xs" p="md">
        <Group justify="space-between">
          <Text fw={600}>{amount}</Text>
          <Status status={refund.status} />
        </Group>
        {payee}
      </Stack>
    ),
  };
}

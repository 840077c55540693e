import type { BankRefund, MerchantBankAccount } from "@kassa/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Money } from "../../components/money.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { nameOfAccount } from "./account.ts";
import { BankHead } from "./bank-head.tsx";
import { MakeFileDialog } from "./make-file-dialog.tsx";
import { PayeeDialog } from "./payee-dialog.tsx";
import { accountsQuery } from "./queries.ts";
import { RefundByHand } from "./refund-by-hand.tsx";
import { RefundFiles } from "./refund-files.tsx";
import { bankRefundsQuery, waitingRefundsQuery } from "./refund-queries.ts";

/** Money to send back to payers of transfers, and the files for the bank. */
export function RefundsPage() {
  const { place, may } = useHere();
  const list = useInfiniteQuery(bankRefundsQuery(place));
  const [making, setMaking] = useState<MerchantBankAccount | null>(null);
  const [asking, setAsking] = useState<BankRefund | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const accounts = useAccountsWithWaiting();
  const mayChange = may("refunds:write");
  return (
    <Stack gap="lg">
      <BankHead help={t("bank.refunds-help")}>
        {mayChange &&
          accounts.map((account) => (
            <Button key={account.id} onClick={() => setMaking(account)}>
              {t("bank.make-file", { account: nameOfAccount(account) })}
            </Button>
          ))}
      </BankHead>
      {said && (
        <Alert color="green" role="status">
          {said}
        </Alert>
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
      {making && (
        <MakeFileDialog
          account={making}
          onDone={() => setSaid(t("bank.file-made"))}
          onClose={() => setMaking(null)}
        />
      )}
      {asking && <PayeeDialog refund={asking} onClose={() => setAsking(null)} />}
    </Stack>
  );
}

/** Files pay from accounts with an IBAN. */
function useAccountsWithWaiting(): readonly MerchantBankAccount[] {
  const { place } = useHere();
  const waiting = useQuery(waitingRefundsQuery(place));
  const accounts = useQuery(accountsQuery(place));
  const ids = new Set(waiting.data?.data.map(({ account }) => account));
  return (accounts.data?.data ?? []).filter(({ id, iban }) => iban !== null && ids.has(id));
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

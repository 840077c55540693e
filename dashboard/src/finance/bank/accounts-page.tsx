import type { MerchantBankAccount } from "@kassa/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { type Row, Rows } from "../../components/rows.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { t } from "../../texts/texts.ts";
import { nameOfAccount, numberOf } from "./account.ts";
import { AddAccountDialog } from "./add-account-dialog.tsx";
import { BankHead } from "./bank-head.tsx";
import { accountsQuery, setAccountStatus } from "./queries.ts";

/** The tenant's own accounts, on which transfers arrive. */
export function AccountsPage() {
  const { place, may } = useHere();
  const list = useQuery(accountsQuery(place));
  const [isAdding, adding] = useDisclosure(false);
  const [changing, setChanging] = useState<MerchantBankAccount | null>(null);
  const mayChange = may("bank_accounts:write");
  const rows = (list.data?.data ?? []).map((account) =>
    toRow(account, mayChange ? () => setChanging(account) : undefined),
  );
  const columns = [
    { title: t("bank.account") },
    { title: t("bank.currency") },
    { title: t("payments.status") },
    { title: t("keys.actions"), isBare: true },
  ];
  return (
    <Stack gap="lg">
      <BankHead help={t("bank.accounts-help")}>
        {mayChange && <Button onClick={adding.open}>{t("bank.add-account")}</Button>}
      </BankHead>
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && rows.length === 0 && (
        <Empty title={t("bank.no-account")} help={t("bank.no-account-help")} />
      )}
      {rows.length > 0 && <Rows columns={columns} rows={rows} />}
      {isAdding && <AddAccountDialog onClose={adding.close} />}
      {changing && <ChangeDialog account={changing} onClose={() => setChanging(null)} />}
    </Stack>
  );
}

function toRow(account: MerchantBankAccount, change?: () => void): Row {
  const name = (
    <Stack gap={0}>
      <Text fw={600} className="money" style={{ whiteSpace: "normal" }}>
        {nameOfAccount(account)}
      </Text>
      <Text size="xs" c="var(--kassa-muted)">
        {account.label ? `${numberOf(account)} · ${account.holder}` : account.holder}
      </Text>
    </Stack>
  );
  const status = <Status status={account.status} />;
  const action = change && (
    <Group justify="flex-end">
      <Button size="compact-md" variant="default" onClick={change}>
        {t(account.status === "enabled" ? "bank.disable" : "bank.enable")}
      </Button>
    </Group>
  );
  return {
    id: account.id,
    cells: [name, account.currency, status, action],
    narrow: (
      <Stack gap="xs" p="md">
        {name}
        <Group justify="space-between">
          <Group gap="xs">
            {status}
            <Text size="sm">{account.currency}</Text>
          </Group>
          {action}
        </Group>
      </Stack>
    ),
  };
}

type Props = { readonly account: MerchantBankAccount; readonly onClose: () => void };

function ChangeDialog({ account, onClose }: Props) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const next = account.status === "enabled" ? "disable" : "enable";
  return (
    <Confirm
      title={t(`bank.${next}-title`, { account: nameOfAccount(account) })}
      help={t(`bank.${next}-help`)}
      action={t(`bank.${next}`)}
      isHarmful={next === "disable"}
      onClose={onClose}
      onConfirm={async () => {
        await setAccountStatus(place, account.id, `${next}d`);
        await queryClient.invalidateQueries({ queryKey: accountsQuery(place).queryKey });
      }}
    />
  );
}

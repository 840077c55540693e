import type { ReactNode } from "react";
import { Head } from "../../components/head.tsx";
import { type Tab, Tabs } from "../../components/tabs.tsx";
import { t } from "../../texts/texts.ts";

export const bankTabs = (): readonly Tab[] => [
  { path: "bank", label: t("bank.statements") },
  { path: "bank/refunds", label: t("bank.refunds") },
  { path: "bank/accounts", label: t("bank.accounts") },
];

/** What the screens of the bank have in common. */
export function BankHead({ help, children }: { readonly help: string; readonly children?: ReactNode }) {
  return (
    <>
      <Head title={t("nav.bank")} help={help}>
        {children}
      </Head>
      <Tabs tabs={bankTabs()} label={t("nav.bank")} />
    </>
  );
}

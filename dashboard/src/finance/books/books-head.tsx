import type { ReactNode } from "react";
import { Head } from "../../components/head.tsx";
import { type Tab, Tabs } from "../../components/tabs.tsx";
import { t } from "../../texts/texts.ts";

export const booksTabs = (): readonly Tab[] => [
  { path: "books", label: t("books.balance") },
  { path: "books/payouts", label: t("books.payouts") },
  { path: "books/ledger", label: t("books.ledger") },
  { path: "books/reports", label: t("books.reports") },
  { path: "books/months", label: t("books.months") },
];

/** What the screens of the books have in common. */
export function BooksHead({ help, children }: { readonly help: string; readonly children?: ReactNode }) {
  return (
    <>
      <Head title={t("nav.books")} help={help}>
        {children}
      </Head>
      <Tabs tabs={booksTabs()} label={t("nav.books")} />
    </>
  );
}

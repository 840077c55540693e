import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { has, t } from "../../texts/texts.ts";
import { connectorAccountsQuery } from "./queries.ts";

/** What people call an account at a payment provider. That of the sandbox's simulated one isn't listed. */
export function useAccountName(): (id: string) => string {
  const { place, mode } = useHere();
  const accounts = useQuery(connectorAccountsQuery(place));
  return (id) => {
    const known = accounts.data?.data.find((each) => each.id === id)?.label;
    return known ?? (mode === "sandbox" ? t("books.simulated") : id);
  };
}

/** An account of the ledger in words. */
export function ledgerAccountName(account: string): string {
  const name = `ledger-account.${account}`;
  return has(name) ? t(name) : account.replaceAll("_", " ");
}

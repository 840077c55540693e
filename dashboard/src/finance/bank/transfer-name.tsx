import type { ListedExpectedTransfer } from "@kassa/sdk";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { t } from "../../texts/texts.ts";
import { sessionQuery } from "./queries.ts";

/** What people call a transfer: by its order, its customer, or its own reference. */
export function useTransferName(transfer: ListedExpectedTransfer | undefined): string {
  const { place } = useHere();
  const session = useQuery({
    ...sessionQuery(place, transfer?.session ?? ""),
    enabled: transfer !== undefined,
  });
  const { clientReferenceId, customerEmail } = session.data ?? {};
  if (clientReferenceId) return t("transfer.order", { reference: clientReferenceId });
  return customerEmail ?? transfer?.reference ?? "…";
}

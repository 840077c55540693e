import type { Dispute } from "@kassa/sdk";
import { Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Head } from "../../components/head.tsx";
import { Empty } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { lineFor } from "../words.ts";
import { disputeStatuses } from "./filters.ts";
import { PartFilterBar } from "./part-filter-bar.tsx";
import { PartList } from "./part-list.tsx";

/** All disputes, newest first. */
export function DisputesPage() {
  const filters = useSearch({ from: "/$tenant/$mode/disputes" });
  const navigate = useNavigate({ from: "/$tenant/$mode/disputes" });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack gap="lg">
      <Head title={t("disputes.list")} help={t("disputes.list-help")} />
      <PartFilterBar
        statuses={disputeStatuses}
        filters={filters}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <PartList<Dispute>
        path="/api/disputes"
        filters={filters}
        reasonOf={reasonOf}
        empty={
          isFiltered ? (
            <Empty title={t("disputes.none-found")} help={t("filters.none-found-help")} />
          ) : (
            <Empty title={t("disputes.none")} help={t("disputes.none-help")} />
          )
        }
      />
    </Stack>
  );
}

const reasonOf = ({ reason }: Dispute): string => lineFor("dispute-reason", reason);

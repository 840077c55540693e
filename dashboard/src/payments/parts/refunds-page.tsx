import type { Refund } from "@kassa/sdk";
import { Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Head } from "../../components/head.tsx";
import { Empty } from "../../components/states.tsx";
import { has, t } from "../../texts/texts.ts";
import { lineFor } from "../words.ts";
import { refundStatuses } from "./filters.ts";
import { PartFilterBar } from "./part-filter-bar.tsx";
import { PartList } from "./part-list.tsx";

/** All refunds, newest first. */
export function RefundsPage() {
  const filters = useSearch({ from: "/$tenant/$mode/refunds" });
  const navigate = useNavigate({ from: "/$tenant/$mode/refunds" });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack gap="lg">
      <Head title={t("refunds.list")} help={t("refunds.list-help")} />
      <PartFilterBar
        statuses={refundStatuses}
        filters={filters}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <PartList<Refund>
        path="/api/refunds"
        filters={filters}
        reasonOf={reasonOf}
        empty={
          isFiltered ? (
            <Empty title={t("refunds.none-found")} help={t("filters.none-found-help")} />
          ) : (
            <Empty title={t("refunds.none")} help={t("refunds.none-help")} />
          )
        }
      />
    </Stack>
  );
}

const reasonOf = ({ reason, failureReason }: Refund): string => {
  if (failureReason) return lineFor("failure", failureReason);
  const name = `refund.reason.${reason}`;
  return reason && has(name) ? t(name) : "–";
};

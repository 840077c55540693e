import type { Export } from "@kassa/sdk";
import { formatDay } from "../components/when.tsx";
import { has, t } from "../texts/texts.ts";

/** A sheet of Excel has one row more, for the names of the columns. */
const rowsOfSheet = 1_048_575;

/** How far an export is, or why it has failed, in words. */
export function progressText({ status, format, rows, reachedAt, failureReason }: Export): string {
  const reason = `exports.${failureReason}`;
  if (failureReason) return has(reason) ? t(reason) : failureReason.replaceAll("_", " ");
  const sheets = Math.ceil(rows / rowsOfSheet);
  if (status === "completed")
    return format === "xlsx" && sheets > 1
      ? t("exports.sheets", { count: rows, sheets })
      : t("exports.rows", { count: rows });
  return reachedAt ? t("exports.reached", { count: rows, day: formatDay(reachedAt) }) : t("exports.waiting");
}

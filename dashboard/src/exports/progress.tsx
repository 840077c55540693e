import type { Export } from "@kassa/sdk";
import { formatDay } from "../components/when.tsx";
import { currentLocale, has, t } from "../texts/texts.ts";

/** How far an export is, or why it has failed, in words. */
export function progressText({ status, rows, reachedAt, failureReason }: Export): string {
  const reason = `exports.${failureReason}`;
  if (failureReason) return has(reason) ? t(reason) : failureReason.replaceAll("_", " ");
  const count = new Intl.NumberFormat(currentLocale()).format(rows);
  if (status === "completed") return t("exports.rows", { count });
  return reachedAt ? t("exports.reached", { count, day: formatDay(reachedAt) }) : t("exports.waiting");
}

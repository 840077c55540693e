import type { Page, Payment } from "@kassa/sdk";
import { download } from "../api/download.ts";
import { type Place, request } from "../api/request.ts";
import { typedMoney } from "../components/money.tsx";
import { type Filters, toQuery } from "./filters.ts";

/** As many payments as one file has. */
export const mostExported = 10_000;

type Field = readonly [name: string, value: (payment: Payment) => string | number | null | undefined];

const money =
  (name: "amount" | "amountCaptured" | "amountRefunded" | "amountDisputed"): Field["1"] =>
  (payment) =>
    typedMoney(payment[name], payment.currency);

const fields: readonly Field[] = [
  ["id", ({ id }) => id],
  ["createdAt", ({ createdAt }) => createdAt],
  ["status", ({ status }) => status],
  ["currency", ({ currency }) => currency],
  ["amount", money("amount")],
  ["amountCaptured", money("amountCaptured")],
  ["amountRefunded", money("amountRefunded")],
  ["amountDisputed", money("amountDisputed")],
  ["method", ({ method }) => method],
  ["connector", ({ attempts }) => attempts.at(-1)?.connector],
  ["declineReason", ({ attempts }) => attempts.at(-1)?.declineReason],
  ["pspReference", ({ attempts }) => attempts.at(-1)?.pspReference],
  ["customerEmail", ({ customerEmail }) => customerEmail],
  ["clientReferenceId", ({ clientReferenceId }) => clientReferenceId],
  ["metadata", ({ metadata }) => (metadata ? JSON.stringify(metadata) : "")],
];

/** Every payment that the filters find, newest first, as CSV. The amounts are in major units. */
export async function exportFiltered(
  place: Place,
  filters: Filters,
): Promise<{ readonly file: Blob; readonly isCut: boolean }> {
  const lines = [line(fields.map(([name]) => name))];
  let after = "";
  for (let isMore = true; isMore && lines.length <= mostExported; ) {
    const query = toQuery(filters);
    query.set("limit", "100");
    if (after !== "") query.set("startingAfter", after);
    const page = await request<Page<Payment>>(`/api/payments?${query}`, { place });
    for (const payment of page.data) lines.push(line(fields.map(([, value]) => value(payment))));
    after = page.data.at(-1)?.id ?? "";
    isMore = page.hasMore;
    if (isMore && lines.length > mostExported) return { file: csv(lines), isCut: true };
  }
  return { file: csv(lines), isCut: false };
}

const csv = (lines: readonly string[]): Blob => new Blob(lines as BlobPart[], { type: "text/csv" });

const line = (values: readonly (string | number | null | undefined)[]): string =>
  `${values.map(quote).join(",")}\r\n`;

/** A text that a spreadsheet would run as a formula begins with an apostrophe. */
function quote(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Saves the accountants' report of payments for the filtered days, which knows no other filter. */
export const saveReport = (
  place: Place,
  { from, to }: { from: string; to: string },
  format: "csv" | "xlsx",
): Promise<void> => download(`/api/reports/payments?${new URLSearchParams({ from, to, format })}`, place);

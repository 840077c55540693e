import type { CallOptions } from "../contract.ts";
import type { PspClient } from "../psp-client.ts";
import type { DownloadOutcome, DownloadRequest } from "../settlements.ts";
import { merchantAccountOf } from "./client.ts";
import { customerAreaBase } from "./kind.ts";
import { unknown } from "./unknown.ts";

/** Some 150,000 rows. A longer report has to be handed over as a file. */
const reportMaxBytes = 32 * 1024 * 1024;

/** Batches of a merchant account are numbered without gaps, so the next report has the next number. Adyen has no list of reports. */
export async function downloadReport(
  psp: PspClient,
  { account, after }: DownloadRequest,
  { timeoutMs }: CallOptions,
): Promise<DownloadOutcome> {
  const { reportApiKey } = account.settings;
  if (reportApiKey === undefined) return lacking(noKey);
  if (after === null) return lacking(noReport);
  const response = await psp.send({
    method: "GET",
    base: customerAreaBase(account.mode),
    path: reportPath(merchantAccountOf(account), after + 1),
    headers: { accept: "text/csv", "x-api-key": reportApiKey },
    ...{ timeoutMs, answerMaxBytes: reportMaxBytes, isText: true },
  });
  if (response.kind === "no_response") return unknown(response.detail);
  const { status, body } = response;
  if (status === 404) return { kind: "none" };
  if (status !== 200 || typeof body !== "string") return unknown(`status ${status}`);
  return { kind: "report", content: Buffer.from(body) };
}

export const reportPath = (merchantAccount: string, number: number): string =>
  `/reports/download/MerchantAccount/${encodeURIComponent(merchantAccount)}/settlement_detail_report_batch_${number}.csv`;

/** The name of a report's file in Adyen's notification, with its number. */
export const reportNamePattern = /^settlement_detail_report_batch_([1-9]\d{0,8})\.csv$/;

const lacking = (detail: string): DownloadOutcome => ({ kind: "unavailable", detail });

const noKey =
  "Adyen lets only a report user download settlement reports. Store the user's API key as the account's credential reportApiKey, or hand over the files with --file.";
const noReport =
  "Hand over the first settlement details report with --file, or wait until Adyen announces one. Kassa then downloads those after it.";

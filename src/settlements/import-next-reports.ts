import type { ConnectorRoute } from "../connectors/registry.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import type { SettlementDeps } from "./deps.ts";
import type { AccountImport } from "./import-account.ts";
import { importReport } from "./import-report.ts";
import { lastReport } from "./queries.ts";

/** Downloads and imports the reports after the newest one that was imported. Undefined if the PSP makes no reports. */
export async function importNextReports(
  deps: SettlementDeps,
  route: ConnectorRoute,
  shouldContinue: () => boolean = () => true,
): Promise<AccountImport | undefined> {
  const { connector, account } = route;
  const { settlementReports: reports } = connector;
  if (!reports) return undefined;
  const done = { connectorAccount: account.id, isComplete: false, lacks: null };
  const counts = { stored: 0, exceptions: 0, matchedLater: 0 };
  while (shouldContinue()) {
    const after = (await deps.database.inTenant(account, (trx) => lastReport(trx, account.id))) ?? null;
    crashPoint("settlements:begun");
    const outcome = await reports.download({ account, after }, { timeoutMs: deps.pspTimeoutMs });
    crashPoint("settlements:report-downloaded");
    if (outcome.kind === "none") return { ...done, ...counts, isComplete: true };
    if (outcome.kind === "unavailable") return { ...done, ...counts, lacks: outcome.detail };
    if (outcome.kind === "unknown")
      return { ...done, ...counts, ...notImported(deps, account.id, outcome.detail) };
    const { content } = outcome;
    const imported = await importReport(deps, route, () => once(content));
    if (!imported.ok) return { ...done, ...counts, ...notImported(deps, account.id, imported.failure) };
    counts.stored += imported.value.stored;
    counts.exceptions += imported.value.exceptions;
    counts.matchedLater += imported.value.matchedLater;
    crashPoint("settlements:report-imported");
    const number = await deps.database.inTenant(account, (trx) => lastReport(trx, account.id));
    if (number === (after ?? undefined))
      return {
        ...done,
        ...counts,
        ...notImported(deps, account.id, "the report has another number than its name"),
      };
  }
  return { ...done, ...counts };
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

function notImported({ log }: SettlementDeps, account: string, detail: string): object {
  log.warn({ account, detail }, "the PSP's settlement report couldn't be imported");
  return {};
}

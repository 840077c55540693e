import type { ConnectionSettings, Database } from "../database/database.ts";
import { inspectPayments } from "../payments/read/inspect-payments.ts";
import { listTenants } from "../tenants/find-tenant.ts";
import { archiveFindings } from "./archive-finding.ts";
import { backlogFindings, quarantineFinding } from "./backlog-findings.ts";
import { makeCollector } from "./collector.ts";
import { encryptionFindings } from "./encryption-findings.ts";
import { examineDatabase } from "./examine-database.ts";
import { type Check, type Finding, nameOf } from "./finding.ts";
import { liveFindings } from "./live-findings.ts";
import { pageFinding } from "./page-finding.ts";
import { readUnderReview, reviewFinding } from "./review-finding.ts";

type Deps = {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  readonly psps: Parameters<typeof liveFindings>[0]["psps"];
  readonly config: {
    readonly publicUrl: URL;
    readonly databaseUrl: string | undefined;
    readonly dataDir: string;
    readonly pageCheckMinutes: number | "off";
  };
};

/** With more tenants, what is asked of each takes too long for somebody who waits. */
const tenantsAtMost = 100;

/** What the command finds beyond this: it asks every PSP, for one. */
const onlyTheCommand: readonly Check[] = ["settings", "secret_key", "connector_account"];
const ofEachTenant: readonly Check[] = ["live_payments", "reviews"];

export type Health = {
  readonly findings: readonly (Finding & { readonly name: string })[];
  /** The checks of `kassa doctor` that aren't among them. */
  readonly leftOut: readonly Check[];
};

/** What a running server finds of the checks of `kassa doctor`. It sends nothing to PSPs. */
export async function examineServer(deps: Deps): Promise<Health> {
  const { database, settings, config } = deps;
  const collector = makeCollector((error) => (error instanceof Error ? error.message : String(error)));
  const { findings, attempt } = collector;
  findings.push(...encryptionFindings(config));
  const dataDir = config.databaseUrl === undefined ? config.dataDir : undefined;
  const isUsable = await examineDatabase(collector, { settings, dataDir });
  let leftOut: readonly Check[] = onlyTheCommand;
  if (isUsable)
    await attempt("contents", async () => {
      const tenants = await database.inControl(listTenants);
      const isSmall = tenants.length <= tenantsAtMost;
      if (!isSmall) leftOut = [...onlyTheCommand, ...ofEachTenant];
      const facts = await inspectPayments(database);
      return [
        { check: "tenants", state: "ok", text: `${tenants.length}` },
        ...(isSmall ? await liveFindings(deps, tenants) : []),
        ...(await archiveFindings({ database, settings, dataDir })),
        ...backlogFindings(facts),
        ...(isSmall ? [reviewFinding(await readUnderReview(database))] : []),
        quarantineFinding(facts.quarantined),
        await pageFinding(database, config.pageCheckMinutes),
      ];
    });
  return { findings: findings.map((finding) => ({ ...finding, name: nameOf(finding) })), leftOut };
}

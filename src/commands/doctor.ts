import process from "node:process";
import { type Config, readConfig } from "../config.ts";
import { openDatabase } from "../database/database.ts";
import { archiveFindings } from "../doctor/archive-finding.ts";
import { backlogFindings, quarantineFinding } from "../doctor/backlog-findings.ts";
import { makeCollector } from "../doctor/collector.ts";
import { connectorFindings } from "../doctor/connector-findings.ts";
import { encryptionFindings } from "../doctor/encryption-findings.ts";
import { examineDatabase } from "../doctor/examine-database.ts";
import { type Finding, nameOf } from "../doctor/finding.ts";
import { liveFindings } from "../doctor/live-findings.ts";
import { pageFinding } from "../doctor/page-finding.ts";
import { readUnderReview, reviewFinding } from "../doctor/review-finding.ts";
import { inspectPayments } from "../payments/read/inspect-payments.ts";
import { listTenants } from "../tenants/find-tenant.ts";
import { openKeyring } from "../tenants/open-keyring.ts";
import { depsOf } from "./connectors.ts";
import { type OpenedPostgres, openPostgres } from "./context.ts";
import { describeFailure } from "./failure.ts";
import { print } from "./output.ts";

/** `kassa doctor`: checks the installation for common faults, and says how to fix them. Exits with 1 if there is a problem. */
export async function doctor({ json }: { json: boolean }): Promise<void> {
  const findings = await examine();
  const count = (wanted: Finding["state"]): number => findings.filter(({ state }) => state === wanted).length;
  const problems = count("problem");
  const report = {
    object: "doctor.report",
    ok: problems === 0,
    problems,
    warnings: count("warning"),
    findings: findings.map(present),
  };
  print(json, report, () => findings.flatMap(lines));
  if (problems > 0) process.exitCode = 1;
}

/** A finding for --json: each has every field. */
const present = (finding: Finding) => ({
  check: finding.check,
  subject: finding.subject ?? null,
  name: nameOf(finding),
  state: finding.state,
  text: finding.text,
  advice: finding.advice ?? null,
});

function lines(finding: Finding): string[] {
  const { state, text, advice } = finding;
  const mark = { ok: "✓", warning: "!", problem: "✗" }[state];
  return [
    ...`${mark} ${nameOf(finding)}: ${text}`.split("\n"),
    ...(advice === undefined ? [] : [`    ${advice}`]),
  ];
}

async function examine(): Promise<Finding[]> {
  const collector = makeCollector(describeFailure);
  const { findings, attempt } = collector;
  let config: Config | undefined;
  let postgres: OpenedPostgres | undefined;
  await attempt("settings", async () => {
    config = readConfig(process.env);
    return [{ check: "settings", state: "ok", text: "all variables are valid" }];
  });
  const settings = config;
  if (!settings) return findings;
  findings.push(...encryptionFindings(settings));
  await attempt("database", async () => {
    postgres = await openPostgres(settings, "command", () => {});
    return [];
  });
  const opened = postgres;
  if (!opened) return findings;
  try {
    const dataDir = opened.kind === "embedded" ? settings.dataDir : undefined;
    if (await examineDatabase(collector, { settings: opened.settings, dataDir }))
      await attempt("contents", () => contentFindings(opened, settings, dataDir));
  } finally {
    await opened.close();
  }
  return findings;
}

async function contentFindings(
  postgres: OpenedPostgres,
  config: Config,
  dataDir: string | undefined,
): Promise<Finding[]> {
  const database = openDatabase(postgres.settings, { poolSize: 2 });
  try {
    const keyring = await openKeyring(database, postgres.secretKeys);
    const tenants = await database.inControl(listTenants);
    const facts = await inspectPayments(database);
    const accounts = depsOf({ config, database, keyring });
    return [
      { check: "secret_key", state: "ok", text: "decrypts the secrets in the database" },
      { check: "tenants", state: "ok", text: `${tenants.length}` },
      ...(await connectorFindings(accounts)),
      ...(await liveFindings(accounts, tenants)),
      ...(await archiveFindings({ database, settings: postgres.settings, dataDir })),
      ...backlogFindings(facts),
      reviewFinding(await readUnderReview(database)),
      quarantineFinding(facts.quarantined),
      await pageFinding(database, config.pageCheckMinutes),
    ];
  } finally {
    await database.close();
  }
}

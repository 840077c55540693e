import { statfs } from "node:fs/promises";
import process from "node:process";
import { type Config, readConfig } from "../config.ts";
import { type ConnectionSettings, openDatabase } from "../database/database.ts";
import { type CitusFacts, inspectCitus } from "../database/distribute.ts";
import { inspectServer, type ServerFacts } from "../database/inspect-server.ts";
import { inspectSchema } from "../database/migrate.ts";
import { rolesWithTemporaryTables } from "../database/prepare-roles.ts";
import { verifyRoles } from "../database/verify-roles.ts";
import { commandLine } from "../kernel/command-line.ts";
import { inspectPayments, type PaymentFacts } from "../payments/read/inspect-payments.ts";
import { listTenants } from "../tenants/find-tenant.ts";
import { openKeyring } from "../tenants/open-keyring.ts";
import { connectorFindings } from "./connector-findings.ts";
import { depsOf } from "./connectors.ts";
import { type OpenedPostgres, openPostgres } from "./context.ts";
import { diskFinding } from "./disk-finding.ts";
import { describeFailure } from "./failure.ts";
import { type Check, type Finding, nameOf } from "./finding.ts";
import { liveFindings } from "./live-findings.ts";
import { print } from "./output.ts";
import { pageFinding } from "./page-finding.ts";
import { readUnderReview, reviewFinding } from "./review-finding.ts";
import { findUnencrypted } from "./unencrypted.ts";

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
  const findings: Finding[] = [];
  const attempt = async (check: Check, look: () => Promise<Finding[]>): Promise<boolean> => {
    try {
      findings.push(...(await look()));
      return true;
    } catch (error) {
      findings.push({ check, state: "problem", text: describeFailure(error) });
      return false;
    }
  };
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
    await attempt("database", async () => serverFindings(await inspectServer(opened.settings)));
    if (opened.kind === "embedded")
      await attempt("disk", async () => [diskFinding(settings.dataDir, await statfs(settings.dataDir))]);
    const migrated = await attempt("schema", async () =>
      schemaFindings(await inspectSchema(opened.settings)),
    );
    if (migrated && findings.every(({ check, state }) => check !== "schema" || state === "ok")) {
      await attempt("distribution", async () => distributionFindings(await inspectCitus(opened.settings)));
      const kept = await attempt("roles", () => roleFindings(opened.settings));
      if (kept) await attempt("contents", () => contentFindings(opened, settings));
    }
  } finally {
    await opened.close();
  }
  return findings;
}

function encryptionFindings(config: Config): Finding[] {
  const check = "encryption";
  const found = findUnencrypted(config);
  if (found.length > 0) return found.map((each) => ({ check, state: "warning", ...each }));
  return [
    { check, state: "ok", text: "the public address and the database are on this machine, or use TLS" },
  ];
}

function serverFindings(facts: ServerFacts): Finding[] {
  const version: Finding =
    facts.major >= 15
      ? { check: "database", state: "ok", text: `PostgreSQL ${facts.version}` }
      : {
          check: "database",
          state: "problem",
          text: `PostgreSQL ${facts.version}`,
          advice: "Kassa needs PostgreSQL 15 or later.",
        };
  const durable: Finding =
    facts.fsync && facts.synchronousCommit
      ? { check: "durability", state: "ok", text: "commits are on disk before they are confirmed" }
      : {
          check: "durability",
          state: "problem",
          text: "fsync or synchronous_commit is off: a power cut can lose payments that were confirmed",
          advice: "Set both to on in postgresql.conf.",
        };
  const skewMs = Math.abs(facts.clockSkewMs);
  const clock: Finding =
    skewMs < 5_000
      ? { check: "clock", state: "ok", text: `within ${Math.round(skewMs)} ms of the database's` }
      : {
          check: "clock",
          state: "warning",
          text: `differs from the database's by ${Math.round(skewMs / 1000)} s; Kassa uses the database's`,
          advice: "Synchronise this machine's clock (NTP).",
        };
  return [version, durable, clock];
}

function schemaFindings({ pending }: { pending: readonly string[] }): Finding[] {
  if (pending.length === 0) return [{ check: "schema", state: "ok", text: "up to date" }];
  return [
    {
      check: "schema",
      state: "problem",
      text: `pending migrations: ${pending.join(", ")}`,
      advice: `Run: ${commandLine("migrate")}`,
    },
  ];
}

/** No finding if all tables are in one PostgreSQL. */
function distributionFindings(citus: CitusFacts | undefined): Finding[] {
  if (!citus) return [];
  const { version, nodes, shards, tables } = citus;
  const check = "distribution";
  const gone = nodes.filter(({ active }) => !active);
  if (gone.length > 0)
    return [
      {
        check,
        state: "problem",
        text: `the node ${gone.map(({ address }) => address).join(", ")} is disabled in the cluster`,
        advice:
          "Tenants with rows on it can't be served. Start it, then run citus_activate_node on the coordinator.",
      },
    ];
  const empty = nodes.filter((node) => node.shards === 0);
  if (empty.length > 0)
    return [
      {
        check,
        state: "warning",
        text: `there are no shards on the node ${empty.map(({ address }) => address).join(", ")}`,
        advice: "To use it, rebalance the shards on the coordinator: SELECT citus_rebalance_start().",
      },
    ];
  const spread = nodes.map(({ address, shards: own }) => `${address} has ${own}`).join(", ");
  return [
    {
      check,
      state: "ok",
      text: `Citus ${version}: ${tables.length} tables in ${shards} shards each; ${spread}`,
    },
  ];
}

async function roleFindings(settings: ConnectionSettings): Promise<Finding[]> {
  await verifyRoles(settings);
  const runs: Finding = {
    check: "roles",
    state: "ok",
    text: "each connection uses the role that it should",
  };
  const tooFree = await rolesWithTemporaryTables(settings);
  if (tooFree.length === 0) return [runs];
  return [
    runs,
    {
      check: "roles",
      state: "warning",
      text: `these roles may create temporary tables, but need not: ${tooFree.join(", ")}`,
      advice: `Run: ${commandLine("migrate")}. If the warning stays, run as the owner of the database: REVOKE TEMPORARY ON DATABASE … FROM PUBLIC;`,
    },
  ];
}

async function contentFindings(postgres: OpenedPostgres, config: Config): Promise<Finding[]> {
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
      ...backlogFindings(facts),
      reviewFinding(await readUnderReview(database)),
      quarantineFinding(facts.quarantined),
      await pageFinding(database, config.pageCheckMinutes),
    ];
  } finally {
    await database.close();
  }
}

function backlogFindings(facts: PaymentFacts): Finding[] {
  const server =
    "Is a server running, and can it reach the PSP? Its background jobs ask the PSP for the outcome.";
  return [
    overdue("payments", facts.overdueAttempts, "attempts have been waiting for their outcome", server),
    overdue("movements", facts.overdueMovements, "have been waiting for their outcome", server),
    holdFinding(facts.heldAccounts),
    overdue("disputes", facts.overdueDisputes, "have been waiting to be updated from the PSP", server),
    overdue(
      "webhooks",
      facts.overdueDeliveries,
      "deliveries have been overdue",
      "Is a server running? Its background jobs deliver them.",
    ),
  ];
}

/** After a restore or a failover: see docs/operations/backup.md. */
function holdFinding(accounts: number): Finding {
  const check = "restored_database";
  if (accounts === 0) return { check, state: "ok", text: "no account is on hold" };
  return {
    check,
    state: "warning",
    text: `captures, voids and refunds are on hold at ${accounts} connector ${accounts === 1 ? "account" : "accounts"}`,
    advice: `A hold ends by itself once the account has been compared with the PSP's list. Is a server running, and can it reach the PSP? List the accounts: ${commandLine("holds list")}. If an account can't be compared, end its hold: ${commandLine("holds release")}, which first explains the risk`,
  };
}

function overdue(check: Check, count: number, what: string, advice: string): Finding {
  if (count === 0) return { check, state: "ok", text: "nothing is overdue" };
  return { check, state: "warning", text: `${count} ${what} for more than a minute`, advice };
}

/** Notifications, listed charges and dispute reports that don't match Kassa's records, such as an unknown session. */
function quarantineFinding(quarantined: PaymentFacts["quarantined"]): Finding {
  const check = "quarantine";
  if (quarantined.length === 0) return { check, state: "ok", text: "empty" };
  const reasons = quarantined.map(({ reason, count }) => `${count} ${reason}`).join(", ");
  return {
    check,
    state: "warning",
    text: `in the last 30 days Kassa ignored reports from PSPs that don't match its records: ${reasons}`,
    advice:
      "The reports are in the tables psp_notifications and reported_disputes, with their quarantine_reason. After a restore, unknown_session is a charge whose session isn't in the backup: look it up at the PSP, and refund it there if it belongs to no order.",
  };
}

import type { ServerFacts } from "../database/inspect-server.ts";
import { commandLine } from "../kernel/command-line.ts";
import type { Finding } from "./finding.ts";

export function serverFindings(facts: ServerFacts): Finding[] {
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

export function schemaFindings({ pending }: { pending: readonly string[] }): Finding[] {
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

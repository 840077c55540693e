import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { checkInvariants } from "../../support/oracle.ts";
import type { RailName } from "../rails/names.ts";
import type { Random } from "../random.ts";
import { secretKey, type Testbed } from "../testbed/testbed.ts";
import type { ApiClient } from "../workload/client.ts";
import type { Journal } from "../workload/journal.ts";
import type { PlannedWork } from "../workload/planned-work.ts";
import { checkBankBooks } from "./bank-books.ts";
import { checkErrorLogs } from "./error-logs.ts";
import { findLossEffects, type LossEffects, withoutLossEffects } from "./loss-effects.ts";
import { checkMerchantRecords, replayCalls } from "./merchant-records.ts";
import { checkMissingWork } from "./missing-work.ts";
import { checkQuarantine } from "./quarantine.ts";
import { checkRailBooks } from "./rail-books.ts";
import { checkReceivedEvents } from "./received-events.ts";
import { checkRequestedAmounts } from "./requested-amounts.ts";
import { checkSecrets } from "./secrets.ts";
import { checkSettledBooks } from "./settled-books.ts";

export type Verdict = { readonly violations: readonly string[]; readonly replayedCalls: number };

/** `hadFaults`: whether the run injected faults. */
type Run = {
  readonly journal: Journal;
  readonly client: ApiClient;
  readonly random: Random;
  readonly hadFaults: boolean;
  readonly planned: PlannedWork;
  readonly railNames: readonly RailName[];
};

type Evidence = Pick<Run, "journal" | "hadFaults" | "planned" | "railNames"> & {
  readonly testbed: Testbed;
  readonly lossEffects: LossEffects;
  /** Replayed calls whose response differs from the first one. */
  readonly changedResponses: readonly string[];
};

type Rule = {
  readonly rule: string;
  /** Describes each violation of the rule. */
  readonly violations: (evidence: Evidence) => readonly string[] | Promise<readonly string[]>;
};

/** The rules that a quiescent testbed must satisfy. Numbers are those of the invariants; see docs/contributing/reliability.md. */
const rules: readonly Rule[] = [
  {
    rule: "1 to 14, 18: the PSP's charges, payments, ledger, sessions and events agree",
    violations: async ({ testbed, lossEffects }) =>
      withoutLossEffects(await checkInvariants(testbed.cluster), lossEffects),
  },
  {
    rule: "1, 3, 5, 9, 11: the books of the fakes of PSPs, payments and ledger agree",
    violations: ({ testbed }) => checkRailBooks(testbed.cluster, testbed.rails),
  },
  {
    rule: "charge log = ledger: after the import of all settlements, the books of the fakes of PSPs and the ledger agree",
    violations: ({ testbed }) => checkSettledBooks(testbed.cluster, testbed.rails),
  },
  {
    rule: "the bank's book, its stored entries and the books of transfers agree",
    violations: async ({ testbed: { cluster, bankShop } }) =>
      bankShop ? checkBankBooks(cluster, bankShop.bank) : [],
  },
  {
    rule: "7, 8: every committed event is delivered, signed and unchanged, and no other event is",
    violations: ({ testbed }) => checkReceivedEvents(testbed),
  },
  {
    rule: "12: a notification with an invalid signature is refused",
    violations: ({ testbed }) => testbed.relay.violations,
  },
  {
    rule: "an acknowledged call takes effect exactly once, an unanswered call at most once",
    violations: ({ testbed, journal }) => checkMerchantRecords(testbed, journal),
  },
  {
    rule: "the response and the database have the requested amount",
    violations: ({ testbed, journal }) => checkRequestedAmounts(testbed, journal),
  },
  {
    rule: "11: only charges whose session or attempt was lost are in quarantine",
    violations: ({ testbed, lossEffects }) => checkQuarantine(testbed, lossEffects),
  },
  {
    rule: "Kassa logs no error without an injected fault or a refusal by the PSP as its cause",
    violations: ({ testbed, lossEffects, hadFaults }) => checkErrorLogs(testbed, lossEffects, hadFaults),
  },
  {
    rule: "Kassa answers 503 only during an injected fault",
    violations: ({ journal, hadFaults }) => unavailableWithoutFault(journal, hadFaults),
  },
  {
    rule: "a call that is replayed with its idempotency key gets the first response",
    violations: ({ changedResponses }) => changedResponses,
  },
  {
    rule: "20: no card number and no API key is stored or logged",
    violations: ({ testbed }) => checkSecrets(testbed),
  },
  {
    rule: "a kind of work that was planned often at a rail happened there",
    violations: ({ testbed, planned, railNames }) => checkMissingWork(testbed.cluster, railNames, planned),
  },
  { rule: "10: `kassa ledger verify` passes", violations: ({ testbed }) => verifyLedger(testbed) },
  {
    rule: "no process exits unless it is killed or stopped",
    violations: ({ testbed }) =>
      [...testbed.instances, testbed.psp, ...testbed.rails.map(({ process }) => process)].flatMap(
        ({ unexpectedExits }) => unexpectedExits,
      ),
  },
];

/** Checks every rule on a quiescent testbed. Replays calls first, so that their effects are checked as well. */
export async function judge(testbed: Testbed, run: Run): Promise<Verdict> {
  const { journal, client, random, hadFaults, planned, railNames } = run;
  const urls = testbed.instances.map(({ url }) => url);
  // Without statistics PostgreSQL plans an index scan per payment instead of joins over whole tables.
  await testbed.cluster.sql("ANALYZE");
  const replays = await replayCalls(testbed, journal, client, urls, random);
  const evidence: Evidence = {
    testbed,
    journal,
    hadFaults,
    planned,
    railNames,
    lossEffects: await findLossEffects(testbed, journal),
    changedResponses: replays.violations,
  };
  const violations: string[] = [];
  for (const { rule, violations: violationsOf } of rules)
    violations.push(...(await violationsOf(evidence)).map((violation) => withRule(rule, violation)));
  return { violations, replayedCalls: replays.count };
}

/** The oracle already names the invariant in brackets. */
const withRule = (rule: string, violation: string): string =>
  violation.startsWith("[") ? violation : `[${rule}] ${violation}`;

function unavailableWithoutFault({ counts }: Journal, hadFaults: boolean): string[] {
  if (hadFaults || counts.unavailable === 0) return [];
  return [`Kassa answered 503 ${counts.unavailable} times although no fault was injected`];
}

/** `kassa ledger verify`, as an operator runs it. */
async function verifyLedger({ cluster }: Testbed): Promise<string[]> {
  const root = path.resolve(import.meta.dirname, "../../..");
  const child = spawn(process.execPath, ["src/main.js", "ledger", "verify"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: String(cluster.settings.connectionString),
      KASSA_SECRET_KEY: secretKey,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return code === 0 ? [] : [`kassa ledger verify exited with ${code}: ${output.slice(0, 2_000)}`];
}

import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { checkInvariants } from "../../support/oracle.ts";
import { type House, secretKey } from "../house/house.ts";
import type { ApiClient } from "../play/client.ts";
import type { Journal } from "../play/journal.ts";
import type { Random } from "../random.ts";
import { checkAskedAmounts } from "./asked-amounts.ts";
import { checkClientView, repeatCalls } from "./client-view.ts";
import { checkLogLines } from "./log-lines.ts";
import { findLostMoney, withoutLost } from "./lost-money.ts";
import { checkQuarantine } from "./quarantine.ts";
import { checkReceiverLog } from "./receiver-log.ts";
import { checkSecrets } from "./secrets.ts";

export type Verdict = { readonly violations: readonly string[]; readonly repeatedCalls: number };

/** `hadFaults`: whether anything was broken on purpose. */
type Trial = {
  readonly journal: Journal;
  readonly client: ApiClient;
  readonly random: Random;
  readonly hadFaults: boolean;
};

/** Everything that must hold of a house at rest; see docs/reliability.md. */
export async function judge(house: House, { journal, client, random, hadFaults }: Trial): Promise<Verdict> {
  const addresses = house.kassas.map(({ url }) => url);
  // Without statistics PostgreSQL would look for each payment where it should join whole tables.
  await house.cluster.sql("ANALYZE");
  const repeats = await repeatCalls(house, journal, client, addresses, random);
  const lostMoney = await findLostMoney(house, journal);
  const violations = [
    ...withoutLost(await checkInvariants(house.cluster), lostMoney),
    ...(await checkReceiverLog(house)),
    ...house.relay.violations,
    ...(await checkClientView(house, journal)),
    ...(await checkAskedAmounts(house, journal)),
    ...(await checkQuarantine(house, lostMoney)),
    ...(await checkLogLines(house, lostMoney, hadFaults)),
    ...unavailableWithoutCause(journal, hadFaults),
    ...repeats.violations,
    ...(await checkSecrets(house)),
    ...(await verifyLedger(house)),
    ...[...house.kassas, house.psp].flatMap(({ strangeEnds }) => strangeEnds),
  ];
  return { violations, repeatedCalls: repeats.repeated };
}

function unavailableWithoutCause({ counts }: Journal, hadFaults: boolean): string[] {
  if (hadFaults || counts.unavailable === 0) return [];
  return [`Kassa answered 503 ${counts.unavailable} times, and nothing was broken`];
}

/** `kassa ledger verify`, as an operator runs it. */
async function verifyLedger({ cluster }: House): Promise<string[]> {
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
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return code === 0 ? [] : [`[10] kassa ledger verify ended with ${code}: ${printed.slice(0, 2_000)}`];
}

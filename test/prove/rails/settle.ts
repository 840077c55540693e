import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { secretKey, type Testbed } from "../testbed/testbed.ts";

/** The fakes' clocks are ahead of the machine's. What they have booked is imported a few days later. */
const laterMs = 8 * 86_400_000;

/**
 * Every PSP pays out, and an operator imports all settlements. Adyen's first report is handed over, and the next ones are downloaded.
 *
 * @returns a violation for each import that failed
 */
export async function settleRails(testbed: Testbed): Promise<string[]> {
  const { rails } = testbed;
  if (rails.length === 0) return [];
  for (const { steer } of rails) await steer("pay-out", {});
  const adyen = rails.find(({ name }) => name === "adyen");
  const [report] = adyen ? ((await adyen.read("reports")) as string[]) : [];
  const handedOver = report === undefined ? [] : await handOver(testbed, report);
  // Without any movement Adyen makes no report, and Kassa says that it lacks the first.
  const mayLack = adyen !== undefined && report === undefined;
  return [...handedOver, ...(await importSettlements(testbed, [], mayLack))];
}

async function handOver(testbed: Testbed, report: string): Promise<string[]> {
  const [account] = await testbed.cluster.sql<{ id: string; tenant: string }>(
    "SELECT a.id, t.id AS tenant FROM connector_accounts a JOIN tenants t USING (tenant_id) WHERE a.connector = 'adyen'",
  );
  if (account === undefined) return ["there is no account at Adyen"];
  const file = path.join(testbed.folder, "settlement_detail_report.csv");
  writeFileSync(file, report);
  return importSettlements(testbed, ["--tenant", account.tenant, "--account", account.id, "--file", file]);
}

/** `kassa settlements import`, as an operator runs it. */
async function importSettlements(
  { cluster, rails }: Testbed,
  options: readonly string[],
  mayLack = false,
): Promise<string[]> {
  const command = [
    "--import",
    "./test/prove/testbed/skewed-clock.ts",
    "src/main.js",
    "settlements",
    "import",
  ];
  const child = spawn(process.execPath, [...command, ...options], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    env: {
      PATH: process.env.PATH,
      PROVE_SKEW_MS: String(laterMs),
      DATABASE_URL: String(cluster.settings.connectionString),
      KASSA_SECRET_KEY: secretKey,
      ...Object.fromEntries(rails.map(({ kind, url }) => [kind.variable, url])),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const isComplete = code === 0 && !(mayLack ? /^✗/m : /^[!✗]/m).test(output);
  return isComplete ? [] : [`kassa settlements import exited with ${code}: ${output.slice(0, 2_000)}`];
}

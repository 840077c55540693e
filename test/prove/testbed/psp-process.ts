import process from "node:process";
import { pino } from "pino";
import { openDatabase } from "../../../src/database/database.ts";
import { type Fault, faults } from "../../../src/sandbox-psp/faults.ts";
import { startSandboxPspServer } from "../../../src/sandbox-psp/server.ts";
import { Random } from "../random.ts";
import { faultLine, type PspSettings, readPspSettings } from "./psp-settings.ts";

// The simulated PSP in its own process. The seed decides which calls fail. Started by the prover.

const settings: PspSettings = readPspSettings(process.env);
const random = new Random(settings.seed);
const psp = await startSandboxPspServer({
  database: openDatabase({ connectionString: settings.databaseUrl }),
  secretKey: settings.secretKey,
  host: "127.0.0.1",
  port: settings.port,
  notificationUrl: (account) => `${settings.relayUrl}/api/notifications/sandbox/${account}`,
  pendingMs: settings.pendingMs,
  faults: drawFault,
  pollMs: 250,
  logger: pino({ level: "warn" }),
});
console.log(`The simulated PSP answers at ${psp.url}`);

/** SIGUSR2 ends the faults, so that the run can become quiescent. */
let faultsOff = settings.faultProbability === 0;
process.on("SIGUSR2", () => {
  faultsOff = true;
});

function drawFault(): Fault | undefined {
  if (faultsOff || !random.chance(settings.faultProbability)) return undefined;
  const fault = random.pick(faults);
  console.log(`${faultLine}${fault}`);
  return fault;
}

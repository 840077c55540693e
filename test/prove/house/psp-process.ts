import process from "node:process";
import { pino } from "pino";
import { openDatabase } from "../../../src/database/database.ts";
import { type Fault, faults } from "../../../src/sandbox-psp/faults.ts";
import { startSandboxPspServer } from "../../../src/sandbox-psp/server.ts";
import { Random } from "../random.ts";
import { faultLine, type PspSettings, readPspSettings } from "./psp-settings.ts";

// The simulated PSP as a process of its own, whose calls go wrong by the seed. Run by the prover.

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

/** When the run comes to rest, nothing goes wrong any more. */
let quiet = settings.faultShare === 0;
process.on("SIGUSR2", () => {
  quiet = true;
});

function drawFault(): Fault | undefined {
  if (quiet || !random.chance(settings.faultShare)) return undefined;
  const fault = random.pick(faults);
  console.log(`${faultLine}${fault}`);
  return fault;
}

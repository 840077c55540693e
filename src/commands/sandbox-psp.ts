import process from "node:process";
import closeWithGrace from "close-with-grace";
import { readConfig } from "../config.ts";
import { sandboxPspSecret } from "../connectors/sandbox/psp-secret.ts";
import { openDatabase } from "../database/database.ts";
import { startSandboxPspServer } from "../sandbox-psp/server.ts";
import { openKeyring } from "../tenants/open-keyring.ts";
import { checkPspPort } from "./check-ports.ts";
import { openPostgres, refuseOldSchema } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { makeLogger } from "./logger.ts";

/** `kassa sandbox-psp`: runs the simulated PSP in a process of its own, so that it and Kassa can fail independently. */
export async function sandboxPsp(options: { port: string }): Promise<void> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageFailure("--port takes a whole number from 0 to 65535.");
  await checkPspPort(port);
  const config = readConfig(process.env);
  const postgres = await openPostgres(config, "command", (line) => console.error(line));
  await refuseOldSchema(postgres.settings);
  const database = openDatabase(postgres.settings);
  const psp = await startSandboxPspServer({
    database,
    secretKey: sandboxPspSecret(await openKeyring(database, postgres.secretKeys)),
    host: "127.0.0.1",
    port,
    notificationUrl: (account) => `${config.publicUrl.origin}/api/notifications/sandbox/${account}`,
    pendingMs: config.sandboxPendingMs,
    logger: makeLogger(config.logLevel),
  });
  console.log(`The simulated PSP answers at ${psp.url}. Start Kassa with KASSA_SANDBOX_PSP_URL=${psp.url}`);
  closeWithGrace({ delay: 5_000, logger: false }, async () => {
    await psp.close();
    await database.close();
    await postgres.close();
  });
}

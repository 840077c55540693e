import process from "node:process";
import closeWithGrace from "close-with-grace";
import { type Config, readConfig } from "../config.ts";
import { type ConnectionSettings, openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { verifyRoles } from "../database/verify-roles.ts";
import type { Keyring } from "../kernel/seal.ts";
import { createFirstTenant } from "../tenants/create-tenant.ts";
import { openKeyring } from "../tenants/open-keyring.ts";
import { checkPorts, explainListening } from "./check-ports.ts";
import { type OpenedPostgres, openPostgres, refuseOldSchema } from "./context.ts";
import { LogOutput, makeLogger } from "./logger.ts";
import { findUnencrypted } from "./unencrypted.ts";
import { PatientStart } from "./wait-for-database.ts";
import { welcome } from "./welcome.ts";

/** `kassa serve`: everything in one process, until it is told to stop. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const say = (line: string): void => console.error(line);
  await checkPorts(config);
  const start = new PatientStart(say);
  const postgres = await start.step(() => openPostgres(config, "serve", say));
  try {
    await start.step(() => prepareDatabase(config, postgres.settings));
    const output = new LogOutput();
    output.hold();
    const logger = makeLogger(config.logLevel, output);
    const keyring = await start.step(() => loadKeyring(postgres));
    // The app is most of what Kassa loads. What keeps it from starting is said without it.
    const { makeApp } = await import("../app.ts");
    const app = makeApp({ config, settings: postgres.settings, keyring, logger });
    try {
      const address = await app.start();
      // Its key is shown once, so it is made when nothing can keep the welcome from being printed any more.
      const first = await start.step(() => createFirstTenant({ database: app.database, keyring }));
      console.log(welcome({ address, config, postgres: postgres.kind, first }));
      output.release();
      for (const { text, advice } of findUnencrypted(config)) logger.warn({ advice }, text);
    } catch (error) {
      output.release();
      await app.stop();
      throw explainListening(error, config);
    }
    closeWithGrace({ delay: config.drainMs + 20_000, logger: false }, async ({ err, signal }) => {
      // SIGTERM is how those stop it who send it requests through a load balancer; whoever presses Ctrl-C waits for none.
      if (signal === "SIGTERM") await app.drain();
      if (err) logger.fatal({ err }, "Kassa ends because of an error that nothing caught");
      else say("Stopping: no new requests; finishing what has begun …");
      await app.stop();
      await postgres.close();
    });
  } catch (error) {
    await postgres.close().catch(() => {});
    throw error;
  }
}

async function prepareDatabase(config: Config, settings: ConnectionSettings): Promise<void> {
  if (config.migrateAtStart) await migrate(settings);
  else await refuseOldSchema(settings);
  await verifyRoles(settings);
}

/** Over connections of its own, for the app's pools have to be made with it. */
export async function loadKeyring({ settings, secretKeys }: OpenedPostgres): Promise<Keyring> {
  const database = openDatabase(settings, { poolSize: 1 });
  return openKeyring(database, secretKeys).finally(() => database.close());
}

import process from "node:process";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import type { App } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import { type ConnectionSettings, openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { verifyRoles } from "../database/verify-roles.ts";
import { findUnencrypted } from "../doctor/unencrypted.ts";
import type { Keyring } from "../kernel/seal.ts";
import { firstOwnerPath } from "../people/join/first-owner.ts";
import { createFirstTenant } from "../tenants/create-tenant.ts";
import { openKeyring } from "../tenants/open-keyring.ts";
import { checkPorts, explainListening } from "./check-ports.ts";
import { type OpenedPostgres, openPostgres, refuseOldSchema } from "./context.ts";
import { LogOutput, makeLogger } from "./logger.ts";
import { PatientStart } from "./wait-for-database.ts";
import { welcome } from "./welcome.ts";

/** `kassa serve`: serves requests and does all background work until it is told to stop. */
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
    // Imported this late because the app is most of Kassa's code, and the failures above are reported without it.
    const { makeApp } = await import("../app.ts");
    const app = makeApp({ config, settings: postgres.settings, keyring, logger });
    let graceful: { uninstall(): void } | undefined;
    try {
      const address = await app.start();
      // From now on requests are answered, and a process that is told to stop finishes them.
      graceful = stopGracefully({ app, postgres, logger, config, say });
      // Its key is shown only once, so it is created when nothing can prevent the welcome from being printed.
      const first = await start.step(() => createFirstTenant({ database: app.database, keyring }));
      const ownerPath = await start.step(() => firstOwnerPath({ database: app.database, keyring }));
      console.log(welcome({ address, config, postgres: postgres.kind, first, ownerPath }));
      output.release();
      for (const { text, advice } of findUnencrypted(config)) logger.warn({ advice }, text);
    } catch (error) {
      graceful?.uninstall();
      output.release();
      await app.stop();
      throw explainListening(error, config);
    }
  } catch (error) {
    await postgres.close().catch(() => {});
    throw error;
  }
}

type Serving = {
  readonly app: App;
  readonly postgres: OpenedPostgres;
  readonly logger: Logger;
  readonly config: Config;
  readonly say: (line: string) => void;
};

function stopGracefully({ app, postgres, logger, config, say }: Serving): { uninstall(): void } {
  return closeWithGrace({ delay: config.drainMs + 20_000, logger: false }, async ({ err, signal }) => {
    // SIGTERM comes from a supervisor, perhaps behind a load balancer, so requests are drained. Ctrl-C doesn't wait for any.
    if (signal === "SIGTERM") await app.drain();
    if (err) logger.fatal({ err }, "Kassa stops because of an uncaught error");
    else say("Stopping: accepting no new requests, finishing those in progress …");
    await app.stop();
    await postgres.close();
  });
}

async function prepareDatabase(config: Config, settings: ConnectionSettings): Promise<void> {
  if (config.migrateAtStart) await migrate(settings);
  else await refuseOldSchema(settings);
  await verifyRoles(settings);
}

/** Uses a connection of its own, because the app needs the keyring to open its pools. */
export async function loadKeyring({ settings, secretKeys }: OpenedPostgres): Promise<Keyring> {
  const database = openDatabase(settings, { poolSize: 1 });
  return openKeyring(database, secretKeys).finally(() => database.close());
}

import process from "node:process";
import closeWithGrace from "close-with-grace";
import { makeApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { inspectSchema, migrate, SchemaIsOlder } from "../database/migrate.ts";
import { verifyRoles } from "../database/verify-roles.ts";
import { Keyring } from "../kernel/seal.ts";
import { checkSecretKey } from "../tenants/check-secret-key.ts";
import { createFirstTenant } from "../tenants/create-tenant.ts";
import { openPostgres } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { makeLogger } from "./logger.ts";
import { welcome } from "./welcome.ts";

/** `kassa serve`: everything in one process, until it is told to stop. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const say = (line: string): void => console.error(line);
  const postgres = await openPostgres(config, "serve", say);
  try {
    if (config.migrateAtStart) await migrate(postgres.settings);
    else await refuseOldSchema(postgres.settings);
    await verifyRoles(postgres.settings);
    const logger = makeLogger(config.logLevel);
    const app = makeApp({ config, settings: postgres.settings, secretKey: postgres.secretKey, logger });
    try {
      const keyring = new Keyring(postgres.secretKey);
      await checkSecretKey(app.database, keyring);
      const first = await createFirstTenant({ database: app.database, keyring });
      const address = await app.start();
      console.log(welcome({ address, config, postgres: postgres.kind, first }));
    } catch (error) {
      await app.stop();
      throw explainListening(error, config.port);
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

async function refuseOldSchema(settings: Parameters<typeof inspectSchema>[0]): Promise<void> {
  const { pending } = await inspectSchema(settings);
  if (pending.length > 0) throw new SchemaIsOlder(pending);
}

function explainListening(error: unknown, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new CommandFailure(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    );
  }
  if (code === "EACCES") {
    return new CommandFailure(
      `This user may not listen on port ${port}. Choose one above 1023: PORT=8080 npm start`,
    );
  }
  if (code === "EADDRNOTAVAIL") return new CommandFailure("HOST is not an address of this machine.");
  return error;
}

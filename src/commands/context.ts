import process from "node:process";
import { type Config, readConfig } from "../config.ts";
import { type ConnectionSettings, type Database, openDatabase } from "../database/database.ts";
import { openEmbeddedDatabase } from "../database/embedded/index.ts";
import { present } from "../kernel/assert.ts";
import { Keyring } from "../kernel/seal.ts";
import { checkSecretKey } from "../tenants/check-secret-key.ts";

/** PostgreSQL as the configuration says: the one of DATABASE_URL, or our own. */
export type OpenedPostgres = {
  readonly settings: ConnectionSettings;
  readonly secretKey: string;
  /** "embedded" or "external", for messages. */
  readonly kind: "embedded" | "external";
  close(): Promise<void>;
};

/** Reaches PostgreSQL, starting our own where that is what is configured. */
export async function openPostgres(
  config: Config,
  purpose: "serve" | "command",
  log: (line: string) => void,
): Promise<OpenedPostgres> {
  if (config.databaseUrl !== undefined) {
    return {
      settings: { connectionString: config.databaseUrl },
      secretKey: present(config.secretKey, "KASSA_SECRET_KEY"),
      kind: "external",
      close: async () => {},
    };
  }
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, purpose, log });
  return {
    settings: { ...embedded.connection, ssl: false },
    secretKey: config.secretKey ?? embedded.secretKey,
    kind: "embedded",
    close: () => embedded.stop(),
  };
}

/** What most commands work with. */
export type CommandContext = {
  readonly config: Config;
  readonly database: Database;
  readonly settings: ConnectionSettings;
  readonly keyring: Keyring;
};

/** Runs a command's work on an open database and closes everything behind it. Works beside a running server or alone. */
export async function withDatabase<Value>(work: (context: CommandContext) => Promise<Value>): Promise<Value> {
  const config = readConfig(process.env);
  const postgres = await openPostgres(config, "command", (line) => console.error(line));
  const database = openDatabase(postgres.settings, { poolSize: 2 });
  try {
    const keyring = new Keyring(postgres.secretKey);
    await checkSecretKey(database, keyring);
    return await work({ config, database, settings: postgres.settings, keyring });
  } finally {
    await database.close();
    await postgres.close();
  }
}

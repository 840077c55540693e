import process from "node:process";
import { type Config, readConfig } from "../config.ts";
import { type ConnectionSettings, type Database, openDatabase } from "../database/database.ts";
import type { EmbeddedDatabase } from "../database/embedded/index.ts";
import { lookingRole } from "../database/looking-role.ts";
import { inspectSchema, SchemaIsOlder } from "../database/migrate.ts";
import { verifyConnection } from "../database/verify-connection.ts";
import { verifyRoles } from "../database/verify-roles.ts";
import { present } from "../kernel/assert.ts";
import type { Keyring, SecretKeys } from "../kernel/seal.ts";
import { openKeyring } from "../tenants/open-keyring.ts";
import { operator } from "./operator.ts";

/** The PostgreSQL that the configuration names: the one of DATABASE_URL, or Kassa's own. */
export type OpenedPostgres = {
  readonly settings: ConnectionSettings;
  readonly secretKeys: SecretKeys;
  /** Set when Kassa keeps the secret key itself: generates a new key, and later forgets the previous one. */
  readonly ownKey?: Pick<EmbeddedDatabase, "beginKeyChange" | "endKeyChange">;
  /** "embedded" or "external", for messages. */
  readonly kind: "embedded" | "external";
  close(): Promise<void>;
};

/**
 * Why PostgreSQL is opened: to serve, to create or upgrade the database, or to use an existing one. A "command" never creates a
 * database: in a wrong directory that would only hide the mistake.
 */
export type Purpose = "serve" | "migrate" | "command";

/** Connects to the configured PostgreSQL; starts Kassa's own if necessary. */
export async function openPostgres(
  config: Config,
  purpose: Purpose,
  log: (line: string) => void,
): Promise<OpenedPostgres> {
  if (config.databaseUrl !== undefined) {
    const settings = externalSettings(config.databaseUrl, config.databaseRolePassword);
    const migrates = purpose === "migrate" || (purpose === "serve" && config.migrateAtStart);
    await verifyConnection(settings, migrates ? "owner" : lookingRole(settings));
    return {
      settings,
      secretKeys: {
        current: present(config.secretKey, "KASSA_SECRET_KEY"),
        other: config.otherSecretKey,
      },
      kind: "external",
      close: async () => {},
    };
  }
  // Only needed here: an installation with a PostgreSQL of its own doesn't load the code that starts one.
  const { openEmbeddedDatabase } = await import("../database/embedded/index.ts");
  const embedded = await openEmbeddedDatabase({
    dataDir: config.dataDir,
    purpose: purpose === "serve" ? "serve" : "command",
    mayCreate: purpose !== "command",
    log,
    walArchive: config.walArchive,
  });
  return {
    settings: embeddedSettings(embedded),
    secretKeys: secretKeysOf(config, embedded),
    ...(config.secretKey === undefined ? { ownKey: embedded } : {}),
    kind: "embedded",
    close: () => embedded.stop(),
  };
}

/** How to connect to Kassa's own PostgreSQL. */
export const embeddedSettings = (embedded: EmbeddedDatabase): ConnectionSettings => ({
  ...embedded.connection,
  ssl: false,
  roleLogin: { kind: "own", rolePassword: embedded.rolePassword },
});

/** A key set for the first time is used beside the generated one. */
export const secretKeysOf = (config: Config, { secretKeys }: EmbeddedDatabase): SecretKeys =>
  config.secretKey === undefined
    ? secretKeys
    : { current: config.secretKey, other: config.otherSecretKey ?? secretKeys.current };

function externalSettings(connectionString: string, rolePassword: string | undefined): ConnectionSettings {
  if (rolePassword === undefined) return { connectionString };
  return { connectionString, roleLogin: { kind: "given", rolePassword } };
}

/** What most commands need. */
export type CommandContext = {
  readonly config: Config;
  readonly database: Database;
  readonly settings: ConnectionSettings;
  readonly keyring: Keyring;
};

/** Opens the database, runs a command's work and closes everything. Works whether or not a server runs. */
export async function withDatabase<Value>(work: (context: CommandContext) => Promise<Value>): Promise<Value> {
  const config = readConfig(process.env);
  const postgres = await openPostgres(config, "command", (line) => console.error(line));
  const database = openDatabase(postgres.settings, { poolSize: 2, actor: operator() });
  try {
    await refuseOldSchema(postgres.settings);
    await verifyRoles(postgres.settings);
    const keyring = await openKeyring(database, postgres.secretKeys);
    return await work({ config, database, settings: postgres.settings, keyring });
  } finally {
    await database.close();
    await postgres.close();
  }
}

/** @throws SchemaIsOlder when migrations are pending */
export async function refuseOldSchema(settings: ConnectionSettings): Promise<void> {
  const { applied, pending } = await inspectSchema(settings);
  if (pending.length > 0) throw new SchemaIsOlder(applied, pending);
}

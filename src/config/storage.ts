import path from "node:path";
import { type Retention, standardRetention } from "../jobs/purge-old-rows.ts";
import { secretKeyBytes } from "../kernel/seal.ts";
import { readDatabaseUrl } from "./database-url.ts";
import type { Variables } from "./variables.ts";

/** Where Kassa stores its data, for how long, and the keys that seal it. */
export type StorageConfig = {
  /** Undefined if Kassa runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The password of the database roles, if they log in to DATABASE_URL's server themselves. */
  readonly databaseRolePassword: string | undefined;
  readonly poolSize: number;
  readonly migrateAtStart: boolean;
  readonly dataDir: string;
  /** Where Kassa's own PostgreSQL archives its log, and the key that encrypts it; absolute paths. */
  readonly walArchive: WalArchive | undefined;
  /** Undefined only with Kassa's own PostgreSQL, which keeps a key in secrets.json. */
  readonly secretKey: string | undefined;
  /** A second key that opens secrets while the secret key is being changed. */
  readonly otherSecretKey: string | undefined;
  /** How many days each kind of data is kept. */
  readonly retention: Retention;
};

type WalArchive = { readonly folder: string; readonly keyFile: string | undefined };

export function readStorage(variables: Variables): StorageConfig {
  const databaseUrl = readDatabaseUrl(variables, "DATABASE_URL");
  return {
    databaseUrl,
    databaseRolePassword: variables.optional("KASSA_DATABASE_ROLE_PASSWORD"),
    poolSize: variables.integer("KASSA_DATABASE_POOL", 10, 1, 200),
    migrateAtStart: variables.isOn("KASSA_MIGRATE_AT_START", true),
    dataDir: path.resolve(variables.text("KASSA_DATA_DIR", "./data")),
    walArchive: readWalArchive(variables, "KASSA_WAL_ARCHIVE", "KASSA_WAL_ARCHIVE_KEY_FILE", databaseUrl),
    secretKey: readSecretKey(variables, "KASSA_SECRET_KEY", databaseUrl),
    otherSecretKey: readSecret(variables, "KASSA_OTHER_SECRET_KEY", { mayBeEmpty: true }),
    retention: readRetention(variables, "KASSA_RETENTION_DAYS"),
  };
}

function readWalArchive(
  variables: Variables,
  name: string,
  keyName: string,
  databaseUrl: string | undefined,
): WalArchive | undefined {
  const folder = variables.optional(name);
  const keyFile = variables.optional(keyName);
  if (folder !== undefined && databaseUrl !== undefined)
    variables.fault(
      `${name} is for Kassa's own PostgreSQL only, and DATABASE_URL is set. Use the archiving of your PostgreSQL instead.`,
    );
  if (folder === undefined) return undefined;
  return { folder: path.resolve(folder), keyFile: keyFile && path.resolve(keyFile) };
}

function readSecretKey(
  variables: Variables,
  name: string,
  databaseUrl: string | undefined,
): string | undefined {
  if (databaseUrl !== undefined && variables.verbatim(name) === undefined)
    variables.fault(
      `${name} has to be set when DATABASE_URL is set: at least 32 random bytes, such as from \`openssl rand -base64 32\`.`,
    );
  return readSecret(variables, name);
}

/** Messages never contain the value. An empty secret is refused; it doesn't count as unset. */
function readSecret(variables: Variables, name: string, { mayBeEmpty = false } = {}): string | undefined {
  const text = variables.verbatim(name);
  if (text === undefined || (mayBeEmpty && text === "")) return undefined;
  const bytes = Buffer.byteLength(text);
  if (bytes >= secretKeyBytes) return text;
  variables.fault(
    `${name} needs at least ${secretKeyBytes} bytes and has ${bytes}. \`openssl rand -base64 32\` makes one.`,
  );
  return undefined;
}

const isRetained = (kind: string): kind is keyof Retention => Object.hasOwn(standardRetention, kind);

function readRetention(variables: Variables, name: string): Retention {
  const days = { ...standardRetention };
  const parts = variables.optional(name)?.split(",") ?? [];
  for (const part of parts) {
    const [kind = "", count = ""] = part.split("=").map((word) => word.trim());
    if (isRetained(kind) && /^\d{1,4}$/.test(count) && Number(count) >= 1) days[kind] = Number(count);
    else {
      variables.fault(
        `${name} takes a number of days, from 1 to 9999, for each of ${Object.keys(days).join(", ")}, such as "sessions=30,responses=7"; it has "${part}".`,
      );
      break;
    }
  }
  return days;
}

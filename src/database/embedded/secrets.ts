import { createHmac, randomBytes } from "node:crypto";
import { chmod, link, open, readFile, rename, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { EmbeddedDatabaseError, errorCode, wrongOwner } from "./errors.ts";
import { giveToOwnerOf, type Paths } from "./paths.ts";
import { DRAFT_PREFIX } from "./sweep.ts";

/** What `secrets.json` keeps, each 32 random bytes in base64. */
export type Secrets = {
  /** The password of the database's owner. */
  databasePassword: string;
  /** Encrypts credentials at rest: KASSA_SECRET_KEY when the environment has none. */
  secretKey: string;
  /** The key before, while the secrets in the database are being sealed with the new one. */
  otherSecretKey?: string;
};

/**
 * Reads the secrets, or makes them for a directory without a database. Beside a database they are never made anew:
 * a new key couldn't read the credentials that the lost one had encrypted.
 */
export async function openSecrets(paths: Paths, hasDatabase: boolean): Promise<Secrets> {
  const found = await readSecrets(paths);
  if (found !== undefined) return found;
  if (hasDatabase) throw unusable(paths, "is missing, though there is a database beside it");
  await makeSecrets(paths);
  const made = await readSecrets(paths);
  if (made === undefined) throw unusable(paths, "was removed while Kassa started");
  return made;
}

/** The password of the roles that serve, derived: who has the owner's has this, and not the other way round. */
export function rolePasswordOf({ databasePassword }: Secrets): string {
  return createHmac("sha256", databasePassword).update("kassa database roles").digest("base64url");
}

/** The refusal for secrets that can't open the database. */
export function unusable(paths: Paths, what: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    "secrets_unusable",
    `${paths.secrets} ${what}. It contains the database's password and the key of the credentials at rest, so restore it ` +
      "from the backup that the database came from, or set KASSA_DATA_DIR to another directory to begin anew.",
  );
}

async function readSecrets(paths: Paths): Promise<Secrets | undefined> {
  let text: string;
  try {
    const { mode } = await stat(paths.secrets);
    if ((mode & 0o077) !== 0) await chmod(paths.secrets, 0o600);
    text = await readFile(paths.secrets, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw wrongOwner(paths.dataDir, error);
  }
  const secrets = parse(text);
  if (secrets === undefined) throw unusable(paths, "is damaged");
  return secrets;
}

function parse(text: string): Secrets | undefined {
  try {
    const { databasePassword, secretKey, otherSecretKey } = JSON.parse(text) as Partial<
      Record<string, unknown>
    >;
    if (!isKey(databasePassword) || !isKey(secretKey)) return undefined;
    if (otherSecretKey === undefined) return { databasePassword, secretKey };
    return isKey(otherSecretKey) ? { databasePassword, secretKey, otherSecretKey } : undefined;
  } catch {
    return undefined;
  }
}

function isKey(value: unknown): value is string {
  return typeof value === "string" && Buffer.from(value, "base64").length === 32;
}

/** Makes a new secret key and keeps the one before beside it. A change that was cut short goes on with its key. */
export async function beginKeyChange(paths: Paths): Promise<Secrets> {
  const secrets = await openSecrets(paths, true);
  if (secrets.otherSecretKey !== undefined) return secrets;
  const secretKey = randomBytes(32).toString("base64");
  const changed = { ...secrets, secretKey, otherSecretKey: secrets.secretKey };
  await writeSecrets(paths, changed, rename);
  return changed;
}

/** Forgets the key before: nothing is sealed with it any more. */
export async function endKeyChange(paths: Paths): Promise<void> {
  const { databasePassword, secretKey } = await openSecrets(paths, true);
  await writeSecrets(paths, { databasePassword, secretKey }, rename);
}

/** Of several processes that start at once exactly one's `link` succeeds, and the others read what it made. */
async function makeSecrets(paths: Paths): Promise<void> {
  const secrets: Secrets = {
    databasePassword: randomBytes(32).toString("base64"),
    secretKey: randomBytes(32).toString("base64"),
  };
  await writeSecrets(paths, secrets, async (draft, file) => {
    await link(draft, file).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
    await unlink(draft);
  });
}

/** Writes a draft and has `publish` give it its name, so that no reader ever sees half of it. */
async function writeSecrets(
  paths: Paths,
  secrets: Secrets,
  publish: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  const name = `${DRAFT_PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`;
  const draft = path.join(paths.dataDir, name);
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await file.sync();
    await giveToOwnerOf(paths.dataDir, draft);
    await publish(draft, paths.secrets);
  } finally {
    await file.close();
  }
  const folder = await open(paths.dataDir, "r");
  await folder.sync().finally(() => folder.close());
}

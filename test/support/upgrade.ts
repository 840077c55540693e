import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import type { ConnectionSettings } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { urlOf } from "./database.ts";

const migrations = path.resolve(import.meta.dirname, "../../migrations");

/** A database of an earlier schema version, to be migrated to the current one. */
export type EarlierDatabase = {
  readonly settings: ConnectionSettings;
  readonly owner: Client;
  close(): Promise<void>;
};

/** @param before number of the first migration that it lacks, such as "000015" */
export async function openEarlierDatabase(before: string): Promise<EarlierDatabase> {
  const name = `kassa_before_${before}_${process.pid}`;
  const settings = { connectionString: urlOf(name) };
  const administrator = new Client({ connectionString: urlOf("postgres") });
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${name}`);
  const owner = new Client(settings);
  await owner.connect();
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-earlier-"));
  for (const file of globSync("*.sql", { cwd: migrations }).filter((each) => each < before))
    cpSync(path.join(migrations, file), path.join(folder, file));
  await migrate(settings, folder);
  rmSync(folder, { recursive: true });
  return {
    settings,
    owner,
    close: async () => {
      await owner.end();
      await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await administrator.end();
    },
  };
}

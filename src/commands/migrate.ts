import process from "node:process";
import { readConfig } from "../config.ts";
import { migrate } from "../database/migrate.ts";
import { openPostgres } from "./context.ts";
import { print } from "./output.ts";

/** `kassa migrate`: brings the database to this version of Kassa. */
export async function migrateCommand({ json }: { json: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const postgres = await openPostgres(config, "migrate", (line) => console.error(line));
  try {
    const { applied } = await migrate(postgres.settings);
    print(json, { applied }, () =>
      applied.length === 0 ? ["The database is up to date."] : applied.map((name) => `applied ${name}`),
    );
  } finally {
    await postgres.close();
  }
}

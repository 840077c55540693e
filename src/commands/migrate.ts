import process from "node:process";
import { readConfig } from "../config.ts";
import { distribute } from "../database/distribute.ts";
import { migrate } from "../database/migrate.ts";
import { openPostgres } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { print } from "./output.ts";

type Options = { readonly json: boolean; readonly distribute?: "citus" };

/** `kassa migrate`: brings the database to this version of Kassa and, with `--distribute`, spreads its tables over a Citus cluster. */
export async function migrateCommand({ json, distribute: by }: Options): Promise<void> {
  const config = readConfig(process.env);
  if (by !== undefined && config.databaseUrl === undefined)
    throw new CommandFailure(
      "Kassa's own PostgreSQL is one process on this machine and can't be distributed. Name a Citus coordinator in DATABASE_URL.",
    );
  const postgres = await openPostgres(config, "migrate", (line) => console.error(line));
  try {
    const { applied } = await migrate(postgres.settings);
    const progress = (table: string) => console.error(`distributing ${table} …`);
    const distributed = by === undefined ? [] : await distribute(postgres.settings, progress);
    print(json, by === undefined ? { applied } : { applied, distributed }, () => [
      ...(applied.length === 0 ? ["The database is up to date."] : applied.map((name) => `applied ${name}`)),
      ...distributed.map((name) => `distributed ${name}`),
      ...(by !== undefined && distributed.length === 0 ? ["All tables of tenants are distributed."] : []),
    ]);
  } finally {
    await postgres.close();
  }
}

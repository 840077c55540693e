import type { Config } from "./config.ts";
import type { PspClients } from "./connectors/psp-client.ts";
import type { ConnectionSettings, Database } from "./database/database.ts";
import { examineServer } from "./doctor/examine-server.ts";
import { selectBackups } from "./operations/backups.ts";
import { readVersions } from "./operations/read-versions.ts";
import { inspectQueues } from "./payments/read/inspect-queues.ts";
import type { OperatorReads } from "./people/operator/routes.ts";

type Core = {
  readonly config: Config;
  readonly database: Database;
  readonly settings: ConnectionSettings;
  readonly publicUrl: URL;
  readonly psps: PspClients;
};

const backupsShown = 10;

/** What the operator's screens show of the installation. */
export const makeOperatorReads = (core: Core): OperatorReads => ({
  health: () => examineServer(core),
  queues: () => inspectQueues(core.database),
  versions: () => readVersions(core),
  backups: async () => ({
    isEmbedded: core.config.databaseUrl === undefined,
    data: await core.database.inControl((trx) => selectBackups(trx, backupsShown)),
  }),
});

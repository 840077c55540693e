import process from "node:process";
import { readConfig } from "../config.ts";
import { resealAccounts } from "../connector-accounts/reseal-accounts.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { ofNoTenant } from "../http/idempotency.ts";
import { resealAnswers } from "../http/reseal-answers.ts";
import { Sealer } from "../kernel/seal.ts";
import { resealKeys } from "../receipts/reseal-keys.ts";
import { listTenantScopes } from "../tenants/list-tenant-scopes.ts";
import { openKeyring, resealDigestKey } from "../tenants/open-keyring.ts";
import { resealSecrets } from "../webhooks/reseal-secrets.ts";
import { openPostgres, refuseOldSchema } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { operator } from "./operator.ts";
import { print } from "./output.ts";

/** How many values were resealed. */
export type Resealed = {
  readonly webhookEndpoints: number;
  readonly connectorCredentials: number;
  readonly storedAnswers: number;
  readonly receiptKeys: number;
  readonly digestKey: number;
};

/**
 * `kassa secrets rotate`: reseals all secrets with the current secret key, so that the previous one can be removed. If Kassa
 * keeps the key itself, it generates a new one first.
 */
export async function rotateSecretsCommand({ json }: { json: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const postgres = await openPostgres(config, "command", (line) => console.error(line));
  const database = openDatabase(postgres.settings, { poolSize: 2, actor: operator() });
  try {
    await refuseOldSchema(postgres.settings);
    const secretKeys = (await postgres.ownKey?.beginKeyChange()) ?? postgres.secretKeys;
    await openKeyring(database, secretKeys);
    const resealed = await resealAll(database, new Sealer(secretKeys));
    await postgres.ownKey?.endKeyChange();
    print(json, { resealed }, () => [
      `Resealed with the current key: ${describe(resealed)}.`,
      postgres.ownKey
        ? "The new key is in secrets.json; the previous one was removed. Earlier copies of secrets.json open earlier backups only."
        : "Once every process runs with the current KASSA_SECRET_KEY, remove KASSA_OTHER_SECRET_KEY everywhere. Keep the previous key for backups made until now.",
    ]);
  } finally {
    await database.close();
    await postgres.close();
  }
}

/**
 * Reseals everything with the current key, then looks a second time.
 *
 * @throws CommandFailure when the second round found something: another process still seals with the previous key
 */
export async function resealAll(database: Database, sealer: Sealer): Promise<Resealed> {
  const first = await resealOnce(database, sealer);
  const second = await resealOnce(database, sealer);
  if (Object.values(second).some((count) => count > 0))
    throw new CommandFailure(
      "A process still seals with the previous key. Restart all processes with the new KASSA_SECRET_KEY, then run this again.",
    );
  return first;
}

async function resealOnce(database: Database, sealer: Sealer): Promise<Resealed> {
  const counts = { webhookEndpoints: 0, connectorCredentials: 0, storedAnswers: 0 };
  for (const scope of await database.inControl(listTenantScopes)) {
    counts.webhookEndpoints += await resealSecrets(database, sealer, scope);
    counts.connectorCredentials += await resealAccounts(database, sealer, scope);
    counts.storedAnswers += await resealAnswers(database, sealer, scope);
  }
  counts.storedAnswers += await resealAnswers(database, sealer, ofNoTenant);
  const receiptKeys = await resealKeys(database, sealer);
  return { ...counts, receiptKeys, digestKey: Number(await resealDigestKey(database, sealer)) };
}

const describe = (resealed: Resealed): string =>
  [
    `${resealed.webhookEndpoints} webhook endpoints`,
    `${resealed.connectorCredentials} credentials of connector accounts`,
    `${resealed.storedAnswers} stored responses`,
    `${resealed.receiptKeys} receipt keys`,
    `${resealed.digestKey} digest keys`,
  ].join(", ");

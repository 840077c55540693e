import type { EntriesBooked } from "../statement-imports/entry-to-match.ts";
import type { TransferDeps, TransferEvents } from "./deps.ts";
import { entryRoutes } from "./entries/routes.ts";
import { matchEntries } from "./match-entries.ts";
import { transferRoutes } from "./routes.ts";

type Core = Pick<TransferDeps, "database" | "keyring" | "nowMs">;

export function makeExpectedTransfers({ database, keyring, nowMs }: Core, events?: TransferEvents) {
  const deps: TransferDeps = { database, keyring, nowMs, events };
  const entriesBooked: EntriesBooked = (trx, entries) => matchEntries(deps, trx, entries);
  return { deps, entriesBooked, apiRoutes: [entryRoutes(deps), transferRoutes(deps)] };
}

import type { EntriesBooked } from "../statement-imports/entry-to-match.ts";
import type { TransferDeps, TransferReceived } from "./deps.ts";
import { entryRoutes } from "./entry-routes.ts";
import { matchEntries } from "./match-entries.ts";
import { transferRoutes } from "./routes.ts";

type Core = Pick<TransferDeps, "database" | "keyring" | "nowMs">;

export function makeExpectedTransfers(
  { database, keyring, nowMs }: Core,
  transferReceived?: TransferReceived,
) {
  const deps: TransferDeps = { database, keyring, nowMs, transferReceived };
  const entriesBooked: EntriesBooked = (trx, entries) => matchEntries(deps, trx, entries);
  return { deps, entriesBooked, apiRoutes: [entryRoutes(deps), transferRoutes(deps)] };
}

import type { TransferDeps, TransferEvents } from "./deps.ts";
import { entryRoutes } from "./entries/routes.ts";
import { transferRoutes } from "./routes.ts";

type Core = Pick<TransferDeps, "database" | "keyring" | "nowMs">;

export function makeExpectedTransfers({ database, keyring, nowMs }: Core, events?: TransferEvents) {
  const deps: TransferDeps = { database, keyring, nowMs, events };
  return { deps, apiRoutes: [entryRoutes(deps), transferRoutes(deps)] };
}

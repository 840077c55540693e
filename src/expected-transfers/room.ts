import type { TransferDeps } from "./deps.ts";
import { transferRoutes } from "./routes.ts";

export function makeExpectedTransfers({ database, keyring, nowMs }: TransferDeps) {
  const deps: TransferDeps = { database, keyring, nowMs };
  return { deps, apiRoutes: [transferRoutes(deps)] };
}

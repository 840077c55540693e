import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";
import { paymentLinkRoutes } from "./routes.ts";

type Core = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly nowMs: () => number;
  readonly publicUrl: URL;
};

export function makePaymentLinks({ database, keyring, nowMs, publicUrl }: Core) {
  return { apiRoutes: [paymentLinkRoutes({ database, keyring, nowMs, publicUrl })] };
}

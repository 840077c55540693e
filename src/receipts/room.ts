import type { ReceiptDeps } from "./issue-receipt.ts";
import { receiptKeyRoute, receiptRoutes } from "./routes.ts";

export function makeReceipts({ database, keyring, clock, publicUrl }: ReceiptDeps) {
  return {
    apiRoutes: [receiptRoutes({ database, keyring, clock, publicUrl })],
    routes: [receiptKeyRoute({ database, keyring })],
  };
}

import type { ConnectorKind } from "../kind.ts";

/** Transfers to the merchant's own bank accounts. Nobody has to be asked about credentials: there are none. */
export const bankTransfer: ConnectorKind = {
  name: "bank_transfer",
  title: "Bank transfer",
  capabilities: () => ({ bank_transfer: { capture: "at_once", refundDays: null } }),
  credentials: [],
  settings: [],
  check: async () => ({ kind: "valid", pspAccount: null }),
};

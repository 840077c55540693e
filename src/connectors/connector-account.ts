import type { Mode } from "../kernel/mode.ts";

/** A tenant's credentials at a PSP. `settings` is defined by the connector and decrypted for the call. */
export type ConnectorAccount = {
  readonly id: string;
  readonly tenantId: number;
  readonly mode: Mode;
  readonly settings: Readonly<Record<string, string>>;
};

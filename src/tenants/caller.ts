import type { AmountLimits } from "../kernel/amount-limits.ts";
import type { Mode } from "../kernel/mode.ts";
import type { TenantRow } from "./queries.ts";
import type { Resource, Scope } from "./scopes.ts";
import type { TokenBucket } from "./token-bucket.ts";

/** Who makes a request, an API key or a person: for which tenant and mode, and what they may do. */
export type Caller = {
  readonly tenantId: number;
  readonly mode: Mode;
  /** As the audit log names it: `API key key_…`, `person ada@shop.example`. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Of a person: the resources that the database lets their requests write; see TenantScope. */
  readonly writes?: readonly Resource[];
  readonly apiVersion: string;
  readonly tenant: TenantRow;
  /** The limits of session amounts in this mode. */
  readonly amountLimits: AmountLimits;
  readonly bucket: TokenBucket | null;
};

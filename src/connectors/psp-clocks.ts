import type { CallOptions } from "./call-options.ts";
import type { ConnectorAccount } from "./connector-account.ts";

export type ClockReading = {
  readonly id: string;
  /** RFC 3339. */
  readonly now: string;
};

export type PspClocks = {
  /** When the PSP has something due on this clock next, at or before `until`; null if nothing is due. RFC 3339. */
  nextDue(
    request: { readonly account: ConnectorAccount; readonly clock: string; readonly until: string },
    call: CallOptions,
  ): Promise<
    | { readonly kind: "due"; readonly at: string | null }
    | { readonly kind: "unknown"; readonly detail: string }
  >;
  /** Sets the clock. By then, the PSP has carried out everything that fell due and queued the notifications. */
  set(
    request: { readonly account: ConnectorAccount; readonly clock: ClockReading },
    call: CallOptions,
  ): Promise<{ readonly kind: "done" } | { readonly kind: "unknown"; readonly detail: string }>;
};

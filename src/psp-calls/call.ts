import type { PspCall } from "../connectors/observe-calls.ts";

/** A call to a PSP as it is stored. */
export type StoredCall = PspCall & {
  readonly id: string;
  /** When it ended, in real time: PSPs know no sandbox clocks. */
  readonly at: Date;
};

export type ListedCall = Omit<StoredCall, "tenantId" | "mode">;

export const toApiCall = ({ at, ...call }: ListedCall) => ({
  object: "psp_call",
  ...call,
  at: at.toISOString(),
});

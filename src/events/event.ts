import type { Mode } from "../kernel/mode.ts";

/** An event as it is stored. */
export type EventRow = {
  tenantId: number;
  id: string;
  mode: Mode;
  type: string;
  sessionId: string | null;
  sequence: number | null;
  /** The object as it was at the event. */
  object: object;
  createdAt: Date;
};

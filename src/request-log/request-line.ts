import type { Mode } from "../kernel/mode.ts";

/** A request as the log keeps it. */
export type RequestLine = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly keyId: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly errorCode: string | null;
  readonly userAgent: string | null;
  readonly ip: string;
  /** Redacted JSON; null where none is kept. */
  readonly requestBody: string | null;
  readonly responseBody: string | null;
};

/** A line without the bodies, as lists have it. */
export type ListedLine = Omit<RequestLine, "requestBody" | "responseBody">;

export const toApiLine = ({ tenantId: _, at, keyId, ...line }: ListedLine) => ({
  object: "request",
  ...line,
  key: keyId,
  at: at.toISOString(),
});

import type { Database } from "../database/database.ts";
import type { SecretKey } from "./secrets.ts";

/** What the PSP's operations need. */
export type SandboxPspDeps = {
  readonly database: Pick<Database, "inSandboxPsp">;
  readonly secretKey: SecretKey;
  /** The address under which browsers reach the plugin's routes, without a slash at the end; asked at each use. */
  readonly publicUrl: () => string;
  /** How long pending charges stay pending; 10 s unless given. */
  readonly pendingMs?: number;
  /** How long a consumer may take to authenticate; 1 h unless given. */
  readonly challengeMs?: number;
};

export const defaultPendingMs = 10_000;
export const defaultChallengeMs = 3_600_000;

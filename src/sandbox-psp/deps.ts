import type { Database } from "../database/database.ts";
import type { SecretKey } from "./secrets.ts";

/** What the PSP's operations need. */
export type SandboxPspDeps = {
  readonly database: Pick<Database, "inSandboxPsp">;
  readonly secretKey: SecretKey;
  /** The address under which browsers reach the plugin's routes, without a slash at the end; asked at each use. */
  readonly publicUrl: () => string;
  /** How long pending charges and refunds stay pending, and how soon a charge is disputed; 10 s unless given. */
  readonly pendingMs?: number;
  /** How long a consumer may take to authenticate; 1 h unless given. */
  readonly challengeMs?: number;
};

const defaultPendingMs = 10_000;
const defaultChallengeMs = 3_600_000;
const dayMs = 86_400_000;

/** How long things take, in milliseconds, on whatever clock they live by. */
export type Delays = {
  readonly pendingMs: number;
  readonly challengeMs: number;
  /** How long an authorization can be captured. */
  readonly captureMs: number;
  /** How long a merchant may take to answer a dispute. */
  readonly evidenceMs: number;
  /** How long a bank takes to decide on evidence that says nothing it knows. */
  readonly reviewMs: number;
};

export function delaysOf(deps: Pick<SandboxPspDeps, "pendingMs" | "challengeMs">): Delays {
  return {
    pendingMs: deps.pendingMs ?? defaultPendingMs,
    challengeMs: deps.challengeMs ?? defaultChallengeMs,
    captureMs: 7 * dayMs,
    evidenceMs: 7 * dayMs,
    reviewMs: 14 * dayMs,
  };
}

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

import type { Database } from "../database/database.ts";
import type { SecretKey } from "./secrets.ts";

/** @returns undefined for an account that no merchant has */
export type MerchantOf = (account: string) => Promise<string | undefined>;

export type SandboxPspDeps = {
  readonly database: Pick<Database, "inSandboxPsp">;
  readonly secretKey: SecretKey;
  /** The URL at which browsers reach the plugin's routes, without a trailing slash. Called at each use. */
  readonly publicUrl: () => string;
  /** The name of an account's owner, for the customers' pages. Missing where the PSP runs by itself. */
  readonly merchantOf?: MerchantOf;
  /** How long charges and refunds stay pending, and how soon a charge is disputed; 10 s by default. */
  readonly pendingMs?: number;
  /** How long the customer may take to authenticate; 1 h by default. */
  readonly challengeMs?: number;
};

const defaultPendingMs = 10_000;
const defaultChallengeMs = 3_600_000;
const dayMs = 86_400_000;

/** Durations in milliseconds, in real time or on the charge's clock. */
export type Delays = {
  readonly pendingMs: number;
  readonly challengeMs: number;
  /** How long a hosted page can be used. */
  readonly hostedPageMs: number;
  /** How long after its approval an authorization can be captured. */
  readonly captureMs: number;
  /** How long a merchant may take to respond to a dispute. */
  readonly evidenceMs: number;
  /** How long the bank reviews evidence without a text of `verdictsOfTexts`. */
  readonly reviewMs: number;
};

export function delaysOf(deps: Pick<SandboxPspDeps, "pendingMs" | "challengeMs">): Delays {
  return {
    pendingMs: deps.pendingMs ?? defaultPendingMs,
    challengeMs: deps.challengeMs ?? defaultChallengeMs,
    hostedPageMs: dayMs,
    captureMs: 7 * dayMs,
    evidenceMs: 7 * dayMs,
    reviewMs: 14 * dayMs,
  };
}

export const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

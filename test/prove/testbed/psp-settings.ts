/** The settings of the simulated PSP's process, passed as JSON in one environment variable. */
export type PspSettings = {
  /** Differs for each start. */
  readonly seed: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly port: number;
  /** Base URL for its notifications. */
  readonly relayUrl: string;
  /** How long delayed outcomes take. */
  readonly pendingMs: number;
  /** The probability of a fault per call, from 0 to 1. */
  readonly faultProbability: number;
};

const variable = "PROVE_PSP_SETTINGS";

export function writePspSettings(settings: PspSettings): Record<string, string> {
  return { [variable]: JSON.stringify(settings) };
}

export function readPspSettings(env: Readonly<Record<string, string | undefined>>): PspSettings {
  return JSON.parse(env[variable] ?? "{}") as PspSettings;
}

/** The prefix of log lines about faults, by which they are counted. */
export const faultLine = "fault: ";

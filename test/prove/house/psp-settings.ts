/** What the process of the simulated PSP is told by its environment. */
export type PspSettings = {
  /** Of this start. */
  readonly seed: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly port: number;
  /** Where its notifications go. */
  readonly relayUrl: string;
  /** How long delayed outcomes take. */
  readonly pendingMs: number;
  /** How many of its calls go wrong, from 0 to 1. */
  readonly faultShare: number;
};

const variable = "PROVE_PSP_SETTINGS";

export function writePspSettings(settings: PspSettings): Record<string, string> {
  return { [variable]: JSON.stringify(settings) };
}

export function readPspSettings(env: Readonly<Record<string, string | undefined>>): PspSettings {
  return JSON.parse(env[variable] ?? "{}") as PspSettings;
}

/** How lines of its log begin that tell of a fault, for counting them. */
export const faultLine = "fault: ";

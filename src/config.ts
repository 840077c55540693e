import path from "node:path";
import { longestPspTimeoutMs } from "./payments/deps.ts";
import type { RateLimits } from "./tenants/key-memory.ts";

/** Kassa's settings, read from the environment once and checked before anything starts. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  /** Undefined: Kassa runs a PostgreSQL of its own in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Undefined only with the embedded database, which keeps one. */
  readonly secretKey: string | undefined;
  readonly rateLimits: RateLimits;
  readonly metricsPort: number | "off";
  /** Whether somebody chose that port; the default gives way where it is taken. */
  readonly metricsPortIsSet: boolean;
  readonly metricsHost: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly trustedProxies: readonly string[];
  readonly allowLoopbackWebhooks: boolean;
  readonly poolSize: number;
  readonly migrateAtStart: boolean;
  /** How long requests are still taken once /readyz has begun to say that the process stops. */
  readonly drainMs: number;
  readonly pspTimeoutMs: number;
  /** Undefined: the simulated PSP that this process serves itself. */
  readonly sandboxPspUrl: string | undefined;
  /** How long the sandbox's delayed payments take. */
  readonly sandboxPendingMs: number;
  /** How long a submit waits at the longest once many before it were declined. */
  readonly declinePauseMs: number;
  /** How often the payment page is looked at from outside. */
  readonly pageCheckMinutes: number | "off";
};

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Settings that can't be used; the message names each variable and what it takes. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings. @throws ConfigError that lists every variable with a fault. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const read = new Reader(env, faults);
  const port = read.integer("PORT", 8080, 0, 65_535);
  const databaseUrl = read.url("DATABASE_URL", ["postgres:", "postgresql:"]);
  const secretKey = read.secret("KASSA_SECRET_KEY");
  if (databaseUrl !== undefined && secretKey === undefined) {
    faults.push(
      "KASSA_SECRET_KEY has to be set when DATABASE_URL is: 16 or more random characters, e.g. from `openssl rand -base64 32`.",
    );
  }
  const config: Config = {
    port,
    host: read.text("HOST", "127.0.0.1"),
    publicUrl: new URL(read.url("KASSA_PUBLIC_URL", ["http:", "https:"]) ?? `http://localhost:${port}`),
    databaseUrl,
    dataDir: path.resolve(read.text("KASSA_DATA_DIR", "./data")),
    secretKey,
    rateLimits: read.rateLimits("KASSA_RATE_LIMIT"),
    metricsPort:
      env.KASSA_METRICS_PORT === "off" ? "off" : read.integer("KASSA_METRICS_PORT", 9464, 0, 65_535),
    metricsPortIsSet: Boolean(env.KASSA_METRICS_PORT?.trim()),
    metricsHost: read.text("KASSA_METRICS_HOST", "127.0.0.1"),
    logLevel: read.oneOf("KASSA_LOG_LEVEL", logLevels, "info"),
    trustedProxies: read.list("KASSA_TRUSTED_PROXIES"),
    allowLoopbackWebhooks:
      read.oneOf("KASSA_ALLOW_LOOPBACK_WEBHOOKS", ["on", "off"], databaseUrl ? "off" : "on") === "on",
    poolSize: read.integer("KASSA_DATABASE_POOL", 10, 1, 200),
    migrateAtStart: read.oneOf("KASSA_MIGRATE_AT_START", ["on", "off"], "on") === "on",
    drainMs: read.integer("KASSA_DRAIN_MS", 0, 0, 60_000),
    pspTimeoutMs: read.integer("KASSA_PSP_TIMEOUT_MS", 10_000, 100, longestPspTimeoutMs),
    sandboxPspUrl: read.url("KASSA_SANDBOX_PSP_URL", ["http:", "https:"]),
    sandboxPendingMs: read.integer("KASSA_SANDBOX_PENDING_MS", 10_000, 0, 86_400_000),
    declinePauseMs: read.integer("KASSA_DECLINE_PAUSE_MS", 8_000, 0, 30_000),
    pageCheckMinutes:
      env.KASSA_PAGE_CHECK_MINUTES === "off" ? "off" : read.integer("KASSA_PAGE_CHECK_MINUTES", 5, 1, 1_440),
  };
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return config;
}

class Reader {
  readonly #env: Environment;
  readonly #faults: string[];

  constructor(env: Environment, faults: string[]) {
    this.#env = env;
    this.#faults = faults;
  }

  text(name: string, standard: string): string {
    return this.#value(name) ?? standard;
  }

  integer(name: string, standard: number, least: number, most: number): number {
    const text = this.#value(name);
    if (text === undefined) return standard;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.#faults.push(`${name} has to be a whole number from ${least} to ${most}; it is "${text}".`);
    return standard;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.#value(name);
    if (text === undefined) return undefined;
    const parsed = URL.parse(text);
    if (parsed && protocols.includes(parsed.protocol)) return text;
    this.#faults.push(
      `${name} has to be an address that begins with ${protocols.map((name) => `${name}//`).join(" or ")}.`,
    );
    return undefined;
  }

  /** Never repeats the value. An empty secret is refused, not taken for none. */
  secret(name: string): string | undefined {
    const text = this.#env[name];
    if (text === undefined || text.length >= 16) return text;
    this.#faults.push(
      `${name} needs at least 16 characters; leave it unset only with the embedded database.`,
    );
    return undefined;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[], standard: Choice): Choice {
    const text = this.#value(name);
    if (text === undefined) return standard;
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    this.#faults.push(`${name} has to be one of ${choices.join(", ")}; it is "${text}".`);
    return standard;
  }

  list(name: string): string[] {
    return (this.#value(name) ?? "")
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  }

  rateLimits(name: string): RateLimits {
    const text = this.#value(name);
    if (text === "off") return "off";
    const limits = { live: 100, sandbox: 25 };
    for (const part of text === undefined ? [] : text.split(",")) {
      const match = /^\s*(live|sandbox)=(\d+)\s*$/.exec(part);
      if (!match || Number(match[2]) < 1) {
        this.#faults.push(
          `${name} has to be "off" or requests a second a key, such as "live=100,sandbox=25"; it is "${text}".`,
        );
        return limits;
      }
      limits[match[1] as "live" | "sandbox"] = Number(match[2]);
    }
    return limits;
  }

  #value(name: string): string | undefined {
    const text = this.#env[name]?.trim();
    return text === "" ? undefined : text;
  }
}

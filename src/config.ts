import path from "node:path";
import { sandboxAccountsAtMost } from "./connectors/sandbox/accounts.ts";
import { type Retention, standardRetention } from "./jobs/purge-old-rows.ts";
import { closestName } from "./kernel/did-you-mean.ts";
import { isLoopbackHost } from "./kernel/loopback.ts";
import { secretKeyBytes } from "./kernel/seal.ts";
import { withoutServiceLinks } from "./kernel/service-links.ts";
import { longestPspTimeoutMs } from "./payments/deps.ts";
import type { RateLimits } from "./tenants/api-key-cache.ts";
import { isNetwork } from "./tenants/networks.ts";

/** Kassa's settings, read from the environment once and checked before anything starts. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  /** Undefined: Kassa runs a PostgreSQL of its own in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The password of the database roles where they log in to DATABASE_URL's server themselves. */
  readonly databaseRolePassword: string | undefined;
  readonly dataDir: string;
  /** Undefined only with the embedded database, which keeps one. */
  readonly secretKey: string | undefined;
  /** Opens secrets beside it while keys are changed. */
  readonly otherSecretKey: string | undefined;
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
  /** At which of a tenant's accounts at the simulated PSP new charges are made. */
  readonly sandboxAccountNumber: number;
  /** How long the sandbox's delayed payments take. */
  readonly sandboxPendingMs: number;
  /** How long a submit waits at the longest once many before it were declined. */
  readonly declinePauseMs: number;
  /** How often the payment page is looked at from outside. */
  readonly pageCheckMinutes: number | "off";
  /** For how many days what is kept. */
  readonly retention: Retention;
};

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Settings that can't be used; the message names each variable and what it takes. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const isRetained = (kind: string): kind is keyof Retention => Object.hasOwn(standardRetention, kind);

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings. @throws ConfigError that lists every variable with a fault. */
export function readConfig(given: Environment): Config {
  const env = withoutServiceLinks(given);
  const faults: string[] = [];
  const read = new Reader(env, faults);
  const port = read.integer("PORT", 8080, 0, 65_535);
  const databaseUrl = read.databaseUrl("DATABASE_URL");
  const secretKey = read.secret("KASSA_SECRET_KEY");
  if (databaseUrl !== undefined && env.KASSA_SECRET_KEY === undefined) {
    faults.push(
      "KASSA_SECRET_KEY has to be set when DATABASE_URL is: 32 or more random bytes, e.g. from `openssl rand -base64 32`.",
    );
  }
  const publicUrl = read.publicUrl("KASSA_PUBLIC_URL", `http://localhost:${port}`);
  const loopbackWebhooks = databaseUrl === undefined && isLoopbackHost(publicUrl.hostname);
  const config: Config = {
    port,
    host: read.host("HOST", "127.0.0.1"),
    publicUrl,
    databaseUrl,
    databaseRolePassword: read.optional("KASSA_DATABASE_ROLE_PASSWORD"),
    dataDir: path.resolve(read.text("KASSA_DATA_DIR", "./data")),
    secretKey,
    otherSecretKey: read.secret("KASSA_OTHER_SECRET_KEY", { mayBeEmpty: true }),
    rateLimits: read.rateLimits("KASSA_RATE_LIMIT"),
    metricsPort: read.integerOrOff("KASSA_METRICS_PORT", 9464, 0, 65_535),
    metricsPortIsSet: Boolean(env.KASSA_METRICS_PORT?.trim()),
    metricsHost: read.text("KASSA_METRICS_HOST", "127.0.0.1"),
    logLevel: read.oneOf("KASSA_LOG_LEVEL", logLevels, "info"),
    trustedProxies: read.networks("KASSA_TRUSTED_PROXIES"),
    allowLoopbackWebhooks:
      read.oneOf("KASSA_ALLOW_LOOPBACK_WEBHOOKS", ["on", "off"], loopbackWebhooks ? "on" : "off") === "on",
    poolSize: read.integer("KASSA_DATABASE_POOL", 10, 1, 200),
    migrateAtStart: read.oneOf("KASSA_MIGRATE_AT_START", ["on", "off"], "on") === "on",
    drainMs: read.integer("KASSA_DRAIN_MS", 0, 0, 60_000),
    pspTimeoutMs: read.integer("KASSA_PSP_TIMEOUT_MS", 10_000, 100, longestPspTimeoutMs),
    sandboxPspUrl: read.url("KASSA_SANDBOX_PSP_URL", ["http:", "https:"]),
    sandboxAccountNumber: read.integer("KASSA_SANDBOX_ACCOUNT", 1, 1, sandboxAccountsAtMost),
    sandboxPendingMs: read.integer("KASSA_SANDBOX_PENDING_MS", 10_000, 0, 86_400_000),
    declinePauseMs: read.integer("KASSA_DECLINE_PAUSE_MS", 8_000, 0, 30_000),
    pageCheckMinutes: read.integerOrOff("KASSA_PAGE_CHECK_MINUTES", 5, 1, 1_440),
    retention: read.retention("KASSA_RETENTION_DAYS"),
  };
  faults.push(...unknownNames(env, read.names));
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return config;
}

/** Variables of the tests. */
const testNames = /^KASSA_(TEST_.+|CRASH_AT|CHROMIUM|W3M|PROMTOOL)$/;

/** A mistyped name would leave its setting at the default without a word. */
function unknownNames(env: Environment, known: ReadonlySet<string>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("KASSA_") && !known.has(name) && !testNames.test(name))
    .sort()
    .map((name) => {
      const plain = name.replace("KASSA_", "");
      const meant = known.has(plain) ? plain : closestName(name, [...known]);
      const hint = meant ? `Did you mean ${meant}?` : "docs/configuration.md has them all.";
      return `${name} is not a setting of Kassa. ${hint}`;
    });
}

/** What sslmode may be, and what it is taken for. */
const tlsModes: Readonly<Record<string, string>> = {
  disable: "disable",
  "no-verify": "no-verify",
  prefer: "verify-full",
  require: "verify-full",
  "verify-ca": "verify-full",
  "verify-full": "verify-full",
};

/** An address with a parameter set; the rest of it stays as it was written. */
function withParameter(address: string, name: string, value: string): string {
  const [before = "", query = ""] = address.split(/\?(.*)/s);
  const others = query.split("&").filter((part) => part !== "" && !part.startsWith(`${name}=`));
  return `${before}?${[...others, `${name}=${encodeURIComponent(value)}`].join("&")}`;
}

class Reader {
  readonly #env: Environment;
  readonly #faults: string[];
  /** Every variable that was asked for. */
  readonly names = new Set<string>();

  constructor(env: Environment, faults: string[]) {
    this.#env = env;
    this.#faults = faults;
  }

  text(name: string, standard: string): string {
    return this.#value(name) ?? standard;
  }

  /**
   * Where to listen. For localhost Fastify would listen on 127.0.0.1 and ::1, by a second server that knows of no limits on
   * connections.
   */
  host(name: string, standard: string): string {
    const host = this.text(name, standard);
    return host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
  }

  optional(name: string): string | undefined {
    return this.#value(name);
  }

  integer(name: string, standard: number, least: number, most: number): number {
    const text = this.#value(name);
    if (text === undefined) return standard;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.#faults.push(`${name} has to be a whole number from ${least} to ${most}; it is "${text}".`);
    return standard;
  }

  integerOrOff(name: string, standard: number, least: number, most: number): number | "off" {
    return this.#value(name) === "off" ? "off" : this.integer(name, standard, least, most);
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
  secret(name: string, { mayBeEmpty = false } = {}): string | undefined {
    this.names.add(name);
    const text = this.#env[name];
    if (text === undefined || (mayBeEmpty && text === "")) return undefined;
    const bytes = Buffer.byteLength(text);
    if (bytes >= secretKeyBytes) return text;
    this.#faults.push(
      `${name} needs at least ${secretKeyBytes} bytes and has ${bytes}. \`openssl rand -base64 32\` makes one.`,
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

  /** Addresses and networks. A network of all addresses would believe anybody. */
  networks(name: string): string[] {
    const items = (this.#value(name) ?? "").split(",").map((item) => item.trim());
    const networks = items.filter(Boolean);
    const wrong = networks.find((item) => !isNetwork(item) || item.endsWith("/0"));
    if (wrong === undefined) return networks;
    this.#faults.push(
      `${name} has to be addresses or networks such as 10.0.0.2 or 10.0.1.0/24, separated by commas; "${wrong}" is neither.`,
    );
    return [];
  }

  /**
   * An address of PostgreSQL, complete: node-postgres would take a missing host or sslmode from PGHOST and PGSSLMODE, which
   * nothing else would know of. It takes all of sslmode's verifying modes for verify-full, and so does Kassa.
   */
  databaseUrl(name: string): string | undefined {
    const text = this.url(name, ["postgres:", "postgresql:"]);
    if (text === undefined) return undefined;
    if (/%(?![0-9a-f]{2})/i.test(text)) {
      this.#faults.push(`${name} has a "%" that begins no escape; write it as %25, also in the password.`);
      return undefined;
    }
    const { hostname, searchParams: given } = new URL(text);
    const mode = given.get("sslmode") ?? (given.has("ssl") ? undefined : this.#env.PGSSLMODE?.trim());
    const host = hostname === "" && !given.has("host") ? this.#env.PGHOST?.trim() : undefined;
    if (mode && !Object.hasOwn(tlsModes, mode)) {
      const source = given.has("sslmode") ? `sslmode in ${name}` : "PGSSLMODE";
      this.#faults.push(`${source} has to be one of ${Object.keys(tlsModes).join(", ")}; it is "${mode}".`);
      return undefined;
    }
    const withHost = host ? withParameter(text, "host", host) : text;
    return mode ? withParameter(withHost, "sslmode", tlsModes[mode] ?? mode) : withHost;
  }

  /** The address without path, for Kassa's own paths begin at its root. */
  publicUrl(name: string, standard: string): URL {
    const url = new URL(this.url(name, ["http:", "https:"]) ?? standard);
    if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username + url.password !== "")
      this.#faults.push(`${name} has to end after the host and port, such as https://pay.example.com.`);
    return url;
  }

  retention(name: string): Retention {
    const days = { ...standardRetention };
    const parts = this.#value(name)?.split(",") ?? [];
    for (const part of parts) {
      const [kind = "", count = ""] = part.split("=").map((word) => word.trim());
      if (isRetained(kind) && /^\d{1,4}$/.test(count) && Number(count) >= 1) days[kind] = Number(count);
      else {
        this.#faults.push(
          `${name} takes days of ${Object.keys(days).join(", ")}, such as "sessions=30,responses=7", from 1 to 9999; it has "${part}".`,
        );
        break;
      }
    }
    return days;
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
    this.names.add(name);
    const text = this.#env[name]?.trim();
    return text === "" ? undefined : text;
  }
}

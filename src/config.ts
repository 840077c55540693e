import path from "node:path";
import type { PspUrls } from "./connectors/psp-client.ts";
import { sandboxAccountsAtMost } from "./connectors/sandbox/accounts.ts";
import { type Retention, standardRetention } from "./jobs/purge-old-rows.ts";
import { closestName } from "./kernel/did-you-mean.ts";
import { isLoopbackHost } from "./kernel/loopback.ts";
import { secretKeyBytes } from "./kernel/seal.ts";
import { withoutServiceLinks } from "./kernel/service-links.ts";
import { longestPspTimeoutMs } from "./payments/deps.ts";
import type { RateLimits } from "./tenants/api-key-cache.ts";
import { isNetwork } from "./tenants/networks.ts";

/** Kassa's settings, read from the environment once and validated before anything starts. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  /** Undefined if Kassa runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The password of the database roles, if they log in to DATABASE_URL's server themselves. */
  readonly databaseRolePassword: string | undefined;
  readonly dataDir: string;
  /** Where Kassa's own PostgreSQL archives its log, and the key that encrypts it; absolute paths. */
  readonly walArchive: { readonly folder: string; readonly keyFile: string | undefined } | undefined;
  /** Undefined only with Kassa's own PostgreSQL, which keeps a key in secrets.json. */
  readonly secretKey: string | undefined;
  /** A second key that opens secrets while the secret key is being changed. */
  readonly otherSecretKey: string | undefined;
  readonly rateLimits: RateLimits;
  readonly metricsPort: number | "off";
  /** Whether the port was set explicitly. If the default port is taken, another one is used. */
  readonly metricsPortIsSet: boolean;
  readonly metricsHost: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly trustedProxies: readonly string[];
  /** The header in which the proxy names the customer's country. In lower case. */
  readonly countryHeader: string | undefined;
  readonly allowLoopbackWebhooks: boolean;
  readonly poolSize: number;
  readonly migrateAtStart: boolean;
  /** How long new requests are accepted after /readyz has started to report that the process stops. */
  readonly drainMs: number;
  readonly pspTimeoutMs: number;
  /** Addresses in place of the PSPs' own, by connector. */
  readonly pspUrls: PspUrls;
  /** Undefined if this process serves the simulated PSP itself. */
  readonly sandboxPspUrl: string | undefined;
  /** Which of a tenant's accounts at the simulated PSP receives new charges. */
  readonly sandboxAccountNumbers: readonly number[];
  /** Whether customers pay in the sandbox on Kassa's own page or on the simulated PSP's hosted page. */
  readonly sandboxPage: "own" | "hosted";
  /** How long delayed payments take in the sandbox. */
  readonly sandboxPendingMs: number;
  /** The longest pause before a submit after many declines. */
  readonly declinePauseMs: number;
  /** How often the payment page is checked from outside. */
  readonly pageCheckMinutes: number | "off";
  /** How many days each kind of data is kept. */
  readonly retention: Retention;
  /** Which requests of API keys are kept for the merchant's developers. */
  readonly requestLog: "on" | "failed" | "off";
  /** Where mail to people of the dashboard is handed over; undefined if Kassa sends none. */
  readonly mailServer: URL | undefined;
  readonly mailSender: string;
};

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Invalid settings. The message names each variable and its valid values. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const isRetained = (kind: string): kind is keyof Retention => Object.hasOwn(standardRetention, kind);

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings. @throws ConfigError that lists every invalid variable */
export function readConfig(given: Environment): Config {
  const env = withoutServiceLinks(given);
  const faults: string[] = [];
  const read = new Reader(env, faults);
  const port = read.integer("PORT", 8080, 0, 65_535);
  const databaseUrl = read.databaseUrl("DATABASE_URL");
  const secretKey = read.secret("KASSA_SECRET_KEY");
  if (databaseUrl !== undefined && env.KASSA_SECRET_KEY === undefined) {
    faults.push(
      "KASSA_SECRET_KEY has to be set when DATABASE_URL is set: at least 32 random bytes, such as from `openssl rand -base64 32`.",
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
    walArchive: read.walArchive("KASSA_WAL_ARCHIVE", "KASSA_WAL_ARCHIVE_KEY_FILE", databaseUrl),
    secretKey,
    otherSecretKey: read.secret("KASSA_OTHER_SECRET_KEY", { mayBeEmpty: true }),
    rateLimits: read.rateLimits("KASSA_RATE_LIMIT"),
    metricsPort: read.integerOrOff("KASSA_METRICS_PORT", 9464, 0, 65_535),
    metricsPortIsSet: Boolean(env.KASSA_METRICS_PORT?.trim()),
    metricsHost: read.text("KASSA_METRICS_HOST", "127.0.0.1"),
    logLevel: read.oneOf("KASSA_LOG_LEVEL", logLevels, "info"),
    trustedProxies: read.networks("KASSA_TRUSTED_PROXIES"),
    countryHeader: read.headerName("KASSA_COUNTRY_HEADER"),
    allowLoopbackWebhooks:
      read.oneOf("KASSA_ALLOW_LOOPBACK_WEBHOOKS", ["on", "off"], loopbackWebhooks ? "on" : "off") === "on",
    poolSize: read.integer("KASSA_DATABASE_POOL", 10, 1, 200),
    migrateAtStart: read.oneOf("KASSA_MIGRATE_AT_START", ["on", "off"], "on") === "on",
    drainMs: read.integer("KASSA_DRAIN_MS", 0, 0, 60_000),
    pspTimeoutMs: read.integer("KASSA_PSP_TIMEOUT_MS", 10_000, 100, longestPspTimeoutMs),
    pspUrls: {
      stripe: read.pspUrl("KASSA_STRIPE_URL"),
      mollie: read.pspUrl("KASSA_MOLLIE_URL"),
      paypal: read.pspUrl("KASSA_PAYPAL_URL"),
      adyen: read.pspUrl("KASSA_ADYEN_URL"),
    },
    sandboxPspUrl: read.url("KASSA_SANDBOX_PSP_URL", ["http:", "https:"]),
    sandboxAccountNumbers: read.integers("KASSA_SANDBOX_ACCOUNT", [1], 1, sandboxAccountsAtMost),
    sandboxPage: read.oneOf("KASSA_SANDBOX_PAGE", ["own", "hosted"], "own"),
    sandboxPendingMs: read.integer("KASSA_SANDBOX_PENDING_MS", 10_000, 0, 86_400_000),
    declinePauseMs: read.integer("KASSA_DECLINE_PAUSE_MS", 8_000, 0, 30_000),
    pageCheckMinutes: read.integerOrOff("KASSA_PAGE_CHECK_MINUTES", 5, 1, 1_440),
    retention: read.retention("KASSA_RETENTION_DAYS"),
    requestLog: read.oneOf("KASSA_REQUEST_LOG", ["on", "failed", "off"], "on"),
    mailServer: read.mailServer("KASSA_SMTP_URL"),
    mailSender: read.mailSender("KASSA_MAIL_FROM", `Kassa <kassa@${publicUrl.hostname}>`),
  };
  faults.push(...unknownNames(env, read.names));
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return config;
}

/** Variables of the tests. */
const testNames = /^KASSA_(TEST_.+|CRASH_AT|CHROMIUM|W3M|PROMTOOL)$/;

/** A mistyped name would silently leave its setting at the default. */
function unknownNames(env: Environment, known: ReadonlySet<string>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("KASSA_") && !known.has(name) && !testNames.test(name))
    .sort()
    .map((name) => {
      const plain = name.replace("KASSA_", "");
      const meant = known.has(plain) ? plain : closestName(name, [...known]);
      const hint = meant ? `Did you mean ${meant}?` : "docs/reference/configuration.md lists all settings.";
      return `${name} is not a setting of Kassa. ${hint}`;
    });
}

/** The values of sslmode that are accepted, and the mode that each one stands for. */
const tlsModes: Readonly<Record<string, string>> = {
  disable: "disable",
  "no-verify": "no-verify",
  prefer: "verify-full",
  require: "verify-full",
  "verify-ca": "verify-full",
  "verify-full": "verify-full",
};

/** The address with a query parameter set; the rest is unchanged. */
function withParameter(address: string, name: string, value: string): string {
  const [before = "", query = ""] = address.split(/\?(.*)/s);
  const others = query.split("&").filter((part) => part !== "" && !part.startsWith(`${name}=`));
  return `${before}?${[...others, `${name}=${encodeURIComponent(value)}`].join("&")}`;
}

class Reader {
  readonly #env: Environment;
  readonly #faults: string[];
  /** The names of all variables that were read. */
  readonly names = new Set<string>();

  constructor(env: Environment, faults: string[]) {
    this.#env = env;
    this.#faults = faults;
  }

  text(name: string, standard: string): string {
    return this.#value(name) ?? standard;
  }

  /**
   * The address to listen on. For localhost, Fastify would open a second server on ::1, to which the limits on connections don't
   * apply.
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

  /** Different whole numbers, separated by commas. */
  integers(name: string, standard: readonly number[], least: number, most: number): readonly number[] {
    const text = this.#value(name);
    if (text === undefined) return standard;
    const values = text.split(",").map((part) => (/^ *\d+ *$/.test(part) ? Number(part) : Number.NaN));
    const isValid =
      values.every((value) => value >= least && value <= most) && new Set(values).size === values.length;
    if (isValid) return values;
    this.#faults.push(
      `${name} has to be different whole numbers from ${least} to ${most}, separated by commas; it is "${text}".`,
    );
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

  /** The address of a PSP's API. Credentials are sent to it, so it needs TLS unless it is on this machine. */
  pspUrl(name: string): string | undefined {
    const text = this.#value(name);
    if (text === undefined) return undefined;
    const url = URL.parse(text);
    const safe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname));
    if (url && safe && url.username + url.password + url.search + url.hash === "") return text;
    this.#faults.push(
      `${name} has to be an address that begins with https://, or with http:// on this machine such as http://127.0.0.1:4242, without user name, query and fragment.`,
    );
    return undefined;
  }

  /** Messages never contain the value. An empty secret is refused; it doesn't count as unset. */
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

  /** The name of an HTTP header, in lower case. */
  headerName(name: string): string | undefined {
    const text = this.#value(name);
    if (text === undefined) return undefined;
    if (/^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(text)) return text.toLowerCase();
    this.#faults.push(`${name} has to be the name of an HTTP header, such as CF-IPCountry; it is "${text}".`);
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

  /** Addresses and networks. A network of all addresses would trust everybody's X-Forwarded-For. */
  networks(name: string): string[] {
    const items = (this.#value(name) ?? "").split(",").map((item) => item.trim());
    const networks = items.filter(Boolean);
    const wrong = networks.find((item) => !isNetwork(item) || item.endsWith("/0"));
    if (wrong === undefined) return networks;
    this.#faults.push(
      `${name} has to be addresses or networks such as 10.0.0.2 or 10.0.1.0/24, separated by commas; "${wrong}" is not allowed.`,
    );
    return [];
  }

  /**
   * The complete address of PostgreSQL. node-postgres would read a missing host or sslmode from PGHOST and PGSSLMODE, and the
   * rest of Kassa wouldn't know. Like node-postgres, Kassa treats all verifying modes of sslmode as verify-full.
   */
  databaseUrl(name: string): string | undefined {
    const text = this.url(name, ["postgres:", "postgresql:"]);
    if (text === undefined) return undefined;
    if (/%(?![0-9a-f]{2})/i.test(text)) {
      this.#faults.push(
        `${name} contains a "%" that starts no escape; write it as %25, also in the password.`,
      );
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

  /** An address without a path, because Kassa's own paths begin at the root. */
  publicUrl(name: string, standard: string): URL {
    const url = new URL(this.url(name, ["http:", "https:"]) ?? standard);
    if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username + url.password !== "")
      this.#faults.push(`${name} has to end after the host and port, such as https://pay.example.com.`);
    return url;
  }

  walArchive(name: string, keyName: string, databaseUrl: string | undefined): Config["walArchive"] {
    const folder = this.#value(name);
    const keyFile = this.#value(keyName);
    if (folder !== undefined && databaseUrl !== undefined)
      this.#faults.push(
        `${name} is for Kassa's own PostgreSQL only, and DATABASE_URL is set. Use the archiving of your PostgreSQL instead.`,
      );
    if (folder === undefined) return undefined;
    return { folder: path.resolve(folder), keyFile: keyFile && path.resolve(keyFile) };
  }

  /** A mail server's address. Messages never contain it, for it may hold a password. */
  mailServer(name: string): URL | undefined {
    const text = this.#value(name);
    if (text === undefined) return undefined;
    const url = URL.parse(text);
    if (
      url &&
      /^smtps?:$/.test(url.protocol) &&
      url.hostname !== "" &&
      /^\/?$/.test(url.pathname + url.search)
    )
      return url;
    this.#faults.push(
      `${name} has to be a mail server's address, such as smtps://user:password@mail.example.com, without a path.`,
    );
    return undefined;
  }

  /** Who mail comes from: an address, or a name and an address in angle brackets. */
  mailSender(name: string, standard: string): string {
    const text = this.text(name, standard);
    if (/^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text)) return text;
    this.#faults.push(`${name} has to be an address such as Kassa <kassa@shop.example>; it is "${text}".`);
    return standard;
  }

  retention(name: string): Retention {
    const days = { ...standardRetention };
    const parts = this.#value(name)?.split(",") ?? [];
    for (const part of parts) {
      const [kind = "", count = ""] = part.split("=").map((word) => word.trim());
      if (isRetained(kind) && /^\d{1,4}$/.test(count) && Number(count) >= 1) days[kind] = Number(count);
      else {
        this.#faults.push(
          `${name} takes a number of days, from 1 to 9999, for each of ${Object.keys(days).join(", ")}, such as "sessions=30,responses=7"; it has "${part}".`,
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
          `${name} has to be "off" or requests per second for each key, such as "live=100,sandbox=25"; it is "${text}".`,
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

import { isNetwork } from "../tenants/networks.ts";
import type { Variables } from "./variables.ts";

/** Where the process listens, what it logs, and which proxies stand before it. */
export type ServerConfig = {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  readonly metricsPort: number | "off";
  /** Whether the port was set explicitly. If the default port is taken, another one is used. */
  readonly metricsPortIsSet: boolean;
  readonly metricsHost: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly trustedProxies: readonly string[];
  /** The header in which the proxy names the customer's country. In lower case. */
  readonly countryHeader: string | undefined;
  /** How long new requests are accepted after /readyz has started to report that the process stops. */
  readonly drainMs: number;
};

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export function readServer(variables: Variables): ServerConfig {
  const port = variables.integer("PORT", 8080, 0, 65_535);
  return {
    port,
    host: readHost(variables, "HOST", "127.0.0.1"),
    publicUrl: readPublicUrl(variables, "KASSA_PUBLIC_URL", `http://localhost:${port}`),
    metricsPort: variables.integerOrOff("KASSA_METRICS_PORT", 9464, 0, 65_535),
    metricsPortIsSet: variables.optional("KASSA_METRICS_PORT") !== undefined,
    metricsHost: variables.text("KASSA_METRICS_HOST", "127.0.0.1"),
    logLevel: variables.oneOf("KASSA_LOG_LEVEL", logLevels, "info"),
    trustedProxies: readNetworks(variables, "KASSA_TRUSTED_PROXIES"),
    countryHeader: readHeaderName(variables, "KASSA_COUNTRY_HEADER"),
    drainMs: variables.integer("KASSA_DRAIN_MS", 0, 0, 60_000),
  };
}

/**
 * The address to listen on. For localhost, Fastify would open a second server on ::1, to which the limits on connections don't
 * apply.
 */
function readHost(variables: Variables, name: string, standard: string): string {
  const host = variables.text(name, standard);
  return host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
}

/** An address without a path, because Kassa's own paths begin at the root. */
function readPublicUrl(variables: Variables, name: string, standard: string): URL {
  const url = new URL(variables.url(name, ["http:", "https:"]) ?? standard);
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username + url.password !== "")
    variables.fault(`${name} has to end after the host and port, such as https://pay.example.com.`);
  return url;
}

/** Addresses and networks. A network of all addresses would trust everybody's X-Forwarded-For. */
function readNetworks(variables: Variables, name: string): string[] {
  const items = variables.text(name, "").split(",");
  const networks = items.map((item) => item.trim()).filter(Boolean);
  const wrong = networks.find((item) => !isNetwork(item) || item.endsWith("/0"));
  if (wrong === undefined) return networks;
  variables.fault(
    `${name} has to be addresses or networks such as 10.0.0.2 or 10.0.1.0/24, separated by commas; "${wrong}" is not allowed.`,
  );
  return [];
}

/** The name of an HTTP header, in lower case. */
function readHeaderName(variables: Variables, name: string): string | undefined {
  const text = variables.optional(name);
  if (text === undefined) return undefined;
  if (/^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(text)) return text.toLowerCase();
  variables.fault(`${name} has to be the name of an HTTP header, such as CF-IPCountry; it is "${text}".`);
  return undefined;
}

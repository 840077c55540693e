import { isLoopbackHost } from "../kernel/loopback.ts";
import type { RateLimits } from "../tenants/api-key-cache.ts";
import type { ServerConfig } from "./server.ts";
import type { StorageConfig } from "./storage.ts";
import type { Variables } from "./variables.ts";

/** What merchants' programs may do, and which of their requests are kept. */
export type ApiConfig = {
  readonly rateLimits: RateLimits;
  readonly allowLoopbackWebhooks: boolean;
  /** Which requests of API keys are kept for the merchant's developers. */
  readonly requestLog: "on" | "failed" | "off";
};

export function readApi(
  variables: Variables,
  { publicUrl, databaseUrl }: Pick<ServerConfig & StorageConfig, "publicUrl" | "databaseUrl">,
): ApiConfig {
  const isTrial = databaseUrl === undefined && isLoopbackHost(publicUrl.hostname);
  return {
    rateLimits: readRateLimits(variables, "KASSA_RATE_LIMIT"),
    allowLoopbackWebhooks: variables.isOn("KASSA_ALLOW_LOOPBACK_WEBHOOKS", isTrial),
    requestLog: variables.oneOf("KASSA_REQUEST_LOG", ["on", "failed", "off"], "on"),
  };
}

function readRateLimits(variables: Variables, name: string): RateLimits {
  const text = variables.optional(name);
  if (text === "off") return "off";
  const limits = { live: 100, sandbox: 25 };
  for (const part of text === undefined ? [] : text.split(",")) {
    const match = /^\s*(live|sandbox)=(\d+)\s*$/.exec(part);
    if (!match || Number(match[2]) < 1) {
      variables.fault(
        `${name} has to be "off" or requests per second for each key, such as "live=100,sandbox=25"; it is "${text}".`,
      );
      return limits;
    }
    limits[match[1] as "live" | "sandbox"] = Number(match[2]);
  }
  return limits;
}

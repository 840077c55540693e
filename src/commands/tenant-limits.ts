import { type RateChange, setTenantLimits } from "../tenants/change-tenant.ts";
import { faultOfHosts, highestRate, isRate } from "../tenants/check-limits.ts";
import type { Tenant } from "../tenants/find-tenant.ts";
import { withDatabase } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";
import { presentTenant } from "./tenants.ts";

type Options = { tenant?: string; allowedHosts?: string; rateLimits?: string; json: boolean };

/**
 * `kassa tenants limit`: changes the given limits, rates separately for each mode, and prints the resulting limits. An empty
 * value removes a limit.
 */
export async function limitTenantCommand({ tenant: id, json, ...options }: Options): Promise<void> {
  const change = {
    ...(options.allowedHosts === undefined ? {} : { allowedHosts: parseHosts(options.allowedHosts) }),
    ...(options.rateLimits === undefined ? {} : { rateLimits: parseRates(options.rateLimits) }),
  };
  await withDatabase(async ({ database }) => {
    const { tenantId } = await pickTenant(database, id);
    const tenant = await setTenantLimits({ database }, tenantId, change);
    print(json, presentTenant(tenant), () => lines(tenant));
  });
}

const wordsOf = (text: string): string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

function parseHosts(text: string): string[] {
  const hosts = wordsOf(text);
  const fault = faultOfHosts(hosts);
  if (fault) throw new UsageFailure(`--allowed-hosts: ${fault.detail}`);
  return hosts;
}

function parseRates(text: string): RateChange {
  const words = wordsOf(text);
  if (words.length === 0) return { live: null, sandbox: null };
  const rates: RateChange = {};
  for (const word of words) {
    const [, mode, rate] = /^(live|sandbox)=(\d*)$/.exec(word) ?? [];
    if (mode === undefined || (rate !== "" && !isRate(Number(rate))))
      throw new UsageFailure(
        `--rate-limits: "${word}" is not a limit. Write it like live=500: requests per second for each key, from 1 to ${highestRate}; "live=" removes the limit.`,
      );
    rates[mode as "live" | "sandbox"] = rate === "" ? null : Number(rate);
  }
  return rates;
}

function lines({ name, allowedHosts, rateLimits }: Tenant): string[] {
  const rates = Object.entries(rateLimits ?? {}).map(([mode, rate]) => `${rate}/s in ${mode} mode`);
  const hosts = allowedHosts.length === 0 ? "any host" : allowedHosts.join(", ");
  return [
    `"${name}": customers may be sent back to ${hosts}; the rate limit of each key is ${
      rates.length === 0 ? "that of KASSA_RATE_LIMIT" : rates.join(" and ")
    }.`,
  ];
}

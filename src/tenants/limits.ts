import { isHostPattern } from "../kernel/url-rules.ts";

const hostsAtMost = 100;

/** Requests a second for each key, at most. */
export const rateAtMost = 999_999;

/** What is wrong with the hosts to which a tenant's sessions may send customers; undefined if nothing is. */
export function faultOfHosts(hosts: readonly string[]): string | undefined {
  const wrong = hosts.find((host) => !isHostPattern(host));
  if (wrong !== undefined)
    return `"${wrong}" is not a host. Write hosts without scheme, port or path, such as "shop.example,*.shop.example".`;
  return hosts.length > hostsAtMost ? `At most ${hostsAtMost} hosts can be allowed.` : undefined;
}

/** Whether a limit of requests a second is possible. */
export const isRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 1 && rate <= rateAtMost;

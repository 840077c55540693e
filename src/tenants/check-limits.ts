import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { isHostPattern } from "../kernel/url-rules.ts";

/** The most hosts in a tenant's list. */
export const mostAllowedHosts = 100;
/** The highest rate limit of a key, in requests per second. */
export const highestRate = 999_999;

/** What is wrong with a list of allowed hosts. `at` is the position of the wrong host; undefined if the list is too long. */
export type HostsFault = { readonly at?: number; readonly detail: string };

/** Why a list can't be a tenant's allowed hosts; undefined if it can. */
export function faultOfHosts(hosts: readonly string[]): HostsFault | undefined {
  const at = hosts.findIndex((host) => !isHostPattern(host));
  if (at >= 0)
    return {
      at,
      detail: `"${hosts[at]?.slice(0, 255)}" is not a host. Write hosts without scheme, port or path, such as "shop.example" or "*.shop.example".`,
    };
  if (hosts.length > mostAllowedHosts) return { detail: `Name at most ${mostAllowedHosts} hosts.` };
  return undefined;
}

/** The hosts of a request's `allowedHosts`, each once. Fails with `parameter_invalid`. */
export function readHosts(given: readonly string[]): Result<string[], Problem> {
  const hosts = given.map((host) => host.trim());
  const fault = faultOfHosts(hosts);
  if (!fault) return success([...new Set(hosts)]);
  const place = fault.at === undefined ? "/allowedHosts" : `/allowedHosts/${fault.at}`;
  return failed(problem("parameter_invalid", fault.detail, place));
}

/** Whether a number can be a rate limit: requests per second for each key. */
export const isRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 1 && rate <= highestRate;

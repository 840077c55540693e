import type { FastifyRequest } from "fastify";
import { type Problem, problem } from "../kernel/problem.ts";

const hostUnknown = problem("host_unknown", "This server answers for the host of KASSA_PUBLIC_URL only.");
const hostMissing = problem("request_malformed", "The request has no Host header.");
const hostsDiffer = problem("request_malformed", "The address names another host than the Host header.");

/**
 * Which requests are for this server. A page that is served for any name can be reached under a name that an attacker
 * controls (DNS rebinding), so others than Kassa's own are refused with 421. A request whose address and Host header
 * differ could be read differently by a proxy, so it is refused with 400.
 */
export function makeHostCheck(publicUrl: URL): (request: FastifyRequest) => Problem | undefined {
  const names = new Set([publicUrl.hostname, "localhost", "127.0.0.1", "[::1]"]);
  const known = new Map<string, boolean>();
  const isOurs = (host: string): boolean => {
    let verdict = known.get(host);
    if (verdict === undefined) {
      verdict = names.has(hostName(host));
      // Bounded, for the header is the caller's to choose.
      if (known.size < 100) known.set(host, verdict);
    }
    return verdict;
  };
  return (request) => {
    const { host } = request.headers;
    if (host === undefined && request.raw.httpVersion === "1.1") return hostMissing;
    const addressed = hostOfAbsoluteForm(request.originalUrl);
    const anyHost = request.routeOptions.config.anyHost === true;
    if (!anyHost && !(isOurs(host ?? "") && (addressed === undefined || isOurs(addressed))))
      return hostUnknown;
    return addressed === undefined || addressed === host?.toLowerCase() ? undefined : hostsDiffer;
  };
}

const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** The host that an address in absolute form names (RFC 9112, section 3.2.2), as proxies are sent it. */
function hostOfAbsoluteForm(url: string): string | undefined {
  return url.startsWith("/") ? undefined : absoluteForm.exec(url)?.[1]?.toLowerCase();
}

/** An address without the scheme and host that the absolute form begins with. */
export function originForm(url: string): string {
  if (url.startsWith("/")) return url;
  const rest = url.replace(absoluteForm, "");
  return rest === url || rest.startsWith("/") ? rest : `/${rest}`;
}

function hostName(host: string): string {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host);
  return (match?.[1] ?? "").toLowerCase();
}

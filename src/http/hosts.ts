import type { FastifyRequest } from "fastify";
import { type Problem, problem } from "../kernel/problem.ts";

const hostUnknown = problem(
  "host_unknown",
  "This server answers only requests for the host of KASSA_PUBLIC_URL.",
);
const hostMissing = problem("request_malformed", "The request has no Host header.");
const hostsDiffer = problem("request_malformed", "The URL and the Host header name different hosts.");

/**
 * Checks that a request is for this server. Unknown host names are refused with 421, because an attacker's name could
 * resolve to this server (DNS rebinding). A request whose URL and Host header differ is refused with 400, because a proxy
 * could read it differently.
 */
export function makeHostCheck(publicUrl: URL): (request: FastifyRequest) => Problem | undefined {
  const names = new Set([publicUrl.hostname, "localhost", "127.0.0.1", "[::1]"]);
  const known = new Map<string, boolean>();
  const isOurs = (host: string): boolean => {
    let verdict = known.get(host);
    if (verdict === undefined) {
      verdict = names.has(hostName(host));
      // Bounded, because the caller chooses the header.
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

/** The host of a URL in absolute form, as sent to proxies (RFC 9112, section 3.2.2). */
function hostOfAbsoluteForm(url: string): string | undefined {
  return url.startsWith("/") ? undefined : absoluteForm.exec(url)?.[1]?.toLowerCase();
}

/** A URL in origin form: without scheme and host. */
export function originForm(url: string): string {
  if (url.startsWith("/")) return url;
  const rest = url.replace(absoluteForm, "");
  return rest === url || rest.startsWith("/") ? rest : `/${rest}`;
}

function hostName(host: string): string {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host);
  return (match?.[1] ?? "").toLowerCase();
}

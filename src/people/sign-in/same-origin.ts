import type { FastifyRequest } from "fastify";
import { type Problem, problem } from "../../kernel/problem.ts";

/**
 * Why a request with a person's cookie may not come from our own pages; undefined if it does. Cookies are `SameSite=Strict` already. A
 * request that changes something also has to name our origin, and no request may come from a page of another site.
 */
export function foreignOrigin(request: FastifyRequest, publicUrl: URL): Problem | undefined {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  const isForeign = origin !== undefined && origin !== publicUrl.origin;
  const isFromElsewhere = site !== undefined && site !== "same-origin" && site !== "none";
  if (!isForeign && !isFromElsewhere && !(isChange && origin === undefined)) return undefined;
  return problem(
    "origin_refused",
    `The dashboard's requests come from ${publicUrl.origin}. Open it by this address, which is KASSA_PUBLIC_URL.`,
  );
}

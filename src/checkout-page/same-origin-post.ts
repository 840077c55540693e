import type { FastifyRequest } from "fastify";

/**
 * Sec-Fetch-Site says where a form was posted from. Older browsers send Origin only, which is "null" because the page sets
 * `no-referrer`. Then the form's token is the only protection.
 */
export function isSameOriginPost(request: FastifyRequest, publicUrl: URL): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  return origin === undefined || origin === "null" || origin === publicUrl.origin;
}

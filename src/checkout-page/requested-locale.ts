import type { FastifyRequest } from "fastify";
import type { RequestedLocale } from "./page-view.ts";

/** The language preferences in a request. */
export function requestedLocale(request: Pick<FastifyRequest, "query" | "headers">): RequestedLocale {
  const { locale } = request.query as { locale?: unknown };
  return {
    query: typeof locale === "string" ? locale : undefined,
    acceptLanguage: request.headers["accept-language"],
  };
}

import type { FastifyRequest } from "fastify";
import type { ReaderWishes } from "./view-of.ts";

/** What a request says about the language that its reader wants. */
export function wishesOf(request: Pick<FastifyRequest, "query" | "headers">): ReaderWishes {
  const { locale } = request.query as { locale?: unknown };
  return {
    query: typeof locale === "string" ? locale : undefined,
    acceptLanguage: request.headers["accept-language"],
  };
}

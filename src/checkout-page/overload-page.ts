import type { FastifyRequest } from "fastify";
import { encodePage } from "../kernel/encoding.ts";
import { type Locale, negotiateLocale } from "./locale.ts";
import { renderPage } from "./render.ts";
import { requestedLocale } from "./requested-locale.ts";
import { pageHeaders } from "./security-headers.ts";

type OverloadAnswer = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const maxCachedPages = 1_000;
const maxCacheKeyLength = 500;

/**
 * The page that says that Kassa is overloaded. It is rendered and compressed once for each combination of languages and
 * encodings, because that costs about as much as rendering the page that is refused.
 *
 * @param pageUrl the target of its link: "" for the requested page, null for no link
 */
export function makeOverloadPage(
  publicUrl: URL,
  pageUrl: "" | null,
): (request: Pick<FastifyRequest, "query" | "headers">) => OverloadAnswer {
  const cache = new Map<string, OverloadAnswer>();
  return (request) => {
    const { query, acceptLanguage } = requestedLocale(request);
    const acceptEncoding = request.headers["accept-encoding"];
    const name = JSON.stringify([query, acceptLanguage, acceptEncoding]);
    const found = cache.get(name);
    if (found) return found;
    const locale = negotiateLocale({
      ...(query === undefined ? {} : { query }),
      ...(acceptLanguage === undefined ? {} : { acceptLanguage }),
    });
    const page = render(publicUrl, pageUrl, locale, acceptEncoding);
    // Bounded, because the caller chooses the headers.
    if (cache.size < maxCachedPages && name.length <= maxCacheKeyLength) cache.set(name, page);
    return page;
  };
}

function render(
  publicUrl: URL,
  pageUrl: "" | null,
  locale: Locale,
  acceptEncoding: string | undefined,
): OverloadAnswer {
  const { html } = renderPage({
    state: "error",
    locale,
    reason: "temporarily_unavailable",
    mode: null,
    pageUrl,
    merchant: null,
  });
  const { body, headers } = encodePage(html, acceptEncoding);
  return {
    body: body.toString("latin1"),
    headers: { ...pageHeaders({ mode: null, publicUrl }), ...headers, "retry-after": "5" },
  };
}

import type { FastifyInstance, FastifyReply } from "fastify";
import { describeApi } from "../http/openapi.ts";
import type { Html } from "../kernel/html.ts";
import { renderGuide } from "./guides.ts";
import { assetHeaders, pageHeaders } from "./headers.ts";
import { pages } from "./pages.ts";
import { renderPaid } from "./paid.ts";
import { renderReference } from "./reference.ts";
import { stylesheet } from "./stylesheet.ts";

/** No page here needs the database, so none is refused under overload. */
const hidden = { schema: { hide: true }, config: { underOverload: "exempt" } } as const;

/** `/docs`: the guides, the API reference, and the success page of the first session. */
export function docsRoutes(publicUrl: URL) {
  const send = (reply: FastifyReply, page: string): FastifyReply =>
    reply.headers(pageHeaders(publicUrl)).send(page);
  return async (app: FastifyInstance): Promise<void> => {
    for (const page of pages) {
      const guide = once(() => renderGuide(page, publicUrl));
      app.get(page.path, hidden, (_request, reply) => send(reply, guide()));
    }
    const reference = once(() => renderReference(describeApi(app, publicUrl.origin)));
    app.get("/docs/api", hidden, (_request, reply) => send(reply, reference()));
    app.get<{ Querystring: { session?: string | string[] } }>("/docs/paid", hidden, (request, reply) => {
      const { session } = request.query;
      return send(reply, renderPaid(typeof session === "string" ? session : undefined).toString());
    });
    app.get(stylesheet.path, hidden, (_request, reply) => reply.headers(assetHeaders).send(stylesheet.body));
    app.get("/", hidden, (_request, reply) => reply.redirect("/docs", 302));
  };
}

/** Renders on the first request and keeps the result: neither files nor routes change while the process runs. */
function once(render: () => Html): () => string {
  let kept: string | undefined;
  return () => {
    kept ??= render().toString();
    return kept;
  };
}

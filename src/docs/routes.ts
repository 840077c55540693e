import type { FastifyInstance, FastifyReply } from "fastify";
import { describeApi } from "../http/openapi.ts";
import type { Html } from "../kernel/html.ts";
import { guides, renderGuide } from "./guides.ts";
import { assetHeaders, pageHeaders } from "./headers.ts";
import { renderPaid } from "./paid.ts";
import { renderReference } from "./reference.ts";
import { stylesheet } from "./stylesheet.ts";

/** No page here needs the database, so none is refused when there is too much to do. */
const hidden = { schema: { hide: true }, config: { underOverload: "exempt" } } as const;

/** `/docs`: the guides, the reference of the API, and the page where a first session's consumer lands. */
export function docsRoutes(publicUrl: URL) {
  const send = (reply: FastifyReply, page: string): FastifyReply =>
    reply.headers(pageHeaders(publicUrl)).send(page);
  return async (app: FastifyInstance): Promise<void> => {
    for (const guide of guides) {
      const page = once(() => renderGuide(guide, publicUrl));
      app.get(guide.path, hidden, (_request, reply) => send(reply, page()));
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

/** Rendered when first asked for, and kept: neither the files nor the routes change while the process runs. */
function once(render: () => Html): () => string {
  let kept: string | undefined;
  return () => {
    kept ??= render().toString();
    return kept;
  };
}

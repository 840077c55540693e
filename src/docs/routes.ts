import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeApi } from "../http/openapi.ts";
import type { PublicIds } from "../http/public-ids.ts";
import type { Html } from "../kernel/html.ts";
import { parseId } from "../kernel/id.ts";
import { renderGuide } from "./guides.ts";
import { assetHeaders, pageHeaders } from "./headers.ts";
import { pages } from "./pages.ts";
import { type Named, type ReadSessionState, renderPaid } from "./paid.ts";
import { renderReference } from "./reference.ts";
import { stylesheet } from "./stylesheet.ts";

type DocsDeps = {
  readonly publicUrl: URL;
  readonly publicIds: PublicIds;
  readonly readSession: ReadSessionState;
};

/** These pages don't need the database, so none is refused under overload. */
const hidden = { schema: { hide: true }, config: { underOverload: "exempt" } } as const;

/** `/docs`: the guides, the API reference, and the success page of the first session. */
export function docsRoutes(deps: DocsDeps) {
  const { publicUrl } = deps;
  const send = (reply: FastifyReply, page: string): FastifyReply =>
    reply.headers(pageHeaders(publicUrl)).send(page);
  return async (app: FastifyInstance): Promise<void> => {
    for (const page of pages) {
      const guide = once(() => renderGuide(page, publicUrl));
      app.get(page.path, hidden, (_request, reply) => send(reply, guide()));
    }
    const reference = once(() => renderReference(describeApi(app, publicUrl.origin)));
    app.get("/docs/api", hidden, (_request, reply) => send(reply, reference()));
    app.get<PaidRequest>("/docs/paid", { schema: { hide: true } }, async (request, reply) => {
      const page = renderPaid(await nameSession(deps, request)).toString();
      return send(reply, page).header("cache-control", "no-store");
    });
    app.get(stylesheet.path, hidden, (_request, reply) => reply.headers(assetHeaders).send(stylesheet.body));
    app.get("/", hidden, (_request, reply) => reply.redirect("/docs", 302));
  };
}

type PaidRequest = { Querystring: { session?: string | string[] } };

/** The session in the address, if it is one of the sandbox. */
async function nameSession(deps: DocsDeps, request: FastifyRequest<PaidRequest>): Promise<Named> {
  const { session: id } = request.query;
  if (typeof id !== "string" || !parseId(id, "cs")) return { kind: "none" };
  const parsed = await deps.publicIds.parse(request, id, "cs");
  deps.publicIds.refuseTooManyUnknown(request, id);
  const state = parsed?.mode === "sandbox" ? await deps.readSession(parsed, id) : undefined;
  if (state) return { kind: "session", id, state };
  deps.publicIds.noteUnknown(request);
  return { kind: "unknown", id };
}

/** Renders on the first request and keeps the result: neither files nor routes change while the process runs. */
function once(render: () => Html): () => string {
  let kept: string | undefined;
  return () => {
    kept ??= render().toString();
    return kept;
  };
}

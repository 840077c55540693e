import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { tags } from "../http/openapi/tags.ts";
import { describeApi } from "../http/openapi.ts";
import type { PublicIds } from "../http/public-ids.ts";
import { answerWithAsset } from "../kernel/asset.ts";
import { encodePage } from "../kernel/encoding.ts";
import type { Html } from "../kernel/html.ts";
import { parseId } from "../kernel/id.ts";
import { renderOverview, renderResource } from "./api/pages.ts";
import { apiPath, resourcePath, resourcesOf } from "./api/resources.ts";
import { assets, searchIndexPath } from "./assets.ts";
import { renderGuide, sourceFor } from "./guides.ts";
import { fileHeaders, pageHeaders } from "./headers.ts";
import { imageFiles, imagesPath, readImage } from "./images.ts";
import { noncePlace } from "./layout.ts";
import { pages } from "./pages.ts";
import { type Named, type ReadSessionState, renderPaid } from "./paid.ts";
import { makeSearchEntries } from "./search-index.ts";

const makeNonce = (): string => randomBytes(16).toString("base64");

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
  return async (app: FastifyInstance): Promise<void> => {
    servePages(app, publicUrl);
    serveReference(app, publicUrl);
    serveFiles(app, publicUrl);
    app.get<PaidRequest>("/docs/paid", { schema: { hide: true } }, async (request, reply) => {
      const page = renderPaid(await nameSession(deps, request)).toString();
      return sendPage(request, reply, publicUrl, page).header("cache-control", "no-store");
    });
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

/** The pages of the files in docs/, and the files themselves. */
function servePages(app: FastifyInstance, publicUrl: URL): void {
  for (const page of pages) {
    servePage(app, publicUrl, page.path, () => renderGuide(page, publicUrl));
    app.get(`${page.path}.md`, hidden, (_request, reply) =>
      reply.headers(fileHeaders("text/markdown; charset=utf-8")).send(sourceFor(page, publicUrl)),
    );
  }
}

function serveReference(app: FastifyInstance, publicUrl: URL): void {
  const document = () => describeApi(app, publicUrl.origin);
  servePage(app, publicUrl, apiPath, () => renderOverview(document()));
  for (const path of [...tags, { name: "Webhooks" }].map(({ name }) => resourcePath(name)))
    servePage(app, publicUrl, path, () => {
      const api = document();
      const resource = resourcesOf(api).find((candidate) => candidate.path === path);
      if (!resource) throw new Error(`The API has no tag for ${path}`);
      return renderResource(api, resource);
    });
}

/** Renders on the first request and keeps the result: neither files nor routes change while the process runs. */
function servePage(app: FastifyInstance, publicUrl: URL, path: string, render: () => Html): void {
  let kept: string | undefined;
  app.get(path, hidden, (request, reply) => {
    kept ??= render().toString();
    return sendPage(request, reply, publicUrl, kept);
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, publicUrl: URL, page: string): FastifyReply {
  const nonce = makeNonce();
  // The first place is in the head; whatever a guide says comes after it.
  return sendText(request, reply.headers(pageHeaders(publicUrl, nonce)), page.replace(noncePlace, nonce));
}

function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const { body, headers } = encodePage(text, request.headers["accept-encoding"]);
  return reply.headers(headers).send(body);
}

function serveFiles(app: FastifyInstance, publicUrl: URL): void {
  for (const asset of assets)
    app.get(asset.path, hidden, (request, reply) => {
      const { body, headers } = answerWithAsset(asset, request.headers["accept-encoding"]);
      return reply.headers(headers).send(body);
    });
  for (const file of imageFiles)
    app.get(imagesPath + file, hidden, (request, reply) => {
      const { body, contentType } = readImage(file);
      reply.headers(fileHeaders(contentType));
      return file.endsWith(".svg") ? sendText(request, reply, body.toString()) : reply.send(body);
    });
  let index: Promise<string> | undefined;
  app.get(searchIndexPath, hidden, async (request, reply) => {
    index ??= makeSearchEntries(describeApi(app, publicUrl.origin)).then((entries) =>
      JSON.stringify(entries),
    );
    return sendText(request, reply.headers(fileHeaders("application/json")), await index);
  });
}

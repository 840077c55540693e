import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TenantScope } from "../../database/transaction.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { notFound } from "../../kernel/not-found.ts";
import { getSession } from "../../sessions/find-session.ts";
import type { LineItem } from "../../sessions/session.ts";
import { findLogo } from "../../settings/logo/find-logo.ts";
import type { PageDeps } from "../deps.ts";
import { itemPictureHeaders, logoHeaders, noPictureHeaders } from "./headers.ts";

type OfLogo = { Params: { id: string } };
type OfItem = { Params: { id: string; item: string } };

/** Pictures of merchants from this origin: logos, and pictures of line items. */
export function pictureRoutes(deps: PageDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<OfLogo>("/pay/logos/:id", (request, reply) => sendLogo(deps, request, reply));
    app.get<OfItem>("/pay/:id/pictures/:item", (request, reply) => sendItemPicture(deps, request, reply));
  };
}

async function sendLogo(
  deps: PageDeps,
  request: FastifyRequest<OfLogo>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const logo = (await deps.publicIds.parse(request, id, "logo")) && (await findLogo(deps.database, id));
  if (!logo) return sendProblem(request, reply, notFound);
  return reply.headers(logoHeaders(logo.mediaType)).send(logo.content);
}

async function sendItemPicture(
  deps: PageDeps,
  request: FastifyRequest<OfItem>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const scope = await deps.publicIds.parse(request, id, "cs");
  const session = scope && (await deps.database.inTenant(scope, (trx) => getSession(trx, id)));
  return sendPicture(deps, request, reply, scope, session?.details.lineItems);
}

/** Fetches only pictures that the session or link names. Holds no database connection meanwhile. */
export async function sendPicture(
  deps: PageDeps,
  request: FastifyRequest<OfItem>,
  reply: FastifyReply,
  scope: TenantScope | undefined,
  items: readonly LineItem[] | null | undefined,
): Promise<FastifyReply> {
  const { item } = request.params;
  const url = /^\d{1,2}$/.test(item) ? items?.[Number(item)]?.imageUrl : undefined;
  if (!scope || url === undefined)
    return sendProblem(request, reply.header("cache-control", "no-store"), notFound);
  const picture = await deps.pictures.find(scope, url);
  return picture
    ? reply.headers(itemPictureHeaders(picture.mediaType)).send(picture.content)
    : reply.headers(noPictureHeaders).send(noPicture);
}

/**
 * One transparent pixel, for a picture that couldn't be loaded. For a 404 browsers show a broken-image icon; this pixel
 * leaves the monogram below visible, without a script.
 */
const noPicture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { crashPoint } from "../../kernel/crash-point.ts";
import { type Started, startSession } from "../../payment-links/start-session.ts";
import { countSubmit } from "../../payments/declines/decline-limits.ts";
import type { PageDeps } from "../deps.ts";
import { verifyFormToken } from "../form-token.ts";
import { localizedPath } from "../links.ts";
import { localeOf, pagePath } from "../page-view.ts";
import { sendPicture } from "../pictures/routes.ts";
import { requestedLocale } from "../requested-locale.ts";
import { isSameOriginPost } from "../same-origin-post.ts";
import { sendPage } from "../send-page.ts";
import { linkErrorViewOf, linkViewOf, localeOfLink, signedFor } from "./link-view.ts";
import { type OfferedLink, readLink } from "./read-link.ts";
import { startSubject } from "./start-limits.ts";

type LinkRequest = { Params: { id: string }; Querystring: { locale?: string } };
type FormRequest = LinkRequest & { Body: Record<string, unknown> };
type OfItem = { Params: { id: string; item: string } };

/** The page `/l/<payment link>` and its form, which starts a session. Only the form changes anything. */
export function linkPageRoutes(deps: PageDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<LinkRequest>("/l/:id", async (request, reply) => {
      const offered = await readLink(deps, request);
      return offered ? sendLink(deps, request, reply, offered) : sendNotFound(deps, request, reply);
    });
    // Not urgent, as a submit is: whoever is paying comes before whoever begins.
    app.post<FormRequest>("/l/:id", async (request, reply) => {
      const offered = await readLink(deps, request);
      return offered ? handleStart(deps, request, reply, offered) : sendNotFound(deps, request, reply);
    });
    app.get<OfItem>("/l/:id/pictures/:item", async (request, reply) => {
      const offered = await readLink(deps, request);
      return sendPicture(deps, request, reply, offered?.scope, offered?.link.details.lineItems);
    });
  };
}

function sendLink(
  deps: PageDeps,
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
  offered: OfferedLink,
): FastifyReply {
  const view = linkViewOf(deps, offered, localeOfLink(offered, requestedLocale(request)));
  return sendPage(deps, reply, view, offered.link.mode);
}

function sendNotFound(
  deps: PageDeps,
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
): FastifyReply {
  const locale = localeOf(undefined, requestedLocale(request));
  return sendPage(deps, reply, { state: "not_found", locale }, null);
}

async function handleStart(
  deps: PageDeps,
  request: FastifyRequest<FormRequest>,
  reply: FastifyReply,
  offered: OfferedLink,
): Promise<FastifyReply> {
  const { link } = offered;
  const locale = localeOfLink(offered, requestedLocale(request));
  const visit = visitOf(deps, request, link.id);
  if (visit === undefined)
    return sendPage(deps, reply, linkErrorViewOf(offered, locale, "form_refused"), link.mode);
  // Others may hold the last places, or this form itself: that is decided under the link's lock.
  if (offered.closed !== undefined && offered.closed !== "taken" && offered.closed !== "sold_out")
    return sendLink(deps, request, reply, offered);
  const started = await start(deps, offered, visit, request.ip);
  if (started.kind === "refused") {
    reply.header("retry-after", String(started.waitSeconds));
    const view = linkErrorViewOf(offered, locale, "too_many_tries", started.waitSeconds);
    return sendPage(deps, reply, view, link.mode);
  }
  if (started.kind === "closed")
    return sendLink(deps, request, reply, { ...offered, closed: started.reason });
  crashPoint("payment-link:session-committed");
  const path = pagePath(started.sessionId);
  const { query } = requestedLocale(request);
  return reply
    .header("cache-control", "no-store")
    .redirect(query === undefined ? path : localizedPath(path, locale), 303);
}

/** The visit that a form was delivered for; undefined if it isn't from this link's own page. */
function visitOf(deps: PageDeps, request: FastifyRequest<FormRequest>, linkId: string): string | undefined {
  const { visit, token } = request.body ?? {};
  if (typeof visit !== "string" || !/^[0-9A-Za-z]{22}$/.test(visit)) return undefined;
  const isOurs =
    isSameOriginPost(request, deps.publicUrl) &&
    verifyFormToken(deps.keyring, signedFor(linkId, visit), token, deps.clock.nowMs());
  return isOurs ? visit : undefined;
}

type Result = Started | { readonly kind: "refused"; readonly waitSeconds: number };

/** Starts a session of the link, unless its address has started too many. Waits out the pause that many starts demand. */
async function start(
  deps: PageDeps,
  { scope, link }: OfferedLink,
  visit: string,
  address: string,
): Promise<Result> {
  const entered = await deps.declineLimits.enter(scope, [startSubject(deps, scope, address)]);
  if (entered.kind === "refused") return entered;
  const { submit } = entered;
  try {
    submit.outcomeKnown();
    return await deps.database.inTenant(scope, async (trx): Promise<Started> => {
      const started = await startSession(deps, trx, link.id, visit);
      if (started?.kind === "started" && started.isNew) countSubmit(trx, submit);
      return started ?? { kind: "closed", reason: "inactive" };
    });
  } finally {
    submit.end();
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../../http/problem-reply.ts";
import { encodePage } from "../../kernel/encoding.ts";
import type { Mode } from "../../kernel/mode.ts";
import { notFound } from "../../kernel/not-found.ts";
import { issueReceipt } from "../../receipts/issue-receipt.ts";
import type { PageDeps } from "../deps.ts";
import { localeOf } from "../page-view.ts";
import { findCheckout } from "../read-checkout.ts";
import { renderPage } from "../render.ts";
import { requestedLocale } from "../requested-locale.ts";
import { pageHeaders } from "../security-headers.ts";
import { numbersOf } from "../send-page.ts";
import type { PageView } from "../view-model.ts";
import { noReceiptViewOf, receiptViewOf } from "./view-of-receipt.ts";

type SessionRequest = { Params: { id: string } };

/** The receipt of a session, as a page and as a signed file, for everybody who knows the session's id. */
export function receiptPageRoutes(deps: PageDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<SessionRequest>("/pay/:id/receipt", (request, reply) => showReceipt(deps, request, reply));
    app.get<SessionRequest>("/pay/:id/receipt.json", (request, reply) => sendReceipt(deps, request, reply));
  };
}

async function showReceipt(
  deps: PageDeps,
  request: FastifyRequest<SessionRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await findCheckout(deps, request);
  const locale = localeOf(checkout, requestedLocale(request));
  const issued = checkout && (await issueReceipt(deps, checkout.scope, checkout.session.id));
  if (!checkout || !issued) return sendPage(deps, reply, { state: "not_found", locale }, null);
  const view = issued.ok
    ? receiptViewOf(checkout, issued.value.receipt, locale)
    : noReceiptViewOf(deps, checkout, locale);
  return sendPage(deps, reply, view, checkout.session.mode);
}

/** Sends the signed text as a file with the receipt number in its name. */
async function sendReceipt(
  deps: PageDeps,
  request: FastifyRequest<SessionRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const scope = await deps.publicIds.parse(request, id, "cs");
  const issued = scope && (await issueReceipt(deps, scope, id));
  reply.header("cache-control", "no-store");
  if (!issued) return sendProblem(request, reply, notFound);
  if (!issued.ok) return sendProblem(request, reply, issued.failure);
  const { receipt, document } = issued.value;
  return reply
    .headers({
      ...pageHeaders({ mode: null, publicUrl: deps.publicUrl, page: "receipt" }),
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="receipt-${receipt.number}.json"`,
    })
    .send(document);
}

function sendPage(
  { publicUrl }: PageDeps,
  reply: FastifyReply,
  view: PageView,
  mode: Mode | null,
): FastifyReply {
  const page = renderPage(view, numbersOf(view, reply.request));
  const { body, headers } = encodePage(page.markup.toBuffer(), reply.request.headers["accept-encoding"]);
  return reply
    .code(page.status)
    .headers({ ...pageHeaders({ mode, publicUrl, page: "receipt" }), ...headers })
    .send(body);
}

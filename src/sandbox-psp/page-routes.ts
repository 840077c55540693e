import formbody from "@fastify/formbody";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import Negotiator from "negotiator";
import { noHtmlByScript, permissionsPolicy } from "../kernel/page-headers.ts";
import { Type } from "../kernel/type.ts";
import { type Charge, pagePaths } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { type PageOwner, renderDeadEnd } from "./page-layout.ts";
import { pageStyleHash } from "./page-style.ts";
import { type PageLocale, pageLocales } from "./page-texts.ts";
import { parseAmount } from "./parse-amount.ts";
import { challengePage, walletPage } from "./question-pages.ts";
import { answerPage, answerTransfer, readPage } from "./settle-charge.ts";
import { transferPage } from "./transfer-page.ts";
import { compileShape } from "./validation.ts";

const params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const choiceBody = Type.Object({ choice: Type.Enum(["complete", "fail"]) });
const transferBody = Type.Object({
  choice: Type.Enum(["send", "withhold"]),
  /** In major units, as somebody typed it; unsaid: what is missing. */
  amount: Type.Optional(Type.String({ maxLength: 100 })),
});

/** The pages that stand in for other companies': the issuer's 3-D Secure page, the wallet's, and the bank's. */
export function pageRoutes(deps: SandboxPspDeps): FastifyPluginAsync {
  return async (parent) => {
    parent.removeAllContentTypeParsers();
    await parent.register(formbody);
    parent.setValidatorCompiler(compileShape);
    parent.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
    addQuestion(parent, deps, { method: "card", owner: "bank", render: challengePage });
    addQuestion(parent, deps, { method: "wallet", owner: "wallet", render: walletPage });
    addTransfer(parent, deps);
  };
}

type Question = {
  readonly method: "card" | "wallet";
  readonly owner: PageOwner;
  readonly render: (charge: Charge, locale: PageLocale) => string;
};

/** A page that asks the consumer once, then sends them back to where the charge says. */
function addQuestion(
  parent: FastifyInstance,
  deps: SandboxPspDeps,
  { method, owner, render }: Question,
): void {
  const app = parent.withTypeProvider<TypeBoxTypeProvider>();
  const path = `/${pagePaths[method]}/:id`;
  app.get(path, { schema: { hide: true, params } }, async (request, reply) => {
    const charge = await readPage(deps, method, request.params.id);
    // Whoever comes back here after choosing, by the back button or a reload, belongs where the choice led.
    if (charge && charge.status !== "action_required") return leave(reply, charge);
    const locale = localeOf(request);
    if (!charge) return sendPage(reply, 404, renderDeadEnd(owner, "unknown", locale));
    return sendPage(reply, 200, render(charge, locale));
  });
  app.post(path, { schema: { hide: true, params, body: choiceBody } }, async (request, reply) => {
    const charge = await answerPage(deps, method, request.params.id, request.body.choice);
    if (!charge) return sendPage(reply, 404, renderDeadEnd(owner, "unknown", localeOf(request)));
    return leave(reply, charge);
  });
}

/** The bank where a customer can send the transfer that they were asked for. */
function addTransfer(parent: FastifyInstance, deps: SandboxPspDeps): void {
  const app = parent.withTypeProvider<TypeBoxTypeProvider>();
  const path = `/${pagePaths.bank_transfer}/:id`;
  app.get(path, { schema: { hide: true, params } }, async (request, reply) => {
    const charge = await readPage(deps, "bank_transfer", request.params.id);
    const locale = localeOf(request);
    if (!charge) return sendPage(reply, 404, renderDeadEnd("bank", "unknown", locale));
    return sendPage(reply, 200, transferPage(charge, locale));
  });
  app.post(path, { schema: { hide: true, params, body: transferBody } }, async (request, reply) => {
    const { choice: kind, amount: typed } = request.body;
    const locale = localeOf(request);
    const asked = await readPage(deps, "bank_transfer", request.params.id);
    const amount = asked && typed !== undefined ? parseAmount(typed, asked) : undefined;
    if (asked && typed !== undefined && amount === undefined)
      return sendPage(reply, 400, transferPage(asked, locale, typed));
    const choice = kind === "send" && amount !== undefined ? { kind, amount } : { kind };
    const charge = asked && (await answerTransfer(deps, request.params.id, choice));
    if (!charge) return sendPage(reply, 404, renderDeadEnd("bank", "unknown", locale));
    // Back to the page itself, which says what was done, and can be reloaded without doing it again.
    const { search } = new URL(request.url, "http://localhost");
    return reply.header("cache-control", "no-store").redirect(`./${charge.pageId}${search}`, 303);
  });
}

function leave(reply: FastifyReply, charge: Charge): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(new URL(charge.returnUrl).href, 303);
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused =
    error.validation !== undefined || (error.statusCode !== undefined && error.statusCode < 500);
  const owner = request.routeOptions.url?.includes(`/${pagePaths.wallet}/`) ? "wallet" : "bank";
  if (refused) return sendPage(reply, 400, renderDeadEnd(owner, "unknown", localeOf(request)));
  request.log.error({ err: error }, "a page of the simulated PSP failed");
  return sendPage(reply, 503, renderDeadEnd(owner, "unavailable", localeOf(request)));
}

/**
 * Chromium holds form-action against every redirect that follows the form, and the way back leads over Kassa to the
 * merchant's page, whose host isn't known here. Hence any web address: what the policy still forbids is `javascript:`.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${pageStyleHash}'`,
  "form-action 'self' https: http:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  ...noHtmlByScript,
].join("; ");

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .headers({
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": permissionsPolicy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    })
    .send(page);
}

/** `?locale=` (`de`, also `de-AT`) comes first, then what the browser asks for, then English. */
function localeOf(request: FastifyRequest): PageLocale {
  const wished = URL.parse(request.url, "http://localhost")?.searchParams.get("locale")?.split("-")[0];
  return findLocale(wished) ?? findLocale(new Negotiator(request).language([...pageLocales])) ?? "en";
}

function findLocale(tag: string | undefined): PageLocale | undefined {
  return pageLocales.find((locale) => locale === tag?.toLowerCase());
}

import formbody from "@fastify/formbody";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { noHtmlByScript, permissionsPolicy } from "../kernel/page-headers.ts";
import { Type } from "../kernel/type.ts";
import { type Charge, pageOf, pagePaths, pageUrl } from "./charge.ts";
import { challengePage, type Shown, walletPage } from "./confirmation-pages.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { hostedPage } from "./hosted-page.ts";
import { type PageOwner, renderErrorPage } from "./page-layout.ts";
import { pageStyleHash } from "./page-style.ts";
import { type PageTexts, pageTextsFor } from "./page-texts.ts";
import { parseAmount } from "./parse-amount.ts";
import { findChargeOfHostedPage, payOnHostedPage } from "./pay-on-hosted-page.ts";
import { applyPageChoice, applyTransferChoice, findPageCharge } from "./settle-charge.ts";
import { transferPage } from "./transfer-page.ts";
import { compileShape } from "./validation.ts";

const params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const choiceBody = Type.Object({ choice: Type.Enum(["complete", "fail"]) });
const transferBody = Type.Object({
  choice: Type.Enum(["send", "withhold"]),
  /** In major units, as the customer typed it. By default, the amount that is still missing. */
  amount: Type.Optional(Type.String({ maxLength: 100 })),
});

const hostedBody = Type.Object({
  choice: Type.Enum(["pay", "cancel"]),
  /** The number of a test card, or a test IBAN. */
  number: Type.Optional(Type.String({ maxLength: 100 })),
});

/** The pages that simulate other companies: the PSP's hosted page, the issuer's 3-D Secure page, the wallet and the bank. */
export function pageRoutes(deps: SandboxPspDeps): FastifyPluginAsync {
  return async (parent) => {
    parent.removeAllContentTypeParsers();
    await parent.register(formbody);
    parent.setValidatorCompiler(compileShape);
    parent.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
    addConfirmationPage(parent, deps, { method: "card", owner: "bank", render: challengePage });
    addConfirmationPage(parent, deps, { method: "wallet", owner: "wallet", render: walletPage });
    addTransferPage(parent, deps);
    addHostedPage(parent, deps);
  };
}

type ConfirmationPage = {
  readonly method: "card" | "wallet";
  readonly owner: PageOwner;
  readonly render: (charge: Shown<keyof Charge>, texts: PageTexts) => string;
};

/** A page that asks the customer to confirm the payment once, then redirects to the charge's return URL. */
function addConfirmationPage(
  parent: FastifyInstance,
  deps: SandboxPspDeps,
  { method, owner, render }: ConfirmationPage,
): void {
  const app = parent.withTypeProvider<TypeBoxTypeProvider>();
  const path = `/${pagePaths[method]}/:id`;
  app.get(path, { schema: { hide: true, params } }, async (request, reply) => {
    const charge = await findPageCharge(deps, method, request.params.id);
    // A customer who has already chosen (back button, reload) is redirected again.
    if (charge && charge.status !== "action_required") return leave(reply, charge);
    const texts = textsFor(request);
    if (!charge) return sendPage(reply, 404, renderErrorPage(owner, "unknown", texts));
    return sendPage(reply, 200, render(await named(deps, charge), texts));
  });
  app.post(path, { schema: { hide: true, params, body: choiceBody } }, async (request, reply) => {
    const charge = await applyPageChoice(deps, method, request.params.id, request.body.choice);
    if (!charge) return sendPage(reply, 404, renderErrorPage(owner, "unknown", textsFor(request)));
    return leave(reply, charge);
  });
}

/** The simulated bank's page, on which the customer sends the transfer. */
function addTransferPage(parent: FastifyInstance, deps: SandboxPspDeps): void {
  const app = parent.withTypeProvider<TypeBoxTypeProvider>();
  const path = `/${pagePaths.bank_transfer}/:id`;
  app.get(path, { schema: { hide: true, params } }, async (request, reply) => {
    const charge = await findPageCharge(deps, "bank_transfer", request.params.id);
    const texts = textsFor(request);
    if (!charge) return sendPage(reply, 404, renderErrorPage("bank", "unknown", texts));
    return sendPage(reply, 200, transferPage(await named(deps, charge), texts));
  });
  app.post(path, { schema: { hide: true, params, body: transferBody } }, async (request, reply) => {
    const { choice: kind, amount: typed } = request.body;
    const texts = textsFor(request);
    const found = await findPageCharge(deps, "bank_transfer", request.params.id);
    const amount = found && typed !== undefined ? parseAmount(typed, found) : undefined;
    if (found && typed !== undefined && amount === undefined)
      return sendPage(reply, 400, transferPage(await named(deps, found), texts, typed));
    const choice = kind === "send" && amount !== undefined ? { kind, amount } : { kind };
    const charge = found && (await applyTransferChoice(deps, request.params.id, choice));
    if (!charge) return sendPage(reply, 404, renderErrorPage("bank", "unknown", texts));
    // Redirect to the page itself: it shows the result, and a reload doesn't send the transfer again.
    const { search } = new URL(request.url, "http://localhost");
    return reply.header("cache-control", "no-store").redirect(`./${charge.pageId}${search}`, 303);
  });
}

/** The PSP's own payment page, on which the customer enters what Kassa's page doesn't ask for. */
function addHostedPage(parent: FastifyInstance, deps: SandboxPspDeps): void {
  const app = parent.withTypeProvider<TypeBoxTypeProvider>();
  const path = `/${pagePaths.hosted_page}/:id`;
  app.get(path, { schema: { hide: true, params } }, async (request, reply) => {
    const charge = await findChargeOfHostedPage(deps, request.params.id);
    const texts = textsFor(request);
    if (!charge) return sendPage(reply, 404, renderErrorPage("psp", "unknown", texts));
    const isOpen = charge.status === "action_required" && pageOf(charge) === "hosted_page";
    return isOpen
      ? sendPage(reply, 200, hostedPage(await named(deps, charge), texts))
      : leaveHostedPage(deps, reply, charge);
  });
  app.post(path, { schema: { hide: true, params, body: hostedBody } }, async (request, reply) => {
    const { choice: kind, number } = request.body;
    const choice = kind === "pay" ? ({ kind, number } as const) : { kind };
    const result = await payOnHostedPage(deps, request.params.id, choice);
    const texts = textsFor(request);
    switch (result.kind) {
      case "unknown_page":
        return sendPage(reply, 404, renderErrorPage("psp", "unknown", texts));
      case "unknown_number":
      case "declined":
        return sendPage(reply, 422, hostedPage(await named(deps, result.charge), texts, result));
      case "left":
        return leaveHostedPage(deps, reply, result.charge);
    }
  });
}

/** Redirects from the hosted page to the bank's or the wallet's page, or back to the merchant. */
function leaveHostedPage(deps: SandboxPspDeps, reply: FastifyReply, charge: Charge): FastifyReply {
  if (charge.status !== "action_required") return leave(reply, charge);
  return reply.header("cache-control", "no-store").redirect(pageUrl(charge, deps.publicUrl()), 303);
}

function leave(reply: FastifyReply, charge: Charge): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(new URL(charge.returnUrl).href, 303);
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused =
    error.validation !== undefined || (error.statusCode !== undefined && error.statusCode < 500);
  const owner = ownerOf(request.routeOptions.url ?? "");
  if (refused) return sendPage(reply, 400, renderErrorPage(owner, "unknown", textsFor(request)));
  request.log.error({ err: error }, "a page of the simulated PSP failed");
  return sendPage(reply, 503, renderErrorPage(owner, "unavailable", textsFor(request)));
}

function ownerOf(path: string): PageOwner {
  if (path.includes(`/${pagePaths.hosted_page}/`)) return "psp";
  return path.includes(`/${pagePaths.wallet}/`) ? "wallet" : "bank";
}

/**
 * Chromium applies form-action to every redirect that follows the form. The return leads through Kassa to the merchant's
 * page, whose host isn't known here, so any web address is allowed. The policy still forbids `javascript:`.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  // The empty icon, without which browsers ask for /favicon.ico.
  "img-src data:",
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

/** The texts of the page, by `?locale=` and Accept-Language. */
function textsFor(request: FastifyRequest): PageTexts {
  const requested = URL.parse(request.url, "http://localhost")?.searchParams.get("locale") ?? undefined;
  return pageTextsFor(requested, request.headers["accept-language"]);
}

/** The charge with the name of its merchant. */
async function named(deps: SandboxPspDeps, charge: Charge): Promise<Shown<keyof Charge>> {
  return { ...charge, merchant: (await deps.merchantOf?.(charge.account)) ?? null };
}

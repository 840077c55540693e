import formbody from "@fastify/formbody";
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import Type from "typebox";
import { challengeDeadEnd, challengePage } from "./challenge-page.ts";
import { challengeStyleHash } from "./challenge-style.ts";
import { type ChallengeLocale, challengeLocales } from "./challenge-texts.ts";
import type { Charge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { answerChallenge, readChallenge } from "./settle-charge.ts";

const params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const body = Type.Object({ choice: Type.Enum(["complete", "fail"]) });

/** The issuer's 3-D Secure page: asks the consumer, then sends them back to where the charge says. */
export function challengeRoutes(deps: SandboxPspDeps): FastifyPluginAsync {
  return async (parent) => {
    parent.removeAllContentTypeParsers();
    await parent.register(formbody);
    parent.setValidatorCompiler(TypeBoxValidatorCompiler);
    parent.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
    const app = parent.withTypeProvider<TypeBoxTypeProvider>();

    app.get("/challenges/:id", { schema: { hide: true, params } }, async (request, reply) => {
      const charge = await readChallenge(deps, request.params.id);
      // Whoever comes back here after choosing, by the back button or a reload, belongs where the choice led.
      if (charge && charge.status !== "action_required") return leave(reply, charge);
      const locale = localeOf(request);
      if (!charge) return sendPage(reply, 404, challengeDeadEnd("unknown", locale));
      return sendPage(reply, 200, challengePage(charge, locale));
    });

    app.post("/challenges/:id", { schema: { hide: true, params, body } }, async (request, reply) => {
      const charge = await answerChallenge(deps, request.params.id, request.body.choice);
      if (!charge) return sendPage(reply, 404, challengeDeadEnd("unknown", localeOf(request)));
      return leave(reply, charge);
    });
  };
}

function leave(reply: FastifyReply, charge: Charge): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(new URL(charge.returnUrl).href, 303);
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused =
    error.validation !== undefined || (error.statusCode !== undefined && error.statusCode < 500);
  if (refused) return sendPage(reply, 400, challengeDeadEnd("unknown", localeOf(request)));
  request.log.error({ err: error }, "the simulated issuer's page failed");
  return sendPage(reply, 503, challengeDeadEnd("unavailable", localeOf(request)));
}

/**
 * Chromium holds form-action against every redirect that follows the form, and the way back leads over Kassa to the
 * merchant's page, whose host isn't known here. Hence any web address: what the policy still forbids is `javascript:`.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${challengeStyleHash}'`,
  "form-action 'self' https: http:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .headers({
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .send(page);
}

/** `?locale=` (`de`, also `de-AT`) comes first, then what the browser asks for, then English. */
function localeOf(request: FastifyRequest): ChallengeLocale {
  const wished = URL.parse(request.url, "http://localhost")?.searchParams.get("locale")?.split("-")[0];
  return findLocale(wished) ?? findLocale(new Negotiator(request).language([...challengeLocales])) ?? "en";
}

function findLocale(tag: string | undefined): ChallengeLocale | undefined {
  return challengeLocales.find((locale) => locale === tag?.toLowerCase());
}

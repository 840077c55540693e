import type { FastifyInstance, FastifyReply } from "fastify";
import { sendProblem } from "../../http/problem-reply.ts";
import { sendResult } from "../../http/result-reply.ts";
import { success } from "../../kernel/result.ts";
import type { PersonDeps } from "../as-member.ts";
import type { PeopleMail } from "../mail/people-mail.ts";
import { languageOf, type MailLanguage } from "../mail/texts.ts";
import { EmailSchema, NewPasswordSchema, SecretSchema } from "../schemas.ts";
import { readReset, resetForMail, setNewPassword } from "./password-resets.ts";

type Secret = { readonly secret: string };
type Deps = PersonDeps & { readonly mail: PeopleMail | undefined };

/** `/dashboard/api/password-resets`: for those who have forgotten their password. */
export function passwordResetRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: { readonly email: string } }>(
      "/",
      { schema: { body: EmailSchema } },
      (request, reply): FastifyReply => {
        const { email } = request.body;
        // Answered before anything is looked up, so that the time tells nothing of who has an account.
        void sendLink(deps, email, request.ip, languageOf(request.raw)).catch((error: unknown) =>
          request.log.error(error, "a link for a new password wasn't sent"),
        );
        return reply.code(202).send({ object: "password_reset", sentIfKnown: deps.mail !== undefined });
      },
    );
    app.post<{ Body: Secret }>("/read", { schema: { body: SecretSchema } }, async (request, reply) => {
      const found = await readReset(deps, request.body.secret);
      if (!found.ok) return sendProblem(request, reply, found.failure);
      const { name, email, removesSecondFactors } = found.value;
      return reply.send({ object: "password_reset", name, email, removesSecondFactors });
    });
    app.post<{ Body: Secret & { readonly password: string } }>(
      "/use",
      { schema: { body: NewPasswordSchema } },
      async (request, reply) => {
        const { secret, password } = request.body;
        const set = await setNewPassword(deps, secret, password, request.ip);
        const answered = set.ok ? success({ object: "person", email: set.value.email }) : set;
        return sendResult(request, reply, answered);
      },
    );
  };
}

async function sendLink(deps: Deps, email: string, origin: string, language: MailLanguage): Promise<void> {
  if (!deps.mail) return;
  const reset = await resetForMail(deps, email, origin);
  if (!reset) return;
  const link = new URL(reset.path, deps.publicUrl).href;
  await deps.mail.sendReset(reset.person, link, language);
}

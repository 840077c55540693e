import type { FastifyInstance } from "fastify";
import { FailureLimits } from "../http/failure-limits.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { answering } from "../http/result-reply.ts";
import { refuseUnexpectedInput } from "../http/validation.ts";
import { problem } from "../kernel/problem.ts";
import { success } from "../kernel/result.ts";
import { toApiMe } from "./api.ts";
import { asPersonOf, type PersonDeps } from "./as-member.ts";
import { auditRoutes } from "./audit/routes.ts";
import type { IdentifyPerson } from "./authenticate-person.ts";
import { customerRoutes } from "./customers/routes.ts";
import type { EventViewers } from "./event-stream/event-viewers.ts";
import { eventStreamRoutes } from "./event-stream/routes.ts";
import { joinRoutes } from "./join/routes.ts";
import { keyRoutes } from "./keys/routes.ts";
import { limitRoutes } from "./limits/routes.ts";
import type { PeopleMail } from "./mail/people-mail.ts";
import { type OperatorReads, operatorRoutes } from "./operator/routes.ts";
import { passwordResetRoutes } from "./password-resets/routes.ts";
import { paymentActivityRoutes } from "./payment-activity/routes.ts";
import { type Quarantine, quarantineRoutes } from "./quarantine/routes.ts";
import { selectMemberships } from "./queries.ts";
import { type ComposeReceiptMail, receiptMailRoutes } from "./receipt-mail/routes.ts";
import { foreignOrigin } from "./sign-in/same-origin.ts";
import { signInListRoutes } from "./sign-ins/routes.ts";
import { teamRoutes } from "./team/routes.ts";
import { viewRoutes } from "./views/routes.ts";

type Deps = PersonDeps & {
  readonly mail: PeopleMail | undefined;
  readonly viewers: EventViewers;
  readonly identify: IdentifyPerson;
  readonly composeReceiptMail: ComposeReceiptMail;
  readonly quarantine: Quarantine;
  readonly operatorReads: OperatorReads;
};

/** `/dashboard/api`: what isn't for merchants' programs. Who is signed in, and who works for a tenant. */
export function peopleRoutes(deps: Deps) {
  const person = answering(asPersonOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("onRequest", async (request, reply) => {
      const foreign = foreignOrigin(request, deps.publicUrl);
      if (foreign) return sendProblem(request, reply, foreign);
      return undefined;
    });
    refuseUnexpectedInput(app);
    app.get("/about", (_request, reply) =>
      reply.send({ object: "about", sendsMail: deps.mail !== undefined }),
    );
    app.get("/me", (request, reply) =>
      person(request, reply, async (who) => {
        const memberships = await deps.database.inPeople((trx) => selectMemberships(trx, who.person.id));
        return success(toApiMe(who, memberships));
      }),
    );
    await app.register(linkRoutes(deps));
    await app.register(signInListRoutes(deps), { prefix: "/sign-ins" });
    await app.register(teamRoutes(deps), { prefix: "/team" });
    await app.register(keyRoutes(deps), { prefix: "/keys" });
    await app.register(limitRoutes(deps), { prefix: "/limits" });
    await app.register(auditRoutes(deps), { prefix: "/audit" });
    await app.register(customerRoutes(deps), { prefix: "/customers" });
    await app.register(paymentActivityRoutes(deps), { prefix: "/payments" });
    await app.register(viewRoutes(deps), { prefix: "/views" });
    await app.register(receiptMailRoutes(deps), { prefix: "/receipt-mails" });
    await app.register(quarantineRoutes(deps), { prefix: "/quarantine" });
    await app.register(operatorRoutes(deps), { prefix: "/operator" });
    await app.register(eventStreamRoutes(deps.identify, deps.viewers), { prefix: "/events" });
  };
}

const tooManyLinks = {
  ...problem("rate_limited", "Too many requests came from your address."),
  retryAfter: 1,
};

/** What people do with the secret of a link, or to get one. They aren't signed in, so each address may only do so much. */
function linkRoutes(deps: Deps) {
  const limits = new FailureLimits();
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("onRequest", async (request, reply) => {
      if (limits.isSpent(request.ip)) return sendProblem(request, reply, tooManyLinks);
      limits.note(request.ip);
      return undefined;
    });
    await app.register(joinRoutes(deps));
    await app.register(passwordResetRoutes(deps), { prefix: "/password-resets" });
  };
}

import type { FastifyInstance } from "fastify";
import { eraseCustomer } from "../../customers/erase-customer.ts";
import { answering } from "../../http/result-reply.ts";
import { success } from "../../kernel/result.ts";
import { actorOf, asMemberOf, type PersonDeps } from "../as-member.ts";
import { EmailSchema } from "../schemas.ts";

/** `/dashboard/api/customers`: erases a customer's data in both modes. For owners with a second factor, because it can't be undone. */
export function customerRoutes(deps: PersonDeps) {
  const member = answering(asMemberOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: { readonly email: string } }>(
      "/erase",
      { schema: { body: EmailSchema } },
      (request, reply) =>
        member(request, reply, "owner", async ({ tenantId }, who) => {
          const { email } = request.body;
          const erased = await eraseCustomer(deps.database, actorOf(request, who), tenantId, email);
          return success({ object: "customer.erasure", ...erased });
        }),
    );
  };
}

import type { FastifyInstance } from "fastify";
import { answering } from "../../http/result-reply.ts";
import { success } from "../../kernel/result.ts";
import type { PersonDeps } from "../as-member.ts";
import type { PeopleMail } from "../mail/people-mail.ts";
import { asOperatorOf } from "./as-operator.ts";
import { tenantRoutes } from "./tenants/routes.ts";

/** What an operator reads of the installation, by the end of its address. Each answers as it is shown. */
export type OperatorReads = Readonly<
  Record<"health" | "queues" | "versions" | "backups", () => Promise<object>>
>;

type Deps = PersonDeps & { readonly mail: PeopleMail | undefined; readonly operatorReads: OperatorReads };

/** `/dashboard/api/operator`: for who runs the installation. */
export function operatorRoutes(deps: Deps) {
  const operator = answering(asOperatorOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    for (const [name, read] of Object.entries(deps.operatorReads))
      app.get(`/${name}`, (request, reply) =>
        operator(request, reply, async () => success({ object: name, ...(await read()) })),
      );
    await app.register(tenantRoutes(deps), { prefix: "/tenants" });
  };
}

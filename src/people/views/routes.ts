import type { FastifyInstance } from "fastify";
import type { Transaction } from "../../database/transaction.ts";
import { oncePerPerson } from "../../http/idempotency.ts";
import { answering } from "../../http/result-reply.ts";
import { randomDigits } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { actorOf, asMemberOf, type PersonDeps } from "../as-member.ts";
import type { StaffRole } from "../roles.ts";
import { ChangedViewSchema, NewViewSchema } from "../schemas.ts";
import {
  deleteView,
  insertView,
  lockView,
  mostViews,
  selectViews,
  updateView,
  type ViewFields,
  type ViewRow,
} from "./queries.ts";

type WithId = { readonly Params: { readonly id: string } };
type Viewer = { readonly personId: string; readonly role: StaffRole };

/** `/dashboard/api/views`: filters and columns of the list of payments that somebody keeps under a name, alone or for the team. */
export function viewRoutes(deps: PersonDeps) {
  const { database } = deps;
  const member = answering(asMemberOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) =>
      member(request, reply, "any", async ({ tenantId, role }, { person }) => {
        const views = await database.inPeople((trx) => selectViews(trx, tenantId, person.id));
        const viewer = { personId: person.id, role };
        return success({
          object: "list",
          data: views.map((view) => toApiView(view, viewer)),
          hasMore: false,
        });
      }),
    );
    app.post<{ Body: ViewFields }>("/", { schema: { body: NewViewSchema } }, (request, reply) =>
      member(request, reply, "any", async ({ tenantId, role }, who) => {
        const view = { ...request.body, name: request.body.name.trim() };
        if (view.shared && role === "read_only") return failed(mayNotShare);
        const { id: personId, name: personName } = who.person;
        const row = { ...view, id: `view_${randomDigits(22)}`, tenantId, personId, personName };
        const asked = { request, personId, scope: { tenantId, mode: "live" } } as const;
        const store = async (trx: Transaction) =>
          (await insertView(trx, row)) ? success(toApiView(row, { personId, role })) : failed(tooMany);
        return database.inPeople(
          (trx) => oncePerPerson(deps, trx, asked, () => store(trx)),
          actorOf(request, who),
        );
      }),
    );
    app.post<WithId & { Body: Partial<ViewFields> }>(
      "/:id",
      { schema: { body: ChangedViewSchema } },
      (request, reply) =>
        member(request, reply, "any", async ({ tenantId, role }, who) => {
          const viewer = { personId: who.person.id, role };
          return database.inPeople(
            async (trx) => {
              const found = await lockView(trx, tenantId, viewer.personId, request.params.id);
              const refusal = refusalOf(found, viewer);
              if (!found || refusal) return failed(refusal ?? unknown);
              const view = { ...found, ...request.body };
              if (view.shared && role === "read_only") return failed(mayNotShare);
              await updateView(trx, found.id, view);
              return success(toApiView(view, viewer));
            },
            actorOf(request, who),
          );
        }),
    );
    app.delete<WithId>("/:id", (request, reply) =>
      member(request, reply, "any", async ({ tenantId, role }, who) => {
        const viewer = { personId: who.person.id, role };
        return database.inPeople(
          async (trx): Promise<Result<object, Problem>> => {
            const found = await lockView(trx, tenantId, viewer.personId, request.params.id);
            const refusal = refusalOf(found, viewer);
            if (!found || refusal) return failed(refusal ?? unknown);
            await deleteView(trx, found.id);
            return success({ object: "saved_view", id: found.id, deleted: true });
          },
          actorOf(request, who),
        );
      }),
    );
  };
}

const unknown = problem("not_found", "You have no such view.");
const mayNotShare = problem("role_forbids", "Your role can't share views with the team.");
const notTheirs = problem(
  "role_forbids",
  "Only the person who created a shared view, or an owner, can change it.",
);
const tooMany = problem("parameter_invalid", `You have ${mostViews} views. Delete one first.`);

const mayChange = ({ personId }: ViewRow, viewer: Viewer): boolean =>
  personId === viewer.personId || viewer.role === "owner";

function refusalOf(view: ViewRow | undefined, viewer: Viewer): Problem | undefined {
  if (!view) return unknown;
  return mayChange(view, viewer) ? undefined : notTheirs;
}

function toApiView(view: ViewRow, viewer: Viewer) {
  const { id, name, filters, columns, shared, personName } = view;
  return {
    object: "saved_view",
    ...{ id, name, filters, columns, shared },
    madeBy: personName,
    mayChange: mayChange(view, viewer),
  };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TenantTransaction } from "../database/transaction.ts";
import { answerWhenSettled, type Settlement } from "../http/answer-when-settled.ts";
import { withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { notFound } from "../kernel/not-found.ts";
import { problem } from "../kernel/problem.ts";
import { failed, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { advanceClock } from "./advance-clock.ts";
import { advanceName, beginAdvance } from "./begin-advance.ts";
import { toApiAdvance, toApiClock } from "./clock.ts";
import { createClock } from "./create-clock.ts";
import { deleteClock } from "./delete-clock.ts";
import type { ClockDeps } from "./deps.ts";
import { findAdvance, findClock, listClocks, stepsMax } from "./find-clock.ts";
import { getClock, selectSteps } from "./queries.ts";
import * as schemas from "./schemas.ts";

export type ClockRouteDeps = ClockDeps & { readonly keyring: Keyring };

type WithId = { Params: { id: string } };

const read = (operation: string) => ({ scope: ["sandbox_clocks", "read"], operation }) as const;
const write = (operation: string) => ({ scope: ["sandbox_clocks", "write"], operation }) as const;

/** `/api/sandbox/clocks` */
export function clockRoutes(deps: ClockRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("preHandler", refuseLiveKeys);
    addClockRoutes(app, deps);
    addAdvanceRoutes(app, deps);
  };
}

function addClockRoutes(app: FastifyInstance, deps: ClockRouteDeps): void {
  app.post<{ Body: schemas.CreateClockBody }>(
    "/sandbox/clocks",
    {
      config: write("createSandboxClock"),
      schema: {
        summary: "Create a sandbox clock",
        description:
          "Sessions that are created with the clock use its time. The clock's time changes only when you advance it.",
        body: schemas.CreateClockSchema,
        response: { 200: schemas.ClockSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const created = await createClock(deps, trx, request.body);
        return created.ok ? success(toApiClock(created.value)) : created;
      }),
  );
  app.get<{ Querystring: schemas.ListClocksQuery }>(
    "/sandbox/clocks",
    {
      config: read("listSandboxClocks"),
      schema: {
        summary: "List clocks, newest first",
        description: "Returns the sandbox clocks, one page at a time.",
        querystring: schemas.ListClocksSchema,
        response: { 200: schemas.ClockListSchema },
      },
    },
    (request, reply) => list(deps, request, reply),
  );
  app.get<WithId>(
    "/sandbox/clocks/:id",
    {
      config: read("getSandboxClock"),
      schema: {
        summary: "Get a clock",
        description:
          "Returns the clock and the time that it shows. `status` says whether it is being advanced.",
        response: { 200: schemas.ClockSchema },
      },
    },
    async (request, reply) => {
      const clock = await findClock(deps.database, authOf(request), request.params.id);
      return clock ? reply.send(toApiClock(clock)) : sendProblem(request, reply, notFound);
    },
  );
  app.delete<WithId>(
    "/sandbox/clocks/:id",
    {
      config: { ...write("deleteSandboxClock"), failures: [409] },
      schema: {
        summary: "Delete a clock",
        description: "The clock's sessions don't change. A clock with an open session can't be deleted.",
        response: { 200: schemas.DeletedClockSchema },
      },
    },
    (request, reply) => remove(deps, request, reply),
  );
}

function addAdvanceRoutes(app: FastifyInstance, deps: ClockRouteDeps): void {
  app.post<WithId & { Body: schemas.AdvanceClockBody }>(
    "/sandbox/clocks/:id/advance",
    {
      config: write("advanceSandboxClock"),
      schema: {
        summary: "Advance a clock",
        description:
          "Runs everything that becomes due on the way, in order, and returns the steps that ran. The call returns after 20 seconds at the latest. A clock whose status is then `advancing` continues in the background.",
        body: schemas.AdvanceClockSchema,
        response: { 200: schemas.ClockAdvanceSchema },
      },
    },
    (request, reply) => advance(deps, request, reply),
  );
  app.get<WithId>(
    "/sandbox/clocks/:id/advance",
    {
      config: read("getSandboxClockAdvance"),
      schema: {
        summary: "Get a clock's latest advance",
        description: "Returns the steps that ran while the clock was advanced, in order.",
        response: { 200: schemas.ClockAdvanceSchema },
      },
    },
    async (request, reply) => {
      const found = await findAdvance(deps.database, authOf(request), request.params.id);
      return found
        ? reply.send(toApiAdvance(found.clock, found.steps))
        : sendProblem(request, reply, notFound);
    },
  );
}

async function refuseLiveKeys(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (authOf(request).mode === "sandbox") return undefined;
  return sendProblem(
    request,
    reply,
    problem("clock_not_allowed", "Live mode has no clocks. Use a sandbox key."),
  );
}

async function list(
  deps: ClockRouteDeps,
  request: FastifyRequest<{ Querystring: schemas.ListClocksQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await listClocks(deps.database, authOf(request), request.query);
  return sendPage(request, reply, page, toApiClock);
}

async function remove(
  deps: ClockRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const deleted = await deleteClock(deps.database, authOf(request), id);
  if (!deleted.ok) return sendProblem(request, reply, deleted.failure);
  return reply.send({ object: "sandbox.clock", id, deleted: true });
}

/** How long a request waits for its clock to reach the target. */
const answerAfterMs = 20_000;

function advance(
  deps: ClockRouteDeps,
  request: FastifyRequest<WithId & { Body: schemas.AdvanceClockBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = authOf(request);
  const { id } = request.params;
  return answerWhenSettled(deps, request, reply, {
    run: async (claim) => {
      const begun = await deps.database.inTenant(scope, (trx) => beginAdvance(trx, id, request.body, claim));
      crashPoint("clock:begun");
      if (!begun.ok) return begun;
      await advanceClock(deps, begun.value, { forMs: answerAfterMs, resumed: false });
      return success(advanceName(id, begun.value.advance));
    },
    read: readAdvance,
    inFlightMs: answerAfterMs + 10_000,
  });
}

async function readAdvance(trx: TenantTransaction, name: string): Promise<Settlement> {
  const [id = "", number] = name.split("/");
  const clock = await getClock(trx, id);
  if (!clock) return { open: false, answer: failed(notFound) };
  const steps = await selectSteps(trx, id, Number(number), stepsMax);
  const open = clock.status === "advancing" && clock.advances === Number(number);
  return { open, answer: success(toApiAdvance(clock, steps)) };
}

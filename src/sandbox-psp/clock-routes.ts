import type { ApiApp, Respond } from "./api-call.ts";
import { accountOf } from "./authentication.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { nextDue, setClock } from "./run-due.ts";
import { clockBody, dueQuery, idParams } from "./schemas.ts";

/** Routes to read and set the time of an account's sandbox clocks. */
export function addClockRoutes(app: ApiApp, deps: SandboxPspDeps, respond: Respond): void {
  app.get(
    "/clocks/:id/due",
    { schema: { hide: true, params: idParams, querystring: dueQuery } },
    (request, reply) =>
      respond(request, reply, async () => {
        const timeline = { account: accountOf(request), clock: request.params.id };
        const at = await nextDue(deps, timeline, new Date(request.query.until));
        return { status: 200, body: { object: "due", at: at?.toISOString() ?? null } };
      }),
  );
  app.put("/clocks/:id", { schema: { hide: true, params: idParams, body: clockBody } }, (request, reply) =>
    respond(request, reply, async () => {
      const { id } = request.params;
      const now = new Date(request.body.now);
      await setClock(deps, { account: accountOf(request), clock: id }, now);
      return { status: 200, body: { object: "clock", id, now: now.toISOString() } };
    }),
  );
}

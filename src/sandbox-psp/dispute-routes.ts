import { answerDispute, type DisputeAnswer, readDispute } from "./answer-dispute.ts";
import { type ApiApp, type Respond, withIdempotencyKey } from "./api-call.ts";
import { accountOf } from "./authentication.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { toApiDispute } from "./dispute.ts";
import { type ApiAnswer, errorAnswer } from "./faults.ts";
import { emptyBody, evidenceBody, idParams } from "./schemas.ts";

/** A dozen files of 5 MB in base64. */
const evidenceMaxBytes = 80 * 1024 * 1024;

/** Routes to read a dispute, to accept it and to submit evidence against it. */
export function addDisputeRoutes(app: ApiApp, deps: SandboxPspDeps, respond: Respond): void {
  const schema = { hide: true, params: idParams };
  app.get("/disputes/:id", { schema }, (request, reply) =>
    respond(request, reply, async () => {
      const dispute = await readDispute(deps, accountOf(request), request.params.id);
      return dispute ? { status: 200, body: toApiDispute(dispute) } : errorAnswer("not_found");
    }),
  );
  app.post("/disputes/:id/accept", { schema: { ...schema, body: emptyBody } }, (request, reply) =>
    respond(request, reply, () =>
      withIdempotencyKey(request, (caller) =>
        post(deps, { ...caller, dispute: request.params.id, kind: "accept" }),
      ),
    ),
  );
  const withFiles = { schema: { ...schema, body: evidenceBody }, bodyLimit: evidenceMaxBytes };
  app.post("/disputes/:id/evidence", withFiles, (request, reply) =>
    respond(request, reply, () =>
      withIdempotencyKey(request, (caller) =>
        post(deps, { ...caller, dispute: request.params.id, kind: "evidence", ...request.body }),
      ),
    ),
  );
}

async function post(deps: SandboxPspDeps, answer: DisputeAnswer): Promise<ApiAnswer> {
  const answered = await answerDispute(deps, answer);
  if (!answered.ok) return errorAnswer(answered.failure);
  const { dispute, replayed } = answered.value;
  return { status: 200, body: toApiDispute(dispute), replayed };
}

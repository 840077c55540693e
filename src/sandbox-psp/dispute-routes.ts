import { answerDispute, type DisputeAnswer, readDispute } from "./answer-dispute.ts";
import { type Answerer, type ApiApp, withKey } from "./api-call.ts";
import { accountOf } from "./authentication.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { describeDispute } from "./dispute.ts";
import { type ApiAnswer, errorAnswer } from "./faults.ts";
import { emptyBody, evidenceBody, idParams } from "./schemas.ts";

/** A dozen files of 5 MB, in base 64. */
const evidenceMaxBytes = 80 * 1024 * 1024;

/** Disputes: what they are, and the two ways to answer one. */
export function addDisputeRoutes(app: ApiApp, deps: SandboxPspDeps, answer: Answerer): void {
  const schema = { hide: true, params: idParams };
  app.get("/disputes/:id", { schema }, (request, reply) =>
    answer(request, reply, async () => {
      const dispute = await readDispute(deps, accountOf(request), request.params.id);
      return dispute ? { status: 200, body: describeDispute(dispute) } : errorAnswer("not_found");
    }),
  );
  app.post("/disputes/:id/accept", { schema: { ...schema, body: emptyBody } }, (request, reply) =>
    answer(request, reply, () =>
      withKey(request, (caller) => post(deps, { ...caller, dispute: request.params.id, kind: "accept" })),
    ),
  );
  const withFiles = { schema: { ...schema, body: evidenceBody }, bodyLimit: evidenceMaxBytes };
  app.post("/disputes/:id/evidence", withFiles, (request, reply) =>
    answer(request, reply, () =>
      withKey(request, (caller) =>
        post(deps, { ...caller, dispute: request.params.id, kind: "evidence", ...request.body }),
      ),
    ),
  );
}

async function post(deps: SandboxPspDeps, answer: DisputeAnswer): Promise<ApiAnswer> {
  const answered = await answerDispute(deps, answer);
  if (!answered.ok) return errorAnswer(answered.failure);
  const { dispute, replayed } = answered.value;
  return { status: 200, body: describeDispute(dispute), replayed };
}

import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction, Transaction } from "../database/transaction.ts";
import { undoOnFailure } from "../database/undo-on-failure.ts";
import { present } from "../kernel/assert.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { containsCardNumber } from "../kernel/card-number.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring, SealedPlace } from "../kernel/seal.ts";
import { sendProblem } from "./problem-reply.ts";
import { findStoredAnswer, type IdempotencyClaim, storeAnswer, tryClaim } from "./queries.ts";
import { actingScope } from "./request-auth.ts";

export type IdempotencyDeps = { readonly database: Database; readonly keyring: Keyring };

/**
 * Runs a changing operation and answers with its object. With an Idempotency-Key, the changes and the answer are committed
 * together, and a repeat gets the stored answer. A failed request is rolled back and stores nothing, so the caller can
 * correct it and use the same key again.
 *
 * Creating a session has a faster way of its own; see sessions/create-session.ts.
 */
export async function withIdempotency(
  deps: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (trx: TenantTransaction) => Promise<Result<object, Problem>>,
): Promise<FastifyReply> {
  const scope = actingScope(request);
  const key = readIdempotencyKey(request);
  if (!key.ok) return sendProblem(request, reply, key.failure);
  const outcome = await undoOnFailure(deps.database, scope, async (trx) => {
    if (key.value === undefined) return answered(await work(trx), false);
    return once(deps, trx, request, claimOf(request, trx.scope, key.value), () => work(trx));
  });
  if (!outcome.ok) return sendProblem(request, reply, outcome.failure);
  if (outcome.value.replayed) reply.header("idempotent-replayed", "true");
  return reply.code(200).type("application/json; charset=utf-8").send(outcome.value.body);
}

type Answer = { readonly body: string; readonly replayed: boolean };

const answered = (result: Result<object, Problem>, replayed: boolean): Result<Answer, Problem> =>
  result.ok ? success({ body: JSON.stringify(result.value), replayed }) : result;

/** Where the answers to operators are stored, whose requests name no tenant. */
export const ofNoTenant: TenantScope = { tenantId: 0, mode: "live" };

/**
 * The same for what a person makes in the dashboard, in a transaction of the caller's, which makes it and stores its answer. A repeat with
 * the key gets the stored answer, as JSON has it: times as texts. Two people may use the same key.
 */
export async function oncePerPerson<Made extends object>(
  deps: Pick<IdempotencyDeps, "keyring">,
  trx: Transaction,
  { request, personId, scope }: Asked,
  work: () => Promise<Result<Made, Problem>>,
): Promise<Result<Made, Problem>> {
  const key = readIdempotencyKey(request);
  if (!key.ok) return key;
  if (key.value === undefined) return work();
  const claim = claimOf(request, scope, key.value);
  const ofPerson = { ...claim, operation: `${claim.operation} ${personId}` };
  const outcome = await once(deps, trx, request, ofPerson, work);
  return outcome.ok ? success(JSON.parse(outcome.value.body)) : outcome;
}

export type Asked = {
  readonly request: FastifyRequest;
  readonly personId: string;
  readonly scope: TenantScope;
};

async function once(
  deps: Pick<IdempotencyDeps, "keyring">,
  trx: Transaction,
  request: FastifyRequest,
  claim: IdempotencyClaim,
  work: () => Promise<Result<object, Problem>>,
): Promise<Result<Answer, Problem>> {
  if (!(await tryClaim(trx, claim))) return failed(keyInFlight);
  const fingerprint = fingerprintOf(request);
  const stored = await findStoredAnswer(trx, claim);
  if (stored) {
    if (!stored.fingerprint.equals(fingerprint)) return failed(keyReused);
    return success({ body: deps.keyring.open(placeOf(claim), stored.sealed), replayed: true });
  }
  const answer = answered(await work(), false);
  if (answer.ok) {
    await storeAnswer(trx, claim, fingerprint, 200, deps.keyring.seal(placeOf(claim), answer.value.body));
  }
  return answer;
}

/** The claim of a key: the operation on this object, for this tenant and mode. */
export function claimOf(
  request: FastifyRequest,
  scope: TenantScope,
  idempotencyKey: string,
): IdempotencyClaim {
  const operation = `${request.method} ${addressOf(request)}`;
  return { tenantId: scope.tenantId, mode: scope.mode, operation, idempotencyKey };
}

/**
 * The route's pattern with its parameters filled in. It is the same however the caller spells the URL: /api/%72efunds is
 * /api/refunds.
 */
function addressOf(request: FastifyRequest): string {
  const pattern = present(request.routeOptions.url, "the request's route");
  const params = request.params as Readonly<Record<string, string>>;
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** A hash of the body. Order of fields, whitespace and escapes don't matter; a missing body equals `{}`. */
export function fingerprintOf(request: FastifyRequest): Buffer {
  return hash("sha256", request.uploadIdentity ?? canonicalJson(request.body ?? {}), "buffer");
}

/** The row that a claim's stored answer is sealed for. */
export function placeOf({ tenantId, mode, operation, idempotencyKey }: IdempotencyClaim): SealedPlace {
  return { table: "idempotent_requests", tenantId, mode, id: JSON.stringify([operation, idempotencyKey]) };
}

export const keyInFlight: Problem = {
  ...problem("idempotency_key_in_flight", "The first request with this key has not been answered yet."),
  retryAfter: 1,
};

export const keyReused = problem(
  "idempotency_key_reused",
  "This key was used with another body. Use a new key for a new request.",
  "Idempotency-Key",
);

/** The request's Idempotency-Key, if it has one. */
export function readIdempotencyKey(request: FastifyRequest): Result<string | undefined, Problem> {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return success(undefined);
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    return failed(
      problem(
        "idempotency_key_invalid",
        "It has to be 1 to 255 visible ASCII characters.",
        "Idempotency-Key",
      ),
    );
  }
  // The key is stored as sent, so it must not contain a card number either.
  if (!containsCardNumber(key)) return success(key);
  return failed(
    problem(
      "pan_in_field",
      "It seems to contain a card number. Nothing of it was stored.",
      "Idempotency-Key",
    ),
  );
}

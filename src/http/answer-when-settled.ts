import type { FastifyReply, FastifyRequest } from "fastify";
import type { TenantScope, TenantTransaction, Transaction } from "../database/transaction.ts";
import type { RequestClaim } from "../database/undo-on-failure.ts";
import { present } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import type { Problem } from "../kernel/problem.ts";
import { problemCodes } from "../kernel/problem-codes.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import {
  claimOf,
  fingerprintOf,
  type IdempotencyDeps,
  keyInFlight,
  keyReused,
  placeOf,
  readIdempotencyKey,
} from "./idempotency.ts";
import { sendProblem } from "./problem-reply.ts";
import {
  answerIntent,
  findIntent,
  type IdempotencyClaim,
  insertIntent,
  type StoredIntent,
} from "./queries.ts";
import { authOf } from "./request-auth.ts";

/** An operation that commits an intent, calls a PSP, and commits the outcome. */
export type SettledOperation = {
  /**
   * Runs the whole operation. If there is a `claim`, it must be staked in the transaction that commits the intent, with the
   * id of the resource made for it. If staking returns a problem, that transaction is rolled back and the problem is the
   * result. Succeeds with the id once the outcome is committed, whatever the outcome is.
   */
  run(claim: RequestClaim | undefined): Promise<Result<string, Problem>>;
  /** The answer by the current state of the resource. */
  read(trx: TenantTransaction, resourceId: string): Promise<Settlement>;
  /** How long after the intent the first request may still be running, in milliseconds. */
  readonly inFlightMs: number;
};

export type Settlement = {
  /** The outcome isn't known yet. */
  readonly open: boolean;
  readonly answer: Result<object, Problem>;
};

type Answer = { readonly result: Result<string, Problem>; readonly replayed: boolean };

type Keyed = {
  readonly scope: TenantScope;
  readonly claim: IdempotencyClaim;
  readonly fingerprint: Buffer;
  readonly operation: SettledOperation;
};

/**
 * Runs an operation that calls a PSP and so can't be one transaction, and answers with its object. With an Idempotency-Key,
 * the claim is committed with the intent, before the PSP is called; the answer is stored afterwards. After a crash in
 * between, a repeat doesn't run the operation again: it answers by the current state and stores that answer. A refusal by
 * the PSP is an outcome and is stored, too. A request that failed before its intent was committed isn't stored.
 */
export async function answerWhenSettled(
  deps: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: SettledOperation,
): Promise<FastifyReply> {
  const scope = authOf(request);
  const key = readIdempotencyKey(request);
  if (!key.ok) return sendProblem(request, reply, key.failure);
  const answer =
    key.value === undefined
      ? await runUnkeyed(deps, scope, operation)
      : await runKeyed(deps, {
          scope,
          claim: claimOf(request, scope, key.value),
          fingerprint: fingerprintOf(request),
          operation,
        });
  crashPoint("answer:stored");
  if (answer.replayed) reply.header("idempotent-replayed", "true");
  if (!answer.result.ok) return sendProblem(request, reply, answer.result.failure);
  return reply.code(200).type("application/json; charset=utf-8").send(answer.result.value);
}

async function runUnkeyed(
  deps: IdempotencyDeps,
  scope: TenantScope,
  operation: SettledOperation,
): Promise<Answer> {
  const ran = await operation.run(undefined);
  crashPoint("answer:settled");
  if (!ran.ok) return { result: ran, replayed: false };
  const { answer } = await deps.database.inTenant(scope, (trx) => operation.read(trx, ran.value));
  return { result: asText(answer), replayed: false };
}

/** Inserts the claim without looking for it first: most requests aren't repeats, and this saves them a query. */
async function runKeyed(deps: IdempotencyDeps, keyed: Keyed): Promise<Answer> {
  let own: string | undefined;
  const ran = await keyed.operation.run({
    request: `${keyed.claim.operation} ${keyed.claim.idempotencyKey}`,
    stake: async (trx, resourceId) => {
      if (!(await insertIntent(trx, keyed.claim, keyed.fingerprint, resourceId))) return keyInFlight;
      own = resourceId;
      return undefined;
    },
  });
  crashPoint("answer:settled");
  return ran.ok ? settle(deps, keyed, ran.value) : answerInstead(deps, keyed, ran.failure, own);
}

function settle(deps: IdempotencyDeps, keyed: Keyed, resourceId: string): Promise<Answer> {
  return deps.database.inTenant(keyed.scope, async (trx) => {
    const { answer } = await keyed.operation.read(trx, resourceId);
    return { ...(await store(deps, trx, keyed, answer)), replayed: false };
  });
}

/**
 * Answers a failed run. If an earlier request used this key, its outcome is the answer, not the failure. The earlier
 * request can be this one itself (`own`): its intent was committed and the PSP refused.
 */
async function answerInstead(
  deps: IdempotencyDeps,
  keyed: Keyed,
  failure: Problem,
  own: string | undefined,
): Promise<Answer> {
  const known = await deps.database.inTenant(keyed.scope, (trx) => findKnown(deps, trx, keyed));
  if (!known) return { result: failed(failure), replayed: false };
  return known.resourceId === own ? { ...known.answer, replayed: false } : known.answer;
}

/** The intent and answer of a key; undefined if no intent was committed with it. */
async function findKnown(
  deps: IdempotencyDeps,
  trx: TenantTransaction,
  keyed: Keyed,
): Promise<{ resourceId: string; answer: Answer } | undefined> {
  const intent = await findIntent(trx, keyed.claim);
  return intent && { resourceId: intent.resourceId, answer: await answerTo(deps, trx, keyed, intent) };
}

async function answerTo(
  deps: IdempotencyDeps,
  trx: TenantTransaction,
  keyed: Keyed,
  intent: StoredIntent,
): Promise<Answer> {
  if (!intent.fingerprint.equals(keyed.fingerprint)) return { result: failed(keyReused), replayed: false };
  const stored = openAnswer(deps, keyed, intent);
  if (stored) return stored;
  const { open, answer } = await keyed.operation.read(trx, intent.resourceId);
  if (open && intent.ageMs < keyed.operation.inFlightMs)
    return { result: failed(keyInFlight), replayed: false };
  return store(deps, trx, keyed, answer);
}

/** Stores the answer of a key. If another request has stored one first, returns that one. */
async function store(
  deps: IdempotencyDeps,
  trx: Transaction,
  keyed: Keyed,
  answer: Result<object, Problem>,
): Promise<Answer> {
  const { claim } = keyed;
  const result = asText(answer);
  const status = result.ok ? 200 : problemCodes[result.failure.code].status;
  const text = result.ok ? result.value : JSON.stringify(result.failure);
  const isFirst = await answerIntent(trx, claim, status, deps.keyring.seal(placeOf(claim), text));
  if (isFirst) return { result, replayed: true };
  const intent = await findIntent(trx, claim);
  return present(intent && openAnswer(deps, keyed, intent), "the stored answer of a key");
}

function openAnswer(
  deps: IdempotencyDeps,
  { claim }: Keyed,
  { status, sealed }: StoredIntent,
): Answer | undefined {
  if (sealed === null) return undefined;
  const text = deps.keyring.open(placeOf(claim), sealed);
  const result = status === 200 ? success(text) : failed(JSON.parse(text) as Problem);
  return { result, replayed: true };
}

const asText = (result: Result<object, Problem>): Result<string, Problem> =>
  result.ok ? success(JSON.stringify(result.value)) : result;

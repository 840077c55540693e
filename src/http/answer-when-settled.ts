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

/** An operation that commits an intent, waits for somebody outside, and commits what came of it. */
export type SettledOperation = {
  /**
   * Does all of it. `claim`, when there is one, has to be staked in the transaction that commits the intent, with the id
   * of what stands for it; a problem that it gives back undoes that transaction and is this operation's outcome.
   * Succeeds with that id once the outcome is committed, whatever the outcome is.
   */
  run(claim: RequestClaim | undefined): Promise<Result<string, Problem>>;
  /** What to answer, by how the thing of this id stands now. */
  read(trx: TenantTransaction, resourceId: string): Promise<Settlement>;
  /** For how long after its intent somebody may still be waiting for the outcome. */
  readonly inFlightMs: number;
};

export type Settlement = {
  /** Nobody has said yet what came of it. */
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
 * Runs an operation that can't be one transaction, for it waits for a PSP, and answers with its object. With an
 * Idempotency-Key the claim is committed with the intent, before the PSP is asked, and the answer is stored after it. A
 * crash in between loses no claim: a repeat doesn't run the operation again but answers with how it stands by then, and
 * stores that. A refusal by the PSP is an outcome like any other and is stored too; what was refused before there was an
 * intent is not.
 */
export async function answerWhenSettled(
  deps: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: SettledOperation,
): Promise<FastifyReply> {
  const scope = present(request.auth, "the request's auth");
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

/** The claim decides, and not a look beforehand: most requests are no repeats, and their way is the shorter for it. */
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
 * Whatever was in the way now: of a request that ran before with this key, what counts is what came of it then. That can
 * be this very one (`own`), when what it set out to do was refused outside.
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

/** What is known of a key by now; undefined when no intent was committed with it. */
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

/** Stores the answer to a key, unless another request was faster: then its answer is the answer. */
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

import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { deriveId, type IdPrefix, idTimeMs, parseId } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { getMovementByKey, listKeysOfSimilar } from "../queries/movements.ts";
import type { Movement, MovementTerms } from "./movement.ts";
import type { MovementKind } from "./state.ts";

/**
 * Idempotency keys for calls to PSPs. An attempt's key is its id. A movement's key is derived from the request, so that a call
 * which a restored backup or a failover has forgotten is repeated under the same key: the PSP then returns its stored answer and
 * moves nothing.
 */

const prefixes: Readonly<Record<MovementKind, IdPrefix>> = {
  capture: "cap",
  void: "vd",
  refund: "re",
  call_off: "co",
};

/** The prefix of the ids and PSP keys of this kind of movement. */
export const movementPrefixOf = (kind: MovementKind): IdPrefix => prefixes[kind];

/** How long an Idempotency-Key is bound to its first request, as docs/explanation/idempotency.md says. */
export const requestKeptMs = 30 * 24 * 60 * 60_000;

export type RequestedKey = {
  readonly pspKey: string;
  /** The movement that this request has made already. The record of its Idempotency-Key was lost in a restore. */
  readonly known: Movement | undefined;
};

/**
 * The PSP's key for a request with an Idempotency-Key. The caller holds the session's lock.
 *
 * @param request the request's operation and Idempotency-Key
 */
export async function keyOfRequest(
  deps: PaymentDeps,
  trx: TenantTransaction,
  kind: MovementKind,
  request: string,
): Promise<RequestedKey> {
  const { mode, tenantId } = trx.scope;
  // An Idempotency-Key can be used again after its 30 days.
  for (let use = 1; ; use += 1) {
    const pspKey = deriveId(prefixes[kind], mode, tenantId, `requested ${use} ${request}`);
    const known = await getMovementByKey(trx, pspKey);
    if (!known || deps.clock.nowMs() - idTimeMs(known.id) < requestKeptMs) return { pspKey, known };
  }
}

/**
 * The PSP's key for a movement without an Idempotency-Key: derived from the first unused number among the payment's movements
 * with the same terms. The caller holds the session's lock.
 */
export async function nextNumberedKey(
  trx: TenantTransaction,
  paymentId: string,
  movement: MovementTerms,
): Promise<string> {
  const used = new Set(await listKeysOfSimilar(trx, movement, paymentId));
  for (let number = used.size + 1; ; number += 1) {
    const key = numberedKey(trx.scope, movement, number);
    if (!used.has(key)) return key;
  }
}

function numberedKey(
  { mode, tenantId }: TenantScope,
  { attemptId, kind, amount, final }: MovementTerms,
  number: number,
): string {
  return deriveId(prefixes[kind], mode, tenantId, `numbered ${attemptId} ${amount} ${final} ${number}`);
}

const callOffSuffix = "-void";

/** The PSP's key for the call-off of an attempt. */
export const callOffKey = (attemptId: string): string => `${attemptId}${callOffSuffix}`;

/** The attempt that a call-off with this key releases; undefined for any other key. */
export function attemptCalledOffBy(key: string): string | undefined {
  return key.endsWith(callOffSuffix) ? attemptId(key.slice(0, -callOffSuffix.length)) : undefined;
}

/**
 * The PSP's key for a refund that returns an attempt's late funds or surplus.
 *
 * @param number 1 for the first refund; another one follows when a dispute has blocked it
 */
export const returnKey = (attemptId: string, number: number): string => `${attemptId}-return-${number}`;

/** The attempt whose late funds or surplus a refund with this key returns; undefined for any other key. */
export function attemptReturnedBy(key: string): string | undefined {
  return attemptId(/^(.+)-return-[1-9]\d*$/.exec(key)?.[1] ?? "");
}

/** Undefined if the text is no attempt's id: the key "order-17-void" of somebody else's movement is none of Kassa's. */
const attemptId = (text: string): string | undefined => (parseId(text, "att") ? text : undefined);

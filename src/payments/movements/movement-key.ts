import type { TenantTransaction } from "../../database/transaction.ts";
import { idTimeMs } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { getMovementByKey, listKeysOfAlike } from "../queries/movements.ts";
import type { Movement } from "./movement.ts";
import { type Likeness, numberedKey, requestedKey } from "./psp-keys.ts";
import type { MovementKind } from "./state.ts";

/** How long an Idempotency-Key is bound to its first request, as docs/idempotency.md says. */
export const requestKeptMs = 30 * 24 * 60 * 60_000;

export type Requested = {
  readonly pspKey: string;
  /** The movement that this request has made already. The record of its Idempotency-Key was lost in a restore. */
  readonly known: Movement | undefined;
};

/** The PSP's key for a request with an Idempotency-Key. The caller holds the session's lock. */
export async function keyOfRequest(
  deps: PaymentDeps,
  trx: TenantTransaction,
  kind: MovementKind,
  request: string,
): Promise<Requested> {
  for (let use = 1; ; use += 1) {
    const pspKey = requestedKey(trx.scope, kind, request, use);
    const known = await getMovementByKey(trx, pspKey);
    if (!known || deps.clock.nowMs() - idTimeMs(known.id) < requestKeptMs) return { pspKey, known };
  }
}

/**
 * The PSP's key for a movement without an Idempotency-Key: the first unused number among the payment's movements that are
 * alike. The caller holds the session's lock.
 */
export async function nextNumberedKey(
  trx: TenantTransaction,
  paymentId: string,
  movement: Likeness,
): Promise<string> {
  const used = new Set(await listKeysOfAlike(trx, movement, paymentId));
  for (let number = used.size + 1; ; number += 1) {
    const key = numberedKey(trx.scope, movement, number);
    if (!used.has(key)) return key;
  }
}

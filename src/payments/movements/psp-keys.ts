import type { TenantScope } from "../../database/transaction.ts";
import { deriveId, type IdPrefix, parseId } from "../../kernel/id.ts";
import type { Movement } from "./movement.ts";
import type { MovementKind } from "./state.ts";

/**
 * Idempotency keys that PSPs are called with. An attempt's key is its id. The others follow from what is asked for, so that
 * a call that a restored backup or a failover has forgotten is repeated under the same key: the PSP then returns its stored
 * answer and moves nothing.
 */

const prefixes: Readonly<Record<MovementKind, IdPrefix>> = {
  capture: "cap",
  void: "vd",
  refund: "re",
  call_off: "co",
};

/** How the ids and the PSP keys of movements of a kind begin. */
export const movementPrefixOf = (kind: MovementKind): IdPrefix => prefixes[kind];

/**
 * The key of a movement that was requested with an Idempotency-Key.
 *
 * @param request the request's operation and Idempotency-Key
 * @param use 1 for the first use of the Idempotency-Key; it can be used again when its 30 days are over
 */
export const requestedKey = (
  { mode, tenantId }: TenantScope,
  kind: MovementKind,
  request: string,
  use: number,
): string => deriveId(prefixes[kind], mode, tenantId, `requested ${use} ${request}`);

/** Movements that are equal in these can't be told apart by the PSP: one may be a repeat of the other. */
export type Likeness = Pick<Movement, "attemptId" | "kind" | "amount" | "final">;

/** The key of a movement that was requested without an Idempotency-Key: the nth of those that are alike. */
export const numberedKey = (
  { mode, tenantId }: TenantScope,
  { attemptId, kind, amount, final }: Likeness,
  number: number,
): string => deriveId(prefixes[kind], mode, tenantId, `numbered ${attemptId} ${amount} ${final} ${number}`);

const callOffSuffix = "-void";

/** The key under which a PSP is asked to release an attempt that waits for its consumer. */
export const callOffKey = (attemptId: string): string => `${attemptId}${callOffSuffix}`;

/** The attempt that such a key releases; undefined for any other key. */
export function attemptCalledOffBy(key: string): string | undefined {
  return key.endsWith(callOffSuffix) ? attemptId(key.slice(0, -callOffSuffix.length)) : undefined;
}

/**
 * The key of a refund that returns an attempt's late or surplus money.
 *
 * @param number 1 for the first; a dispute that delays a return makes a second one necessary
 */
export const returnKey = (attemptId: string, number: number): string => `${attemptId}-return-${number}`;

/** The attempt whose money such a key returns; undefined for any other key. */
export function attemptReturnedBy(key: string): string | undefined {
  return attemptId(/^(.+)-return-[1-9]\d*$/.exec(key)?.[1] ?? "");
}

/** Others name their movements as they like: "order-17-void" is none of Kassa's keys. */
const attemptId = (text: string): string | undefined => (parseId(text, "att") ? text : undefined);

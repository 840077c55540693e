import type { ListedCharge, ListedMovement } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { Tally } from "../../kernel/tally.ts";
import { attemptCalledOffBy } from "../psp-keys.ts";

/** What came of comparing one thing with what the PSP lists. */
export type Compared =
  /** Nothing new. */
  | "known"
  /** It was forgotten or behind, and no longer is. */
  | "learned"
  /** It fits nothing that is known; kept for a person to look at. */
  | "quarantined"
  /** It can't be brought in at this moment; the next comparison tries again. */
  | "postponed";

/** What comparing with PSPs came to since the process began, for the operator. */
export const comparisons = new Tally<Compared>();

/** A charge in a PSP's list, and whose list it is. */
export type Listed = { readonly route: ConnectorRoute; readonly charge: ListedCharge };

/**
 * What the charge came to: one that was called off when it had just been approved is listed with how it was. One that was
 * called off before, so that nothing had to be released, and is approved all the same brought its money too late.
 */
export function outcomeOf(charge: ListedCharge): ListedCharge["outcome"] {
  const calledOff = charge.movements.some(
    ({ idempotencyKey, amount, outcome }) =>
      isCallOff(idempotencyKey) && outcome.kind === "succeeded" && amount > 0,
  );
  if (!calledOff || charge.outcome.kind === "declined") return charge.outcome;
  return { kind: "declined", pspReference: charge.outcome.pspReference, reason: "abandoned" };
}

/** The captures, voids and refunds of a charge, oldest first. */
export function movementsOf(charge: ListedCharge): readonly ListedMovement[] {
  return charge.movements.filter(({ idempotencyKey }) => !isCallOff(idempotencyKey));
}

const isCallOff = (key: string): boolean => attemptCalledOffBy(key) !== undefined;

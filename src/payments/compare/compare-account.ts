import type { ListedCharge } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { Scope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { reportUnheardOf } from "../disputed/report-dispute.ts";
import type { Movement } from "../movements/movement.ts";
import type { Attempt } from "../payment.ts";
import { findAttemptStatuses } from "../queries/attempts.ts";
import { advanceComparison, comparedUntil } from "../queries/compared.ts";
import { findMovementsByKey } from "../queries/movements.ts";
import { type Compared, comparisons, type Listed, movementsOf } from "./deps.ts";
import { learnCharge } from "./learn-charge.ts";
import { learnMovement } from "./learn-movement.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * How far before the end of the last comparison the next one begins: clocks differ, and what couldn't be brought in then
 * may be now.
 */
const overlapMs = 60 * minuteMs;

/** How far back the first comparison of an account looks. */
const firstLookMs = 30 * dayMs;

/**
 * Compares what a PSP says has changed of an account's charges with what the database knows, from where the last comparison
 * ended, and brings in what was forgotten. A restored backup knows where that was when it was taken, and what it has
 * forgotten came later: also what was done with older charges, which therefore are listed too. False when the PSP couldn't
 * be asked; the next comparison begins where this one ended, or at the first charge that couldn't be brought in.
 */
export async function compareAccount(
  deps: PaymentDeps,
  route: ConnectorRoute,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const scope: Scope = route.account;
  const startedMs = deps.clock.nowMs();
  const until = await deps.database.inScope(scope, (trx) => comparedUntil(trx, scope, route.account.id));
  crashPoint("compare:listing");
  const changedAfter = new Date(until ? until.getTime() - overlapMs : startedMs - firstLookMs).toISOString();
  let cursor: string | null = null;
  let openFromMs = Number.POSITIVE_INFINITY;
  do {
    if (!mayGoOn()) return false;
    const request = { account: route.account, changedAfter, cursor };
    const page = await route.connector.listCharges(request, { timeoutMs: deps.pspTimeoutMs });
    crashPoint("compare:listed");
    if (page.kind === "unknown") {
      deps.log.warn(
        { account: route.account.id, detail: page.detail },
        "the PSP's charges couldn't be listed",
      );
      return false;
    }
    openFromMs = Math.min(openFromMs, await comparePage(deps, route, page.charges));
    cursor = page.next;
    const doneMs = cursor === null ? startedMs : lastChangeMs(page.charges);
    // Whatever can never be brought in isn't listed for ever.
    const heldBackMs = Math.max(openFromMs - 1, startedMs - firstLookMs);
    await markCompared(deps, route, Math.min(doneMs, heldBackMs));
    crashPoint("compare:marked");
  } while (cursor !== null);
  return true;
}

/** Up to when a page has all that changed: the list is in the order of changes. */
function lastChangeMs(charges: readonly ListedCharge[]): number {
  return charges.at(-1)?.changedAt.getTime() ?? 0;
}

async function markCompared(deps: PaymentDeps, { account }: ConnectorRoute, untilMs: number): Promise<void> {
  const scope: Scope = account;
  await deps.database.inScope(scope, (trx) => advanceComparison(trx, scope, account.id, new Date(untilMs)));
}

/**
 * What the database knows of a page is read at once: a page on which nothing is new costs one look.
 *
 * @returns when the first of its charges changed that couldn't be brought in, in milliseconds since 1970; infinity for none
 */
async function comparePage(
  deps: PaymentDeps,
  route: ConnectorRoute,
  charges: readonly ListedCharge[],
): Promise<number> {
  const scope: Scope = route.account;
  const keys = charges.map(({ idempotencyKey }) => idempotencyKey);
  const movementKeys = charges.flatMap((charge) =>
    movementsOf(charge).map(({ idempotencyKey }) => idempotencyKey),
  );
  const known = await deps.database.inScope(scope, async (trx) => ({
    attempts: new Map((await findAttemptStatuses(trx, scope, keys)).map((attempt) => [attempt.id, attempt])),
    movements: new Map(
      (await findMovementsByKey(trx, scope, movementKeys)).map((movement) => [movement.pspKey, movement]),
    ),
  }));
  crashPoint("compare:page-read");
  let openFromMs = Number.POSITIVE_INFINITY;
  for (const charge of charges) {
    const isDone = await compareCharge(deps, { route, charge }, known).catch((error) => {
      deps.log.error({ err: error, charge: charge.idempotencyKey }, "a charge could not be compared");
      return false;
    });
    if (!isDone) openFromMs = Math.min(openFromMs, charge.changedAt.getTime());
    crashPoint("compare:charge-compared");
  }
  return openFromMs;
}

type Known = {
  readonly attempts: ReadonlyMap<string, Pick<Attempt, "status" | "amountReceived">>;
  readonly movements: ReadonlyMap<string, Movement>;
};

/** False when something of it has to wait for another comparison. */
async function compareCharge(deps: PaymentDeps, listed: Listed, known: Known): Promise<boolean> {
  const { charge, route } = listed;
  const result = await learnCharge(deps, listed, known.attempts.get(charge.idempotencyKey));
  crashPoint("compare:charge-learned");
  note(deps, charge.idempotencyKey, result);
  if (result === "quarantined") return true;
  let isDone = true;
  for (const movement of movementsOf(charge)) {
    const { idempotencyKey } = movement;
    const learned = await learnMovement(deps, listed, movement, known.movements.get(idempotencyKey));
    crashPoint("compare:movement-learned");
    note(deps, idempotencyKey, learned);
    isDone &&= learned !== "postponed";
  }
  if (charge.disputes.length === 0) return isDone;
  const disputed = { connectorAccount: route.account.id, attemptId: charge.idempotencyKey };
  await deps.database.inScope(route.account, (trx) =>
    reportUnheardOf(trx, route.account, disputed, charge.disputes),
  );
  crashPoint("compare:charge-compared");
  return isDone;
}

function note(deps: PaymentDeps, key: string, result: Compared): void {
  comparisons.add(result);
  if (result === "learned") deps.log.warn({ key }, "learned from the PSP what the database had forgotten");
}

import type { ListedCharge } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { Scope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { reportUnheardOf } from "../disputed/report-dispute.ts";
import type { Movement } from "../movements/movement.ts";
import { findAttemptStatuses } from "../queries/attempts.ts";
import { advanceComparison, comparedUntil } from "../queries/compared.ts";
import { findMovements } from "../queries/movements.ts";
import type { AttemptStatus } from "../state.ts";
import { type Compared, comparisons, type Listed, movementsOf } from "./deps.ts";
import { learnCharge } from "./learn-charge.ts";
import { learnMovement } from "./learn-movement.ts";
import { returnUnasked } from "./return-unasked.ts";

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
 * forgotten came later: also what was done with older charges, which therefore are listed too. False when the PSP couldn't be asked; the next comparison begins where this one ended.
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
    await comparePage(deps, route, page.charges);
    cursor = page.next;
    await markCompared(deps, route, cursor === null ? startedMs : lastChangeMs(page.charges));
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

/** What the database knows of a page, read at once: a page on which nothing is new costs one look. */
async function comparePage(
  deps: PaymentDeps,
  route: ConnectorRoute,
  charges: readonly ListedCharge[],
): Promise<void> {
  const scope: Scope = route.account;
  const keys = charges.map(({ idempotencyKey }) => idempotencyKey);
  const movementKeys = charges.flatMap((charge) =>
    movementsOf(charge).map(({ idempotencyKey }) => idempotencyKey),
  );
  const known = await deps.database.inScope(scope, async (trx) => ({
    attempts: new Map((await findAttemptStatuses(trx, scope, keys)).map(({ id, status }) => [id, status])),
    movements: new Map(
      (await findMovements(trx, scope, movementKeys)).map((movement) => [movement.id, movement]),
    ),
  }));
  crashPoint("compare:page-read");
  for (const charge of charges) {
    await compareCharge(deps, { route, charge }, known).catch((error) =>
      deps.log.error({ err: error, charge: charge.idempotencyKey }, "a charge could not be compared"),
    );
    crashPoint("compare:charge-compared");
  }
}

type Known = {
  readonly attempts: ReadonlyMap<string, AttemptStatus>;
  readonly movements: ReadonlyMap<string, Movement>;
};

async function compareCharge(deps: PaymentDeps, listed: Listed, known: Known): Promise<void> {
  const { charge, route } = listed;
  const status = known.attempts.get(charge.idempotencyKey);
  const result = await learnCharge(deps, listed, status && { status });
  crashPoint("compare:charge-learned");
  note(deps, charge.idempotencyKey, result);
  if (result === "quarantined") return;
  for (const movement of movementsOf(charge)) {
    const { idempotencyKey } = movement;
    note(
      deps,
      idempotencyKey,
      await learnMovement(deps, listed, movement, known.movements.get(idempotencyKey)),
    );
    crashPoint("compare:movement-learned");
  }
  if (mayOweMoney(charge, status, result)) await returnUnasked(deps, listed);
  crashPoint("compare:unasked-returned");
  if (charge.disputes.length === 0) return;
  const disputed = { connectorAccount: route.account.id, attemptId: charge.idempotencyKey };
  await deps.database.inScope(route.account, (trx) =>
    reportUnheardOf(trx, route.account, disputed, charge.disputes),
  );
}

/** Whether the charge may have brought what nobody waited for; of all others nothing need be read. */
function mayOweMoney({ outcome }: ListedCharge, before: AttemptStatus | undefined, now: Compared): boolean {
  return outcome.kind === "approved" && (outcome.surplus > 0 || before === "late" || now === "learned");
}

function note(deps: PaymentDeps, key: string, result: Compared): void {
  comparisons.add(result);
  if (result === "learned") deps.log.warn({ key }, "learned from the PSP what the database had forgotten");
}

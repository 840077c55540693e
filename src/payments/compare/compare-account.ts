import type { ListedCharge } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { retryConflict } from "../../database/conflict.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { reportDispute } from "../dispute-reports/report-dispute.ts";
import type { Movement } from "../movements/movement.ts";
import { findAttemptStatuses } from "../queries/attempts.ts";
import { advanceComparison, comparedUntil } from "../queries/compared.ts";
import { findMovementsByKey } from "../queries/movements.ts";
import { applyListedCharge } from "./apply-listed-charge.ts";
import { applyListedMovement } from "./apply-listed-movement.ts";
import { type Compared, comparisons, type KnownAttempt, type Listed } from "./listed-charge.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * How far before the last compared change the next comparison begins: a PSP may list a change some time after it was made.
 */
const overlapMs = 60 * minuteMs;

/** How far back the first comparison of an account begins. */
const firstLookMs = 30 * dayMs;

export type ShouldContinue = () => boolean | Promise<boolean>;

/**
 * Compares an account's charges that have changed at the PSP with the database, starting where the last comparison ended, and
 * applies what the database is missing. A restored backup holds the starting point of its own time, and everything that it is
 * missing came later. That includes movements of older charges, so the PSP lists those charges as well. False if the PSP has no
 * list, didn't answer, or an error kept a charge from being compared; the next comparison then starts where this one ended, or at the first
 * charge that couldn't be applied.
 *
 * @param shouldContinue called before each page and each charge; the comparison stops once it returns false
 */
export async function compareAccount(
  deps: PaymentDeps,
  route: ConnectorRoute,
  shouldContinue: ShouldContinue,
): Promise<boolean> {
  const { listCharges } = route.connector;
  if (!listCharges) return false;
  const scope: TenantScope = route.account;
  const startedMs = deps.clock.nowMs();
  const until = await deps.database.inTenant(scope, (trx) => comparedUntil(trx, route.account.id));
  crashPoint("compare:listing");
  const changedAfter = new Date(until ? until.getTime() - overlapMs : startedMs - firstLookMs).toISOString();
  let cursor: string | null = null;
  let openFromMs = Number.POSITIVE_INFINITY;
  let isComplete = true;
  do {
    if (!(await shouldContinue())) return false;
    crashPoint("compare:listing");
    const askedMs = deps.clock.nowMs();
    const request = { account: route.account, changedAfter, cursor };
    const page = await listCharges(request, { timeoutMs: deps.pspTimeoutMs });
    crashPoint("compare:listed");
    if (page.kind === "unknown") {
      deps.log.warn(
        { account: route.account.id, detail: page.detail },
        "the PSP's charges couldn't be listed",
      );
      return false;
    }
    const compared = await comparePage(deps, { route, charges: page.charges, askedMs }, shouldContinue);
    crashPoint("compare:page-read");
    if (compared === "stopped") return false;
    isComplete &&= !compared.hasFailed;
    openFromMs = Math.min(openFromMs, compared.openFromMs);
    cursor = page.next;
    const lastMs = page.charges.at(-1)?.changedAt.getTime();
    // By the PSP's clock only. The database's may be ahead, and the PSP's next change would then lie before the mark.
    if (lastMs !== undefined) await markCompared(deps, route, doneUntil(lastMs, openFromMs));
    crashPoint("compare:marked");
  } while (cursor !== null);
  return isComplete;
}

/**
 * The time up to which changes needn't be listed again; the list is in the order of changes. A charge that couldn't be applied
 * holds it back, but no longer than `firstLookMs`.
 *
 * @param lastMs when the page's last charge changed, by the PSP's clock
 * @param openFromMs when the first charge changed that couldn't be applied, by the PSP's clock
 */
const doneUntil = (lastMs: number, openFromMs: number): number =>
  Math.min(lastMs, Math.max(openFromMs - 1, lastMs - firstLookMs));

async function markCompared(deps: PaymentDeps, { account }: ConnectorRoute, untilMs: number): Promise<void> {
  const scope: TenantScope = account;
  await deps.database.inTenant(scope, (trx) => advanceComparison(trx, account.id, new Date(untilMs)));
}

type Page = Omit<Listed, "charge"> & { readonly charges: readonly ListedCharge[] };

/**
 * Reads what the database knows of all charges of a page at once, so that a page without news costs one query.
 *
 * @returns `openFromMs`: when the first of its charges changed that couldn't be applied, in milliseconds since 1970; infinity for
 *   none. `hasFailed`: whether an error kept one from being compared. `stopped` if the comparison has to stop within the page.
 */
async function comparePage(
  deps: PaymentDeps,
  { route, charges, askedMs }: Page,
  shouldContinue: ShouldContinue,
): Promise<{ openFromMs: number; hasFailed: boolean } | "stopped"> {
  const scope: TenantScope = route.account;
  const keys = charges.map(({ idempotencyKey }) => idempotencyKey);
  const movementKeys = charges.flatMap(({ movements }) =>
    movements.map(({ idempotencyKey }) => idempotencyKey),
  );
  const known = await deps.database.inTenant(scope, async (trx) => ({
    attempts: new Map((await findAttemptStatuses(trx, keys)).map((attempt) => [attempt.id, attempt])),
    movements: new Map(
      (await findMovementsByKey(trx, movementKeys)).map((movement) => [movement.pspKey, movement]),
    ),
  }));
  crashPoint("compare:page-read");
  let openFromMs = Number.POSITIVE_INFINITY;
  let hasFailed = false;
  for (const charge of charges) {
    if (!(await shouldContinue())) return "stopped";
    crashPoint("compare:page-read");
    const compareIt = () => compareCharge(deps, { route, charge, askedMs }, known);
    const isDone = await retryConflict(compareIt).catch((error) => {
      deps.log.error({ err: error, charge: charge.idempotencyKey }, "a charge could not be compared");
      hasFailed = true;
      return false;
    });
    if (!isDone) openFromMs = Math.min(openFromMs, charge.changedAt.getTime());
    crashPoint("compare:charge-compared");
  }
  return { openFromMs, hasFailed };
}

type Known = {
  readonly attempts: ReadonlyMap<string, KnownAttempt>;
  readonly movements: ReadonlyMap<string, Movement>;
};

/** False if a part of it has to wait for another comparison. */
async function compareCharge(deps: PaymentDeps, listed: Listed, known: Known): Promise<boolean> {
  const { charge } = listed;
  const result = await applyListedCharge(deps, listed, known.attempts.get(charge.idempotencyKey));
  crashPoint("compare:charge-learned");
  recordResult(deps, charge.idempotencyKey, result === "not_ours" ? "known" : result);
  // Its movements and disputes belong to nothing in the database either.
  if (result === "quarantined" || result === "not_ours") return true;
  let isDone = true;
  for (const movement of charge.movements) {
    const { idempotencyKey } = movement;
    const learned = await applyListedMovement(deps, listed, movement, known.movements.get(idempotencyKey));
    crashPoint("compare:movement-learned");
    recordResult(deps, idempotencyKey, learned);
    isDone &&= learned !== "postponed";
  }
  if (charge.disputes.length === 0) return isDone;
  await reportDisputes(deps, listed);
  crashPoint("compare:charge-compared");
  return isDone;
}

/** Reports all disputes of a charge, because the database may be missing the latest state of those that it knows. */
async function reportDisputes(deps: PaymentDeps, { charge, route }: Listed): Promise<void> {
  const disputed = { connectorAccount: route.account.id, attemptId: charge.idempotencyKey };
  await deps.database.inTenant(route.account, async (trx) => {
    for (const pspReference of charge.disputes) await reportDispute(trx, { ...disputed, pspReference });
  });
}

function recordResult(deps: PaymentDeps, key: string, result: Compared): void {
  comparisons.add(result);
  if (result === "learned")
    deps.log.info({ key }, "learned from the PSP's list what the database didn't know");
}

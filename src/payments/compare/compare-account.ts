import type { ListedCharge } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { Scope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { idTimeMs, isOwnId } from "../../kernel/id.ts";
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

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * How far before the end of the last comparison the next one begins. A process that starts may do so on a restored
 * backup, which has also forgotten what was done with charges that it knows: those of the last month are looked at. Later
 * on only new charges can be news.
 */
export const lookBackMs = { atStart: 30 * dayMs, later: 60 * minuteMs } as const;

/**
 * Compares what a PSP says it charged for an account with what the database knows, from where the last comparison ended,
 * and brings in what was forgotten. False when the PSP couldn't be asked; the next comparison begins where this one ended.
 */
export async function compareAccount(
  deps: PaymentDeps,
  route: ConnectorRoute,
  backMs: number,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const scope: Scope = route.account;
  const startedMs = deps.clock.nowMs();
  const until = await deps.database.inScope(scope, (trx) => comparedUntil(trx, scope, route.account.id));
  crashPoint("compare:listing");
  const createdAfter = new Date((until?.getTime() ?? startedMs) - backMs).toISOString();
  let cursor: string | null = null;
  do {
    if (!mayGoOn()) return false;
    const request = { account: route.account, createdAfter, cursor };
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
    await markCompared(deps, route, cursor === null ? startedMs : lastTimeMs(page.charges, scope));
    crashPoint("compare:marked");
  } while (cursor !== null);
  return true;
}

/** When the last charge of a page was asked for, by the key that Kassa gave it. */
function lastTimeMs(charges: readonly ListedCharge[], scope: Scope): number {
  const last = charges.at(-1)?.idempotencyKey;
  return last !== undefined && isOwnId(last, "att", scope) ? idTimeMs(last) : 0;
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
  if (charge.disputes.length === 0) return;
  const disputed = { connectorAccount: route.account.id, attemptId: charge.idempotencyKey };
  await deps.database.inScope(route.account, (trx) =>
    reportUnheardOf(trx, route.account, disputed, charge.disputes),
  );
}

function note(deps: PaymentDeps, key: string, result: Compared): void {
  comparisons.add(result);
  if (result === "learned") deps.log.warn({ key }, "learned from the PSP what the database had forgotten");
}

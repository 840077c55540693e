import type { Database } from "../../database/database.ts";
import { Counter } from "../../kernel/counter.ts";
import {
  findEditions,
  findLastCheck,
  finishCheck,
  type LastCheck,
  leaseCheck,
  rememberEdition,
  storeCheck,
} from "../queries.ts";
import { type CheckDeps, type CheckResult, checkPage } from "./check-page.ts";
import { ownEdition } from "./edition.ts";

export type { LastCheck } from "../queries.ts";

export type PageCheckDeps = CheckDeps & { readonly database: Database; readonly log: CheckLog };

export type CheckLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** The checks of this process, by outcome. */
export const pageChecks = new Counter<CheckResult["outcome"]>(["same", "differs", "unreachable"]);

/** Longer than a check takes. After it another process takes over from one that died. */
const leaseMs = 30_000;

/** Processes store their edition every 30 seconds. After this time without an update an edition counts as gone. */
const editionLivesMs = 120_000;

/**
 * Checks the page if a check is due and no other process runs one. The caller serves pages, so this also stores its edition
 * for the checks of other processes.
 *
 * @returns undefined when there was nothing to do
 */
export async function checkWhenDue(deps: PageCheckDeps, everyMs: number): Promise<CheckResult | undefined> {
  const { database } = deps;
  const own = ownEdition(deps.keyring, deps.publicUrl);
  const { text: _text, ...edition } = own;
  const fence = await database.inWorker(async (trx) => {
    await rememberEdition(trx, edition);
    return leaseCheck(trx, everyMs, leaseMs);
  });
  if (fence === undefined) return undefined;
  const others = await database.inWorker((trx) => findEditions(trx, editionLivesMs));
  const result = await checkPage(deps, own, others);
  await database.inWorker((trx) => finishCheck(trx, fence, result));
  pageChecks.add(result.outcome);
  logResult(deps.log, result);
  return result;
}

/**
 * Checks the page now, even if another process does, too. Stores the result as the last one, unless `deps.at` names another
 * place than the public address.
 */
export async function checkNow(deps: CheckDeps & { readonly database: Database }): Promise<CheckResult> {
  const { database } = deps;
  const own = ownEdition(deps.keyring, deps.publicUrl);
  const others = await database.inWorker((trx) => findEditions(trx, editionLivesMs));
  const result = await checkPage(deps, own, others);
  if (deps.at === undefined) await database.inWorker((trx) => storeCheck(trx, result));
  return result;
}

/** The time and result of the last check; undefined when there was none yet. */
export function lastCheck(database: Database): Promise<LastCheck | undefined> {
  return database.inWorker(findLastCheck);
}

/** Logs an error for every changed page. An unreachable page is only a warning, because uptime monitoring covers it. */
function logResult(log: CheckLog, result: CheckResult): void {
  if (result.outcome === "differs") {
    const { address, differences } = result;
    log.error(
      { address, differences },
      "the payment page doesn't arrive as it was sent: see docs/explanation/page-security.md",
    );
  } else if (result.outcome === "unreachable") {
    log.warn(
      { address: result.address, why: result.why },
      "the payment page couldn't be checked from outside",
    );
  }
}

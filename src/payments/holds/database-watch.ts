import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { Database } from "../../database/database.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { listTenantScopes } from "../../tenants/list-tenant-scopes.ts";
import type { PaymentLog } from "../deps.ts";
import { holdAccounts, isHeld, lockWatch, type WatchRow, writeBeat } from "../queries/holds.ts";

type Deps = { readonly database: Database; readonly connectors: ConnectorRegistry; readonly log: PaymentLog };

/** How often each process counts, in milliseconds. */
export const beatEveryMs = 1_000;

/** A process that looks within this time after itself or another one did needn't expect a copy of the files in their place. */
const recentMs = 60_000;

/** Why the database may have forgotten something. */
type Suspicion =
  /** Another cluster, timeline, database or table than before. */
  | "database_changed"
  /** It has counted less than this process has seen. */
  | "commits_lost"
  /** No process watched it for a while: a copy of its files may have been put in its place. */
  | "not_watched";

/**
 * Recognises a database that was restored or failed over, also while this process runs: it counts a row up each second and
 * compares what the database is with what it was. What it then may have forgotten is compared with the PSPs' lists before
 * any account's next capture, void or refund.
 */
export class DatabaseWatch {
  readonly #deps: Deps;
  #beatsSeen = -1;
  #heldAccounts = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The highest count that this process has seen; -1 before the first. */
  get beatsSeen(): number {
    return this.#beatsSeen;
  }

  /** At how many accounts of all tenants no movement began when this process last looked. */
  get heldAccounts(): number {
    return this.#heldAccounts;
  }

  /** Whether the database may have forgotten payments of a scope: one of its accounts is held, or is about to be. */
  mayHaveForgotten(trx: TenantTransaction): Promise<boolean> {
    return isHeld(trx, undefined, this.#beatsSeen);
  }

  /** Looks once. Never finds more to do at once. */
  async beat(): Promise<boolean> {
    const { database, connectors, log } = this.#deps;
    const seen = this.#beatsSeen;
    const { row, suspicion, beats, held } = await database.inControl(async (trx) => {
      const row = await lockWatch(trx, recentMs);
      const suspicion = suspicionOf(row, seen);
      if (suspicion !== undefined) {
        const routes = (await listTenantScopes(trx)).flatMap((scope) => connectors.accountsOf(scope));
        await holdAccounts(
          trx,
          routes.map(({ account }) => account),
        );
      }
      const beats = Math.max(row.beats, seen) + 1;
      const held = await writeBeat(trx, row.current, beats);
      return { row, suspicion, beats, held };
    });
    this.#beatsSeen = beats;
    this.#heldAccounts = held;
    if (suspicion === undefined) return false;
    crashPoint("hold:raised");
    const facts = { suspicion, before: row.identity, now: row.current };
    log.warn(
      facts,
      "the database may have been restored; captures, voids and refunds wait for the comparison",
    );
    return false;
  }
}

function suspicionOf({ identity, current, beats, isRecent }: WatchRow, seen: number): Suspicion | undefined {
  if (identity === null) return undefined;
  if (identity !== current) return "database_changed";
  if (beats < seen) return "commits_lost";
  return isRecent ? undefined : "not_watched";
}

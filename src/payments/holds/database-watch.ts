import type { ConnectorAccount } from "../../connectors/connector-account.ts";
import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { Database } from "../../database/database.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { listTenantScopes } from "../../tenants/list-tenant-scopes.ts";
import type { PaymentLog } from "../deps.ts";
import {
  holdAccounts,
  isHeld,
  type LastRestore,
  lockWatch,
  readLastRestore,
  type WatchRow,
  writeBeat,
} from "../queries/holds.ts";

type Deps = { readonly database: Database; readonly connectors: ConnectorRegistry; readonly log: PaymentLog };

/** How often each process writes a heartbeat, in milliseconds. */
export const beatEveryMs = 1_000;

/** While a process has written a heartbeat within this time, Kassa assumes that no copy has replaced the database's files. */
const recentMs = 60_000;

/** Why the database may be missing commits. */
type Suspicion =
  /** The cluster, timeline, database or table isn't the one of before. */
  | "database_changed"
  /** The database's heartbeat count is lower than the one that this process has seen. */
  | "commits_lost"
  /** No process wrote a heartbeat for a while: a copy of its files may have replaced it. */
  | "not_watched";

/**
 * Recognises a database that was restored or failed over, also while this process runs: it writes a heartbeat to a row each
 * second and compares the database's identity with the one of before. Then it holds all accounts: each is compared with its PSP's
 * list before its next capture, void or refund.
 */
export class DatabaseWatch {
  readonly #deps: Deps;
  #beatsSeen = -1;
  #heldAccounts = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The highest heartbeat count that this process has seen; -1 before the first. */
  get beatsSeen(): number {
    return this.#beatsSeen;
  }

  /** The number of held accounts of all tenants at this process's last heartbeat. */
  get heldAccounts(): number {
    return this.#heldAccounts;
  }

  /** Whether the database may be missing payments of a scope: one of its accounts is held, or is about to be. */
  mayBeMissingPayments(trx: TenantTransaction): Promise<boolean> {
    return isHeld(trx, undefined, this.#beatsSeen);
  }

  /** When the database may last have been restored, for what no PSP can be asked about. */
  lastRestore(trx: TenantTransaction): Promise<LastRestore> {
    return readLastRestore(trx, this.#beatsSeen);
  }

  /** Writes one heartbeat. Always false: there is never more to do at once. */
  async beat(): Promise<boolean> {
    const { database, connectors, log } = this.#deps;
    const seen = this.#beatsSeen;
    const { row, suspicion, beats, held } = await database.inControl(async (trx) => {
      const row = await lockWatch(trx, recentMs);
      const suspicion = suspicionOf(row, seen);
      if (suspicion !== undefined) {
        const accounts: ConnectorAccount[] = [];
        // One after the other: all at once, many tenants would take every connection from the requests.
        for (const scope of await listTenantScopes(trx))
          accounts.push(...(await connectors.allRoutes(scope)).map(({ account }) => account));
        await holdAccounts(trx, accounts);
      }
      const beats = Math.max(row.beats, seen) + 1;
      const held = await writeBeat(trx, row.current, beats, suspicion !== undefined);
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

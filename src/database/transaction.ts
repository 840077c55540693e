import { escapeLiteral, type PoolClient, type QueryResultRow } from "pg";
import type { Mode } from "../kernel/mode.ts";
import { statement } from "./statement.ts";

/** Whose rows a transaction may see and change. The database enforces it by row-level security. */
export type TenantScope = {
  readonly tenantId: number;
  readonly mode: Mode;
  /** Who changes something, where that isn't the process itself. */
  readonly actor?: Actor;
};

/** Who makes a change and from where, as the audit log names them. */
export type Actor = { readonly name: string; readonly origin: string };

/** What a sandbox clock shows; see clock-time.ts. */
export type ClockTime = { readonly id: string; readonly now: Date };

/**
 * Thrown when COMMIT did not answer `COMMIT`. PostgreSQL answers `ROLLBACK`, and no error, to the COMMIT of a
 * transaction that had failed before; who only waits for an error would tell the caller of a success that isn't.
 */
export class CommitRefused extends Error {
  override name = "CommitRefused";
}

/** The few things that operations do with a transaction. SQL stands in the rooms' queries.ts. */
export class Transaction {
  readonly #client: PoolClient;
  readonly #afterCommit: (() => void)[] = [];
  /** The clock that it works by, once it has entered one. */
  clock: ClockTime | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Has something done once all this is committed, such as counting it; never if it is undone. It must not throw. */
  afterCommit(act: () => void): void {
    this.#afterCommit.push(act);
  }

  /** Does what was asked for. Called once, by who has seen the COMMIT succeed. */
  committed(): void {
    for (const act of this.#afterCommit) act();
  }

  /** The rows of one statement. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.#client.query<Row>(statement(text, values));
    return result.rows;
  }

  /** The first row of one statement, or undefined. */
  async one<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row | undefined> {
    const rows = await this.query<Row>(text, values);
    return rows[0];
  }

  /** Runs SET LOCAL statements of known-safe text. */
  async set(settings: string): Promise<void> {
    await this.#client.query(settings);
  }

  /** Runs one statement and says how many rows it touched. */
  async run(text: string, values: readonly unknown[] = []): Promise<number> {
    const result = await this.#client.query(statement(text, values));
    return result.rowCount ?? 0;
  }
}

/** A transaction of one tenant and mode. Row-level security shows it the rows of that tenant in that mode, and no others. */
export class TenantTransaction extends Transaction {
  readonly scope: TenantScope;

  constructor(client: PoolClient, scope: TenantScope) {
    super(client);
    this.scope = scope;
  }

  get tenantId(): number {
    return this.scope.tenantId;
  }

  get mode(): Mode {
    return this.scope.mode;
  }
}

/** Runs `work` between BEGIN and COMMIT on one connection. */
export function runTransaction<Value>(
  client: PoolClient,
  work: (trx: Transaction) => Promise<Value>,
): Promise<Value> {
  return run(client, "", new Transaction(client), work);
}

/** The same for a tenant and mode. */
export function runTenantTransaction<Value>(
  client: PoolClient,
  scope: TenantScope,
  work: (trx: TenantTransaction) => Promise<Value>,
): Promise<Value> {
  return run(client, tenantSettings(scope), new TenantTransaction(client, scope), work);
}

/**
 * `settings` are SET LOCAL statements of known-safe text: they travel with BEGIN in one message, and (unlike set_config) also
 * to the workers of a distributed PostgreSQL.
 */
async function run<Trx extends Transaction, Value>(
  client: PoolClient,
  settings: string,
  trx: Trx,
  work: (trx: Trx) => Promise<Value>,
): Promise<Value> {
  let value: Value;
  try {
    await client.query(`BEGIN;${settings}`);
    value = await work(trx);
  } catch (error) {
    // On a broken connection ROLLBACK fails too; what the caller needs to know is the first error.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  const commit = await client.query("COMMIT");
  if (commit.command !== "COMMIT") throw new CommitRefused(`the transaction ended with ${commit.command}`);
  trx.committed();
  return value;
}

/** The statements that bind a transaction to one tenant and mode. Values are checked or quoted before they become text. */
export function tenantSettings(scope: TenantScope): string {
  if (!Number.isSafeInteger(scope.tenantId)) throw new TypeError("tenantId must be an integer");
  if (scope.mode !== "live" && scope.mode !== "sandbox") throw new TypeError("mode must be live or sandbox");
  const named = `SET LOCAL app.tenant='${scope.tenantId}';SET LOCAL app.mode='${scope.mode}'`;
  if (!scope.actor) return named;
  const { name, origin } = scope.actor;
  return `${named};SET LOCAL app.actor=${escapeLiteral(name)};SET LOCAL app.origin=${escapeLiteral(origin)}`;
}

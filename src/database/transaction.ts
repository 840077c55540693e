import { escapeLiteral, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from "pg";
import { assert } from "../kernel/assert.ts";
import type { Mode } from "../kernel/mode.ts";
import { statement } from "./statement.ts";

/** Whose rows a transaction may see and change. The database enforces it by row-level security. */
export type TenantScope = {
  readonly tenantId: number;
  readonly mode: Mode;
  /** Who changes something, where that isn't the process itself. */
  readonly actor?: Actor;
  /** The resources that the person may write who makes the request; the database refuses others. Undefined if it isn't a person's. */
  readonly writes?: readonly string[];
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

/**
 * The few things that operations do with a transaction. SQL stands in the rooms' queries.ts.
 *
 * Connections are pipelined: statements that are issued in one turn of the event loop, such as those of one `Promise.all`,
 * reach PostgreSQL in one packet. It runs them in the order in which they were issued, each with a snapshot of its own.
 */
export class Transaction {
  readonly #client: PoolClient;
  readonly #afterCommit: (() => void)[] = [];
  /** Answers that nobody waits for before the end of the transaction. */
  readonly #sent: Promise<unknown>[] = [];
  /** Statements for the packet of COMMIT. */
  readonly #last: QueryConfig[] = [];
  #committing: Promise<QueryResult> | undefined;
  /** Why the transaction has failed: PostgreSQL refuses everything after it, which tells nobody why. */
  #firstFailure: unknown;
  /** The clock that it works by, once it has entered one. */
  clock: ClockTime | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Has something done once all this is committed, such as counting it; never if it is undone. It must not throw. */
  afterCommit(act: () => void): void {
    this.#afterCommit.push(act);
  }

  /**
   * The rows of one statement.
   *
   * @param plan `for-values` for a statement whose best plan depends on its values: PostgreSQL plans it each time, and can't keep one
   *   plan for all values, as it may with a prepared statement. That costs a millisecond or two.
   */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    plan: "kept" | "for-values" = "kept",
  ): Promise<Row[]> {
    const config = plan === "kept" ? statement(text, values) : { text, values: [...values] };
    const result = await this.#issue<Row>(config);
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

  /** Runs one statement and says how many rows it touched. */
  async run(text: string, values: readonly unknown[] = []): Promise<number> {
    const result = await this.#issue(statement(text, values));
    return result.rowCount ?? 0;
  }

  /**
   * Sends a statement without waiting for its answer: it shares the packet of the next statement, or of COMMIT. When it
   * fails, the transaction fails with its error.
   */
  send(text: string, values: readonly unknown[] = []): void {
    this.#sendAlong(statement(text, values));
  }

  /**
   * Sends a statement in the packet of COMMIT, after all others: for a row that many transactions change, whose lock is then held only
   * while this commits. When it fails, the transaction fails with its error.
   */
  sendLast(text: string, values: readonly unknown[] = []): void {
    this.#last.push(statement(text, values));
  }

  /** Like `send`, with statements of known-safe text, such as SET LOCAL. */
  sendText(text: string): void {
    this.#sendAlong(text);
  }

  /**
   * Has COMMIT travel in the packet of the statements that were just issued and are the last of the transaction; nothing may be
   * issued afterwards. What they answer counts once `inTenant` and the like return it, and an error that isn't theirs undoes
   * nothing any more.
   */
  commitWith<Value>(answer: Promise<Value>): Promise<Value> {
    answer.catch(() => {});
    this.#beginCommit();
    return answer;
  }

  /** @throws the first failure of what was sent, or CommitRefused */
  async commit(): Promise<void> {
    const [{ command }] = await Promise.all([this.#beginCommit(), ...this.#sent]);
    if (command !== "COMMIT") throw new CommitRefused(`the transaction ended with ${command}`);
    for (const act of this.#afterCommit) act();
  }

  #beginCommit(): Promise<QueryResult> {
    for (const last of this.#last.splice(0)) this.#sendAlong(last);
    this.#committing ??= this.#issue("COMMIT");
    this.#committing.catch(() => {});
    return this.#committing;
  }

  /** Undoes everything. What it returns is why: the first statement's failure, where `error` only follows from that. */
  async rollback(error: unknown): Promise<unknown> {
    // On a broken connection ROLLBACK fails too; what the caller needs to know is the first error. After a failure COMMIT is one.
    await (this.#committing ?? this.#issue("ROLLBACK")).catch(() => {});
    return followsFromAnother(error) ? (this.#firstFailure ?? error) : error;
  }

  /** Whatever is issued in one turn of the event loop leaves in one write. */
  #issue<Row extends QueryResultRow>(query: string | QueryConfig): Promise<QueryResult<Row>> {
    assert(this.#committing === undefined, "a statement was issued after COMMIT");
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const result = this.#client.query<Row>(query);
    result.catch((error: unknown) => {
      this.#firstFailure ??= error;
    });
    return result;
  }

  #sendAlong(query: string | QueryConfig): void {
    const answer = this.#issue(query);
    answer.catch(() => {});
    this.#sent.push(answer);
  }
}

/** PostgreSQL's word to every statement of a transaction that has failed before. */
function followsFromAnother(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25P02";
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
  actor?: Actor,
): Promise<Value> {
  return run(new Transaction(client), actor && actorSettings(actor), work);
}

/** The same for a tenant and mode. */
export function runTenantTransaction<Value>(
  client: PoolClient,
  scope: TenantScope,
  work: (trx: TenantTransaction) => Promise<Value>,
): Promise<Value> {
  return run(new TenantTransaction(client, scope), tenantSettings(scope), work);
}

/**
 * BEGIN and `settings`, text that is known to be safe, travel with the first statement in one packet. Should one of them fail all the same,
 * the others run outside of any transaction, where row-level security shows no rows and lets none be written. SET LOCAL, unlike set_config, is
 * handed on to the nodes of a distributed PostgreSQL, with all that is in its message: so BEGIN is a message of its own.
 */
async function run<Trx extends Transaction, Value>(
  trx: Trx,
  settings: string | undefined,
  work: (trx: Trx) => Promise<Value>,
): Promise<Value> {
  trx.sendText("BEGIN");
  if (settings !== undefined) trx.sendText(settings);
  let value: Value;
  try {
    value = await work(trx);
  } catch (error) {
    throw await trx.rollback(error);
  }
  await trx.commit();
  return value;
}

/** The statements that bind a transaction to one tenant and mode. Values are checked or quoted before they become text. */
export function tenantSettings(scope: TenantScope): string {
  if (!Number.isSafeInteger(scope.tenantId)) throw new TypeError("tenantId must be an integer");
  if (scope.mode !== "live" && scope.mode !== "sandbox") throw new TypeError("mode must be live or sandbox");
  const named = `SET LOCAL app.tenant='${scope.tenantId}';SET LOCAL app.mode='${scope.mode}'${writesOf(scope)}`;
  return scope.actor ? `${named};${actorSettings(scope.actor)}` : named;
}

/** Programs may write everything: then the setting is left alone, which saves a statement. */
const writesOf = ({ writes }: TenantScope): string =>
  writes === undefined ? "" : `;SET LOCAL app.writes=${escapeLiteral(writes.join(" ") || "-")}`;

const actorSettings = ({ name, origin }: Actor): string =>
  `SET LOCAL app.actor=${escapeLiteral(name)};SET LOCAL app.origin=${escapeLiteral(origin)}`;

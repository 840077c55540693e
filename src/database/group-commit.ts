import type { Connection, Submittable } from "pg";

/** What PostgreSQL answered: the tags of the statement and of COMMIT. */
export type Committed = { readonly insertedRows: number; readonly commitTag: string };

/** A statement that is prepared once a connection and then used by name. */
export type Prepared = { readonly name: string; readonly text: string };

const begin: Prepared = { name: "begin", text: "BEGIN" };
const commit: Prepared = { name: "commit", text: "COMMIT" };

/**
 * BEGIN, one statement and COMMIT as one message with one answer. Sent as three queries, each would be answered and
 * flushed by itself, and wake this process three times a batch: the create call is a sixth slower so. When one of them
 * fails PostgreSQL passes over the rest, and the transaction has to be rolled back by the next message.
 *
 * `preparedOn` is the memory of one connection: the names that it has prepared.
 */
export class GroupCommit implements Submittable {
  /** Called once, by node-postgres too when its time limit is over. */
  callback: (error: Error | null, committed?: Committed) => void;
  readonly #statement: Prepared;
  readonly #values: readonly string[];
  readonly #preparedOn: Set<string>;
  readonly #tags: string[] = [];
  #isSent = false;

  constructor(
    statement: Prepared,
    values: readonly string[],
    preparedOn: Set<string>,
    callback: (error: Error | null, committed?: Committed) => void,
  ) {
    this.#statement = statement;
    this.#values = values;
    this.#preparedOn = preparedOn;
    this.callback = callback;
  }

  /**
   * Sends it at once, if it can be known by name, though another's answer is still to come: PostgreSQL begins with it as
   * soon as it is done with that one, without waiting for this process. To be called after `client.query`, which keeps
   * the order of answers. Fails with 25P02 when the one before it fails.
   */
  sendAhead(connection: Connection): void {
    const isPrepared = [begin, this.#statement, commit].every(({ name }) => this.#preparedOn.has(name));
    if (isPrepared) this.submit(connection);
  }

  /** Called by node-postgres when its turn has come. */
  submit(connection: Connection): void {
    if (this.#isSent) return;
    this.#isSent = true;
    connection.stream.cork();
    this.#run(connection, begin, []);
    this.#run(connection, this.#statement, this.#values);
    this.#run(connection, commit, []);
    connection.sync();
    connection.stream.uncork();
  }

  #run(connection: Connection, { name, text }: Prepared, values: readonly string[]): void {
    if (!this.#preparedOn.has(name)) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: [...values] }, true);
    connection.execute({}, true);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tags.push(text);
  }

  /** node-postgres lets go of a query that failed, and tells it of nothing more. */
  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    for (const { name } of [begin, this.#statement, commit]) this.#preparedOn.add(name);
    const [, inserted = "", commitTag = ""] = this.#tags;
    this.callback(null, { insertedRows: Number(inserted.split(" ").at(-1)), commitTag });
  }

  /** Nobody reads the rows that a statement returns. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}
